import { money, onDay } from '#web/i18n/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { State } from '#web/ui/pill.tsx'
import type { Proposal } from '#web/wire.ts'
import { standingOf } from './states.ts'
import { strings } from './strings.ts'

/** Proposals in the order that they are given. */
export const ProposalList = ({ proposals }: { proposals: readonly Proposal[] }) => (
  <DataTable
    label={strings.list}
    rows={proposals}
    idOf={({ id }) => id}
    name={strings.titleColumn}
    nameOf={({ title }) => <bdi>{title}</bdi>}
    linkOf={({ id }) => ({ to: '/proposals/$proposalId', params: { proposalId: id } })}
    columns={columns}
  />
)

const columns: readonly Column<Proposal>[] = [
  { key: 'client', name: strings.client, cell: ({ client_name }) => <bdi>{client_name}</bdi>, isExtra: true },
  {
    key: 'state',
    name: strings.state,
    cell: (proposal) => {
      const { word, tone } = standingOf(proposal)
      return <State of={{ label: word, ...(tone && { tone }) }} />
    },
    width: '9rem',
    phone: 'below',
  },
  {
    key: 'amount',
    name: strings.amount,
    cell: ({ accepted_total_minor, currency }) => (accepted_total_minor === null ? '' : money(accepted_total_minor, currency)),
    width: '9rem',
    atEnd: true,
    phone: 'end',
  },
  {
    key: 'ends',
    name: strings.until,
    cell: ({ status, ends_at }) => (status === 'sent' && ends_at !== null ? onDay(ends_at) : ''),
    width: '8rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]
