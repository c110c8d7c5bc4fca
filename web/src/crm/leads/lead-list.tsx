import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import type { LeadSummary } from '#web/wire.ts'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

const columns: readonly Column<LeadSummary>[] = [
  { key: 'company', name: strings.fields.company, cell: ({ company }) => company, width: 'minmax(0, 1.2fr)' },
  { key: 'title', name: strings.fields.job_title, cell: ({ job_title }) => job_title, isExtra: true },
  {
    key: 'email',
    name: strings.fields.email,
    // A lead without a name is called by its address already.
    cell: (lead) => (lead.email === nameOf(lead) ? null : <bdi>{lead.email}</bdi>),
    width: 'minmax(0, 1.6fr)',
    phone: 'below',
  },
  {
    key: 'phone',
    name: strings.fields.phone,
    cell: (lead) => <bdi>{lead.phone_e164 ?? lead.phone}</bdi>,
    width: '9rem',
    isExtra: true,
  },
  {
    key: 'source',
    name: strings.fields.source,
    cell: (lead) => (
      <>
        <Pill>{lead.source}</Pill> {lead.via === 'demo' && <Pill tone="accent">{strings.via.demo}</Pill>}
      </>
    ),
    width: '11rem',
    phone: 'belowEnd',
  },
  {
    key: 'time',
    name: strings.receivedAt,
    cell: ({ received_at }) => <RelativeTime at={received_at} />,
    width: '6.5rem',
    atEnd: true,
    phone: 'end',
    sort: { field: 'received_at', greatestFirst: true },
  },
]

export const LeadList = ({
  leads,
  fresh,
  sorting,
}: {
  leads: readonly LeadSummary[]
  fresh: ReadonlySet<string>
  sorting: Sorting | undefined
}) => (
  <DataTable
    label={strings.list}
    rows={leads}
    fresh={fresh}
    idOf={({ id }) => id}
    name={strings.fields.full_name}
    nameOf={nameOf}
    markOf={(lead) => <Avatar name={nameOf(lead)} size="1.5rem" />}
    linkOf={({ id }) => ({ to: '/leads/$leadId', params: { leadId: id } })}
    columns={columns}
    sorting={sorting}
  />
)
