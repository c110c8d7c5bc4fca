import { exponentOf } from '#shapes/amounts.ts'
import { formatTag } from './format.ts'

/* How figures and charts are written; apart from the rest, because few pages have any. */

const weekdayAndDay = new Intl.DateTimeFormat(formatTag, { weekday: 'long', day: 'numeric', month: 'long' })
const dayOfCalendar = new Intl.DateTimeFormat(formatTag, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat(formatTag, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const signedPercent = new Intl.NumberFormat(formatTag, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})
const compact = new Intl.NumberFormat(formatTag, { notation: 'compact', maximumFractionDigits: 1 })

/** Tuesday 24 November */
export const dateInWords = (instant: Date | number): string => weekdayAndDay.format(instant)

/** 11 Nov, of a date without a time. */
export const dayOfMonth = (date: string): string => dayOfCalendar.format(new Date(`${date}T00:00:00Z`))

/** Nov 2026, of a date without a time. */
export const monthOfYear = (date: string): string => monthAndYear.format(new Date(`${date}T00:00:00Z`))

/** +32%, of a figure against the one before; null where there was none. */
export const percentChange = (now: number, before: number): string | null =>
  before === 0 ? null : signedPercent.format((now - before) / Math.abs(before))

const plainPercent = new Intl.NumberFormat(formatTag, { style: 'percent', maximumFractionDigits: 1 })
/** 12.5%, of a part and the whole. */
export const shareOf = (part: number, whole: number): string => plainPercent.format(part / whole)

/** 38K, of an amount in the smallest unit: where the currency stands beside it. */
export const moneyShort = (amountMinor: number, currency: string): string =>
  compact.format(amountMinor / 10 ** exponentOf(currency))
