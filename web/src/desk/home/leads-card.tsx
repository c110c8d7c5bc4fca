import { Button } from '@mantine/core'
import { relativeTime } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { NewLead } from '#web/wire.ts'
import { AnswerButton } from './answer-button.tsx'
import { answerOfLead } from './answer-ways.ts'
import { type Section, useHomeChange } from './api.ts'
import { HomeCard, HomeList, HomeRow, Of } from './home-card.tsx'
import { strings } from './strings.ts'

/** Leads since the visit before that are still new. */
export const LeadsCard = ({ leads }: { leads: Section<'leads'> }) => {
  const nowMs = useClock()
  return (
    <HomeCard
      title={strings.leads}
      count={strings.leadsSince(strings.upTo(leads.count), relativeTime(leads.since, nowMs, true))}
      link={{ text: strings.allLeads, to: '/leads' }}
    >
      <HomeList label={strings.leads}>
        {leads.rows.map((lead) => (
          <HomeRow
            key={lead.id}
            id={lead.id}
            mark={<Avatar name={lead.name ?? strings.unnamed} size="24px" />}
            link={{ to: '/leads/$leadId', params: { leadId: lead.id } as never }}
            title={lead.name ?? strings.unnamed}
            text={[lead.source, lead.company, lead.note].filter(Boolean).join(' · ')}
            end={<RelativeTime at={lead.received_at} />}
            action={<LeadActions lead={lead} />}
          />
        ))}
      </HomeList>
    </HomeCard>
  )
}

const LeadActions = ({ lead }: { lead: NewLead }) => {
  const name = lead.name ?? strings.unnamed
  const way = answerOfLead({ ...lead, contactId: lead.contact_id })
  return (
    <>
      {lead.owner === null && <AssignMe leadId={lead.id} name={name} isExtra={way !== null} />}
      <AnswerButton way={way} name={name} phone={lead.phone} />
    </>
  )
}

/** `isExtra`: a phone shows what stands beside it alone. */
const AssignMe = ({ leadId, name, isExtra }: { leadId: string; name: string; isExtra: boolean }) => {
  const { person } = useSession()
  const update = useHomeChange('update-lead', 'leads', 'replies')
  // The button goes with what it has done: callbacks of `mutate` would go with it.
  const take = (): void =>
    void update.mutateAsync({ leadId, ownerId: person.id }).then(
      () => say(strings.assigned(name), () => update.mutate({ leadId, ownerId: null })),
      (error: unknown) => sayFailure(error, strings.notAssigned),
    )
  return (
    <Button size="xs" variant="default" data-extra={isExtra || undefined} loading={update.isPending} onClick={take}>
      {strings.assignMe}
      <Of name={name} />
    </Button>
  )
}
