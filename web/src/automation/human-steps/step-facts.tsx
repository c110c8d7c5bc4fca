import { Fact, Facts } from '#web/ui/facts.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { HumanStep, RecordKind } from '#web/wire.ts'
import { strings } from './strings.ts'

const linked: readonly string[] = ['lead', 'contact', 'deal', 'invoice'] satisfies RecordKind[]

/** What a step belongs to, whom it asks, and until when. */
export const StepFacts = ({ step, withAsked }: { step: HumanStep; withAsked: boolean }) => (
  <Facts>
    {step.about && linked.includes(step.about.kind) && (
      <Fact name={strings.about}>
        <RecordLink
          of={{
            field: 'about',
            kind: step.about.kind as RecordKind,
            id: step.about.id,
            name: step.about.name ?? strings.unnamed,
          }}
        />
      </Fact>
    )}
    <Fact name={strings.workflow}>
      <bdi>{step.workflow.name}</bdi>
    </Fact>
    {withAsked && (
      <Fact name={strings.asked}>
        <bdi>{askedOf(step)}</bdi>
      </Fact>
    )}
    {step.due_at && (
      <Fact name={strings.due}>
        <AbsoluteTime at={step.due_at} />
      </Fact>
    )}
    <Fact name={strings.since}>
      <RelativeTime at={step.opened_at} />
    </Fact>
    {step.reminded_at && (
      <Fact name={strings.reminded}>
        <RelativeTime at={step.reminded_at} />
      </Fact>
    )}
    {step.escalated_at && (
      <Fact name={strings.escalated}>
        <RelativeTime at={step.escalated_at} />
      </Fact>
    )}
  </Facts>
)

const askedOf = ({ person, role, client }: HumanStep): string => {
  if (person) return person.name ?? strings.unnamed
  return role ? strings.roles[role] : client === null ? strings.none : strings.client(client)
}
