import { listed, onDay } from '#web/i18n/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import type { Document } from '#web/wire.ts'
import classes from './documents.module.css'
import { clientsOf, standingOf, waitsFor, whyOf } from './states.ts'
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
  { key: 'state', name: strings.state, cell: (document) => <Pill of={document} />, width: '11rem', phone: 'end' },
  { key: 'why', name: strings.waiting, cell: (document) => <Why of={document} />, width: 'minmax(0, 1.6fr)', phone: 'below' },
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

/** Whom it waits for and since when, as the head of the column asks; the names give way, not the time. */
const Why = ({ of: document }: { of: Document }) => {
  const nowMs = useClock()
  const names = listed(waitsFor(document))
  if (names === '') return <bdi>{whyOf(document, nowMs)}</bdi>
  return (
    <span className={classes.waits}>
      <bdi title={names}>{names}</bdi>
      {document.waiting_since !== null && (
        <span>
          · <RelativeTime at={document.waiting_since} />
        </span>
      )}
    </span>
  )
}
