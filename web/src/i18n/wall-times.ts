import { clockFormat, formatTag } from './format.ts'

// Days and times of a wall, as the server names them: they are the same in every zone, and nothing is worked out here.

const wholeDate = new Intl.DateTimeFormat(formatTag, { dateStyle: 'medium', timeZone: 'UTC' })
const shortDate = new Intl.DateTimeFormat(formatTag, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
const longDate = new Intl.DateTimeFormat(formatTag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

const wallHour = clockFormat({ hour: 'numeric', timeZone: 'UTC' })
const wallTime = clockFormat({ timeStyle: 'short', timeZone: 'UTC' })

/** A minute of the clock, 570, as the server writes times: 9:30 AM. */
export const clockOf = (minute: number): string => wallTime.format(new Date(minute * 60_000))

/** Mon 23 */
export const dateShort = (date: string): string => shortDate.format(new Date(`${date}T00:00:00Z`))

/** Monday 23 November */
export const dateInWords = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`))

/** 23 – 29 Nov 2026; one date where they are equal. */
export const datesBetween = (first: string, last: string): string =>
  wholeDate.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))

/** An hour of the clock: 9 AM. */
export const hourOf = (hour: number): string => wallHour.format(new Date(hour * 3_600_000))
