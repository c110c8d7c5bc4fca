import { formatMoney } from '#shapes/amounts.ts'
import { locale, localeName } from './locale.ts'

/**
 * Numbers and dates as they are written in the language of the app, and in the reader's own country: English words with a German browser say
 * "21 Nov 2026". The pseudo-locale counts in Arabic digits: a number that does not went past here.
 */
const tag = (): string => {
  if (localeName === 'pseudo') return 'ar-EG'
  if (typeof navigator === 'undefined') return locale.tag
  const own = navigator.languages.find((language) => language.toLowerCase().startsWith(locale.tag))
  if (own) return validOr(own)
  const region = /[-_]([A-Z]{2})\b/.exec(navigator.languages[0] ?? '')?.[1]
  return validOr(region ? `${locale.tag}-${region}` : locale.tag)
}

/** Some systems hand the browser a locale of their own, such as `en-US@posix`, which is no language tag. */
const validOr = (language: string): string => {
  try {
    return new Intl.Locale(language).toString()
  } catch {
    return locale.tag
  }
}

export const formatTag: string = tag()

/** For names that Intl knows: countries, languages. And for times of the day. */
export const languageTag: string = localeName === 'pseudo' ? formatTag : locale.tag

/** As the server is asked for words of times. */
export const languageOfTimes: string = localeName === 'pseudo' ? 'en' : locale.tag

/**
 * Times of the day, by the clock of 12 or 24 hours that the language has: as the server writes them (`sayTime`), which knows no browser and no
 * country, so that Calendar, the inbox and an email say the same. Everything here that says a time takes it from these.
 */
export const clockFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(languageTag, options)

const numbers = new Intl.NumberFormat(formatTag)
const day = new Intl.DateTimeFormat(formatTag, { dateStyle: 'medium' })
const calendarDay = new Intl.DateTimeFormat(formatTag, { dateStyle: 'medium', timeZone: 'UTC' })
const dayAndMonth = new Intl.DateTimeFormat(formatTag, { day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat(formatTag, { day: 'numeric', month: 'short', year: 'numeric' })
const hourAndMinute = clockFormat({ timeStyle: 'short' })
const toTheSecond = clockFormat({ timeStyle: 'medium' })
const weekdayAndDay = new Intl.DateTimeFormat(formatTag, { weekday: 'long', day: 'numeric', month: 'long' })
const weekdayAndTime = clockFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' })
const inUnit = (unit: 'hour' | 'minute'): Intl.NumberFormat =>
  new Intl.NumberFormat(formatTag, { style: 'unit', unit, unitDisplay: 'short' })
const hourUnit = inUnit('hour')
const minuteUnit = inUnit('minute')
const unitList = new Intl.ListFormat(languageTag, { type: 'unit', style: 'narrow' })
const spans = {
  short: new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto', style: 'short' }),
  long: new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto' }),
}
const lists = new Intl.ListFormat(languageTag, { type: 'conjunction' })
const collator = new Intl.Collator(formatTag, { sensitivity: 'base', numeric: true })

function partOf(n: number, type: 'group' | 'decimal', otherwise: string): string {
  const parts = new Intl.NumberFormat(localeName === 'pseudo' ? 'en' : formatTag).formatToParts(n)
  return parts.find((part) => part.type === type)?.value ?? otherwise
}

/** As a field of date and time (`datetime-local`) takes an instant: in the reader's own zone. */
export const localMinute = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** 12,345 */
export const counted = (n: number): string => numbers.format(n)

/** A number with at most so many digits behind its point. */
export const countedTo = (n: number, digits: number): string =>
  new Intl.NumberFormat(formatTag, { maximumFractionDigits: digits }).format(n)

/** What stands between the thousands and before the fraction of numbers that are typed. */
export const typedSeparators = { group: partOf(1_234_567, 'group', ','), decimal: partOf(1.5, 'decimal', '.') } as const

/** For fields in which whole numbers are typed: what stands between the thousands. Typed digits stay as they are on the keyboard. */
export const wholeNumberField = {
  thousandSeparator: typedSeparators.group,
  decimalSeparator: typedSeparators.decimal,
  allowDecimal: false,
} as const

/** 21 Nov 2026 */
export const onDay = (instant: string): string => day.format(new Date(instant))

/** The same of a date without a time, YYYY-MM-DD: it is that day everywhere. */
export const onDate = (date: string): string => calendarDay.format(new Date(`${date}T00:00:00Z`))

/** €1,234.50, from an amount in the currency's smallest unit. */
export const money = (amountMinor: number, currency: string): string => formatMoney(amountMinor, currency, formatTag)

/** A share in percent as the wire has it, `7.700`: 7.7% */
export const percent = (rate: string): string =>
  new Intl.NumberFormat(formatTag, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }).format(Number(rate))

/** 21 Nov 2026, 14:05, in the reader's own zone. */
export const dayAndMinute = (instant: string): string => `${onDay(instant)}, ${timeOfDay(instant)}`

/** The same to the second: for the title of a time, and where a second tells something. */
export const absoluteTime = (instant: string): string => `${onDay(instant)}, ${toTheSecond.format(new Date(instant))}`

/** Mail, Stripe and Razorpay */
export const listed = (names: readonly string[]): string => lists.format(names)

/** Before or after the other, as the reader's language sorts. */
export const compare = (a: string, b: string): number => collator.compare(a, b)

/** From today: "in 3 days", "tomorrow", "5 days ago". */
export const inDays = (days: number): string => spans.long.format(days, 'day')

/** Near things by their distance, before and ahead of now; far things by their date. */
export const relativeTime = (at: string, nowMs: number, long = false): string => {
  const then = new Date(at)
  const seconds = Math.round((then.getTime() - nowMs) / 1_000)
  const span = long ? spans.long : spans.short
  if (Math.abs(seconds) < 45) return spans.long.format(0, 'second')
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return span.format(minutes, 'minute')
  const hours = Math.round(seconds / 3_600)
  if (Math.abs(hours) < 24) return span.format(hours, 'hour')
  const now = new Date(nowMs)
  const day = then.getFullYear() === now.getFullYear() ? dayAndMonth.format(then) : dayMonthYear.format(then)
  return long ? `${day}, ${hourAndMinute.format(then)}` : day
}

/** 14:05 */
export const timeOfDay = (instant: string): string => hourAndMinute.format(new Date(instant))

/** Sat 14:05 */
export const dayAndTime = (instant: string): string => weekdayAndTime.format(new Date(instant))

/** 3 hr 12 min, never less than a minute. */
export const timeLeft = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  const parts = minutes < 60 ? [] : [hourUnit.format(Math.floor(minutes / 60))]
  if (minutes % 60 > 0) parts.push(minuteUnit.format(minutes % 60))
  return unitList.format(parts)
}

/** Today, yesterday, Saturday 21 November, or the date of another year. */
export const dayName = (instant: string, nowMs: number): string => {
  const then = new Date(instant)
  const now = new Date(nowMs)
  const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const daysAgo = Math.round((midnight(now) - midnight(then)) / 86_400_000)
  if (daysAgo === 0 || daysAgo === 1) {
    const name = spans.long.format(-daysAgo, 'day')
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  }
  return then.getFullYear() === now.getFullYear() ? weekdayAndDay.format(then) : day.format(then)
}
