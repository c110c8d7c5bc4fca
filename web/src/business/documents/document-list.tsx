import { onDay } from '#web/i18n/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { State } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Document } from '#web/wire.ts'
import { clientsOf, standingOf, whyOf } from './states.ts'
import { strings } from './strings.ts'

/** Documents in the order that they are given. */
export const DocumentList = ({ documents }: { documents: readonly Document[] }) => (
  <DataTable
    label={strings.list}
    rows={documents}
    idOf={({ id }) => id}
    name={strings.titleColumn}
    nameOf={({ title }) => <bdi>{title}</bdi>}
    linkOf={({ id }) => ({ to: '/documents/$documentId', params: { documentId: id } })}
    columns={columns}
  />
)

const columns: readonly Column<Document>[] = [
  { key: 'client', name: strings.client, cell: (document) => <bdi>{clientsOf(document)}</bdi>, isExtra: true },
  { key: 'state', name: strings.state, cell: (document) => <Pill of={document} />, width: '11rem', phone: 'below' },
  { key: 'why', name: strings.waiting, cell: (document) => <Why of={document} />, width: 'minmax(0, 1.6fr)' },
  {
    key: 'ends',
    name: strings.deadline,
    cell: ({ status, ends_at }) => (status === 'pending_signature' ? onDay(ends_at) : ''),
    width: '8rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]

const Pill = ({ of: document }: { of: Document }) => {
  const { word, tone } = standingOf(document)
  return <State of={{ label: word, ...(tone && { tone }) }} />
}

const Why = ({ of: document }: { of: Document }) => <bdi>{whyOf(document, useClock())}</bdi>
