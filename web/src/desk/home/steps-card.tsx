import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Section } from './api.ts'
import { HomeCard, HomeList, HomeRow, OpenButton } from './home-card.tsx'
import { strings } from './strings.ts'

/** Steps of workflows that wait for the reader. */
export const StepsCard = ({ steps }: { steps: Section<'steps'> }) => (
  <HomeCard title={strings.steps} count={strings.upTo(steps.count)} link={{ text: strings.allSteps, to: '/to-do' }}>
    <HomeList label={strings.steps}>
      {steps.rows.map((step) => (
        <HomeRow
          key={step.id}
          id={step.id}
          link={{ to: '/to-do/$stepId', params: { stepId: step.id } as never }}
          title={step.heading}
          text={[step.workflow.name, step.about?.name].filter(Boolean).join(' · ')}
          end={step.due_at && <RelativeTime at={step.due_at} />}
          action={<OpenButton link={{ to: '/to-do/$stepId', params: { stepId: step.id } as never }} name={step.heading} />}
        />
      ))}
    </HomeList>
  </HomeCard>
)
