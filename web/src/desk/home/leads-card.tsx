import { Button } from '@mantine/core'
import { relativeTime } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
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
            action={lead.owner === null && <AssignMe leadId={lead.id} name={lead.name ?? strings.unnamed} />}
          />
        ))}
      </HomeList>
    </HomeCard>
  )
}

const AssignMe = ({ leadId, name }: { leadId: string; name: string }) => {
  const { person } = useSession()
  const update = useHomeChange('update-lead', 'leads', 'replies')
  const take = (): void =>
    update.mutate(
      { leadId, ownerId: person.id },
      {
        onSuccess: () => say(strings.assigned(name), () => update.mutate({ leadId, ownerId: null })),
        onError: (error) => sayFailure(error, strings.notAssigned),
      },
    )
  return (
    <Button size="xs" variant="default" loading={update.isPending} onClick={take}>
      {strings.assignMe}
      <Of name={name} />
    </Button>
  )
}
