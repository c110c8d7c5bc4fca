import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import type { ListState } from '#web/desk/lists/use-list.ts'
import { money } from '#web/i18n/format.ts'
import { useWorkspaceDay } from '#web/platform/organizations/use-workspace-day.ts'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { InvoiceState, ListedRecord } from '#web/wire.ts'
import classes from './invoices.module.css'
import { nameOf, type Standing as Stands, standingOf } from './states.ts'
import { strings } from './strings.ts'

/** So long a row that just changed its state stays marked. */
const changedMs = 4_000

/** Invoices, newest first if not sorted otherwise. */
export const InvoiceList = ({ state, empty }: { state: ListState; empty: ReactNode }) => {
  const changed = useChanged(state.list.rows)
  return (
    <ListTable
      state={{ ...state, list: { ...state.list, fresh: changed } }}
      label={strings.list}
      failed={strings.loadFailed}
      name={strings.client}
      nameOf={({ name }) => <bdi>{name}</bdi>}
      nameField="client"
      linkOf={({ id }) => ({ to: '/invoices/$invoiceId', params: { invoiceId: id } })}
      cells={cells}
      looks={looks}
      empty={empty}
    />
  )
}

interface Amount {
  readonly minor: number
  readonly currency: string
}

/** By the day of the workspace, like the server. */
const isLate = ({ state, due_on }: ListedRecord['values'], today: string): boolean =>
  state === 'sent' && typeof due_on === 'string' && due_on < today

const standingIn = ({ values }: ListedRecord, today: string): Stands => ({
  state: values.state as InvoiceState,
  overdue: isLate(values, today),
  due_on: values.due_on as string | null,
  lost_minor: (values.lost as Amount).minor,
  refunded_minor: (values.refunded as Amount).minor,
  currency: (values.total as Amount).currency,
  paid_at: values.paid_at as string | null,
  state_reason: values.reason as string | null,
})

/** Read along for the cells below. */
export const invoiceColumns = [
  'state',
  'due_on',
  'lost',
  'refunded',
  'total',
  'paid_at',
  'reason',
  'label',
  'sent_at',
  'created_at',
]

const Standing = ({ of: invoice }: { of: ListedRecord }) => {
  const today = useWorkspaceDay()
  const { tone, word } = standingOf(standingIn(invoice, today), today)
  return <Pill tone={tone}>{word}</Pill>
}

const Why = ({ of: invoice }: { of: ListedRecord }) => {
  const today = useWorkspaceDay()
  return <>{standingOf(standingIn(invoice, today), today).why}</>
}

const cells: Readonly<Record<string, (invoice: ListedRecord) => ReactNode>> = {
  number: ({ values: { label } }) => nameOf({ label: label as string | null }),
  state: (invoice) => <Standing of={invoice} />,
  due_on: (invoice) => <Why of={invoice} />,
  sent_at: ({ values: { sent_at, created_at } }) => (
    <>
      {sent_at === null ? strings.created : strings.sentWhen} <RelativeTime at={(sent_at ?? created_at) as string} />
    </>
  ),
  total: ({ values: { state, total } }) => (
    <span className={classes.amount} data-quiet={state === 'void' || undefined}>
      {money((total as Amount).minor, (total as Amount).currency)}
    </span>
  ),
}

const looks = {
  number: { width: '9rem', isExtra: true, atEnd: false },
  state: { width: 'minmax(0, 1fr)', phone: 'below' },
  due_on: { width: 'minmax(0, 1.4fr)', atEnd: false },
  sent_at: { width: '9rem', isExtra: true, phone: 'belowEnd', atEnd: false },
  total: { width: '9rem', phone: 'end' },
} as const

/** The rows whose state is another than it was a moment ago: for example paid while the list is open. */
const useChanged = (invoices: readonly ListedRecord[]): ReadonlySet<string> => {
  const before = useRef<ReadonlyMap<string, unknown>>(new Map())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ids = invoices.flatMap(({ id, values: { state } }) => {
      const known = before.current.get(id)
      return known !== undefined && known !== state ? [id] : []
    })
    before.current = new Map([...before.current, ...invoices.map(({ id, values }) => [id, values.state] as const)])
    if (ids.length === 0) return
    setChanged((marked) => new Set([...marked, ...ids]))
    setTimeout(() => setChanged((marked) => new Set([...marked].filter((id) => !ids.includes(id)))), changedMs)
  }, [invoices])
  return changed
}
