import { Pill } from '#web/ui/pill.tsx'
import type { Output } from '#web/wire.ts'
import { nameOf } from './names.ts'
import { PersonList } from './person-list.tsx'
import { words } from './strings.ts'

export type ListedLead = Output<'list-leads'>['leads'][number]

/** Leads, newest first. */
export const LeadList = ({ leads, fresh }: { leads: readonly ListedLead[]; fresh: ReadonlySet<string> }) => (
  <PersonList
    label={words.list}
    fresh={fresh}
    people={leads.map((lead) => ({
      id: lead.id,
      name: nameOf(lead),
      work: [lead.job_title, lead.company],
      reach: [lead.email, lead.phone_e164 ?? lead.phone],
      badge: (
        <>
          {lead.via === 'demo' && <Pill tone="accent">{words.via.demo}</Pill>} <Pill>{lead.source}</Pill>
        </>
      ),
      at: lead.received_at,
      link: { to: '/leads/$leadId', params: { leadId: lead.id } },
    }))}
  />
)
