import { inDays, money, onDate, onDay } from '#web/i18n/format.ts'
import type { InvoiceState, InvoiceSummary } from '#web/wire.ts'
import { strings } from './state-strings.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined

const tones: Readonly<Record<InvoiceState, Tone>> = {
  draft: undefined,
  sent: 'accent',
  processing: 'warn',
  paid: 'good',
  void: undefined,
  refunded: 'warn',
}

/** What is looked at of an invoice to say how it stands with it. */
export type Standing = Pick<
  InvoiceSummary,
  'state' | 'overdue' | 'due_on' | 'lost_minor' | 'refunded_minor' | 'currency' | 'paid_at' | 'state_reason'
>

/** How it stands with an invoice on a day of its workspace: in a word, and why in a sentence. */
export const standingOf = (invoice: Standing, today: string): { tone: Tone; word: string; why: string } => {
  if (invoice.overdue)
    return {
      tone: 'bad',
      word: strings.pills.overdue,
      why: invoice.due_on === null ? '' : strings.wasDue(distance(invoice.due_on, today)),
    }
  // Paid once, and the payer's bank took it back: it is not income.
  if (invoice.lost_minor > 0)
    return { tone: 'bad', word: strings.disputeLost, why: strings.whyLost(money(invoice.lost_minor, invoice.currency)) }
  return { tone: tones[invoice.state], word: strings.pills[invoice.state], why: whyOf(invoice, today) }
}

const whyOf = (invoice: Standing, today: string): string => {
  switch (invoice.state) {
    case 'draft':
      return strings.whyDraft
    case 'sent':
      return invoice.due_on === null ? strings.whySent : strings.isDue(distance(invoice.due_on, today))
    case 'processing':
      return strings.whyProcessing
    case 'paid':
      return invoice.refunded_minor > 0
        ? strings.whyPartlyRefunded(money(invoice.refunded_minor, invoice.currency))
        : strings.whyPaid(invoice.paid_at === null ? '' : onDay(invoice.paid_at))
    case 'refunded':
      return strings.whyRefunded
    case 'void':
      return invoice.state_reason ?? ''
  }
}

/** "in 3 days", "today", "5 days ago"; far days by their date. */
const distance = (date: string, today: string): string => {
  const days = daysUntil(date, today)
  return Math.abs(days) > 60 ? strings.onDate(onDate(date)) : inDays(days)
}

/** From a day to a date, in days. */
export const daysUntil = (date: string, today: string): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000)

/** From the reader's own day to a date, in days. */
export const daysFrom = (today: Date, date: string): number => daysUntil(date, dayAfter(today, 0))

/** The reader's own day plus some, YYYY-MM-DD. */
export const dayAfter = (today: Date, days: number): string =>
  new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + days)).toISOString().slice(0, 10)

/** What an invoice is called before it has a number, and after. */
export const nameOf = (invoice: Pick<InvoiceSummary, 'label'>): string => invoice.label ?? strings.draft
