import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { money } from '#web/i18n/format.ts'
import { useListKeys } from '#web/shell/keyboard.ts'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import type { Listed } from './api.ts'
import classes from './invoices.module.css'
import { nameOf, standingOf } from './states.ts'
import { words } from './strings.ts'

/** So long a row that just changed its state stays marked. */
const changedMs = 4_000

/** Invoices, one a row, on a small screen one a card. A row is one link. */
export const InvoiceList = ({ invoices, label }: { invoices: readonly Listed[]; label: string }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  const changed = useChanged(invoices)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.list} ref={list} role="list" aria-label={label}>
      {invoices.map((invoice) => (
        <li key={invoice.id} data-fresh={changed.has(invoice.id) || undefined}>
          <Row invoice={invoice} />
        </li>
      ))}
    </ul>
  )
}

const Row = ({ invoice }: { invoice: Listed }) => {
  const today = new Date(useClock())
  const { tone, word, why } = standingOf(invoice, today)
  return (
    <Link to="/invoices/$invoiceId" params={{ invoiceId: invoice.id }} className={classes.row} data-row={invoice.id}>
      <span className={classes.who}>
        <span className={classes.client}>
          <bdi>{invoice.client_name}</bdi>
        </span>
        <span className={classes.below}>
          {nameOf(invoice)} · {invoice.sent_at === null ? words.made : words.sentWhen}{' '}
          <RelativeTime at={invoice.sent_at ?? invoice.created_at} />
        </span>
      </span>
      <span className={classes.standing}>
        <Pill tone={tone}>
          {invoice.overdue && <IconAlertTriangle size={13} stroke={2} aria-hidden className={classes.pillMark} />}
          {word}
        </Pill>
        <span className={classes.why}>{why}</span>
      </span>
      <span className={classes.amount} data-quiet={invoice.state === 'void' || undefined}>
        {money(invoice.total_minor, invoice.currency)}
      </span>
    </Link>
  )
}

/** The rows whose state is another than it was a moment ago: somebody paid while the list was being looked at. */
const useChanged = (invoices: readonly Listed[]): ReadonlySet<string> => {
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
