import { useEffect, useRef, useState } from 'react'
import { money } from '#web/i18n/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import type { InvoiceSummary } from '#web/wire.ts'
import classes from './invoices.module.css'
import { nameOf, standingOf } from './states.ts'
import { strings } from './strings.ts'

/** So long a row that just changed its state stays marked. */
const changedMs = 4_000

/** Invoices, newest first. */
export const InvoiceList = ({ invoices, label }: { invoices: readonly InvoiceSummary[]; label: string }) => {
  const changed = useChanged(invoices)
  return (
    <DataTable
      label={label}
      rows={invoices}
      fresh={changed}
      idOf={({ id }) => id}
      name={strings.client}
      nameOf={({ client_name }) => <bdi>{client_name}</bdi>}
      linkOf={({ id }) => ({ to: '/invoices/$invoiceId', params: { invoiceId: id } })}
      columns={columns}
    />
  )
}

const columns: readonly Column<InvoiceSummary>[] = [
  { key: 'number', name: strings.numberColumn, cell: nameOf, width: '9rem', isExtra: true },
  { key: 'standing', name: strings.standingColumn, cell: (invoice) => <Standing of={invoice} />, phone: 'below' },
  {
    key: 'why',
    name: strings.dueColumn,
    cell: (invoice) => <Why of={invoice} />,
    width: 'minmax(0, 1.4fr)',
  },
  {
    key: 'sent',
    name: strings.sentOrCreated,
    cell: (invoice) => (
      <>
        {invoice.sent_at === null ? strings.created : strings.sentWhen}{' '}
        <RelativeTime at={invoice.sent_at ?? invoice.created_at} />
      </>
    ),
    width: '9rem',
    isExtra: true,
    phone: 'belowEnd',
  },
  {
    key: 'total',
    name: strings.amount,
    cell: (invoice) => (
      <span className={classes.amount} data-quiet={invoice.state === 'void' || undefined}>
        {money(invoice.total_minor, invoice.currency)}
      </span>
    ),
    width: '9rem',
    atEnd: true,
    phone: 'end',
  },
]

const Standing = ({ of: invoice }: { of: InvoiceSummary }) => {
  const { tone, word } = standingOf(invoice, new Date(useClock()))
  return <Pill tone={tone}>{word}</Pill>
}

const Why = ({ of: invoice }: { of: InvoiceSummary }) => <>{standingOf(invoice, new Date(useClock())).why}</>

/** The rows whose state is another than it was a moment ago: for example paid while the list is open. */
const useChanged = (invoices: readonly InvoiceSummary[]): ReadonlySet<string> => {
  const before = useRef<ReadonlyMap<string, string>>(new Map())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ids = invoices.flatMap(({ id, state }) => {
      const known = before.current.get(id)
      return known !== undefined && known !== state ? [id] : []
    })
    before.current = new Map([...before.current, ...invoices.map(({ id, state }) => [id, state] as const)])
    if (ids.length === 0) return
    setChanged((marked) => new Set([...marked, ...ids]))
    setTimeout(() => setChanged((marked) => new Set([...marked].filter((id) => !ids.includes(id)))), changedMs)
  }, [invoices])
  return changed
}
