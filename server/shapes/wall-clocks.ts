import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/** A day of a calendar on a wall: `2027-03-28`. */
export const PlainDay = z.iso.date()
/** A time on a clock, `09:00`; `24:00` ends a day. */
export const ClockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'is not a time such as 09:00')
  .describe('HH:MM on the wall clock, such as 09:00; 24:00 ends a day')

/** What a clock and a calendar on a wall of a zone show. */
export interface WallClock {
  /** `2027-03-28` */
  readonly date: string
  /** `09:00` */
  readonly time: string
  /** `+02:00`: tells the two of a repeated hour apart. */
  readonly offset: string
}

const dayMs = 86_400_000

/**
 * The instants, in ms, at which clocks of a zone show a time: none in a gap, two of a repeated hour, the first one first. Offsets are
 * shorter than a day, so they are among those in force from a day before to a day after: 1 µs, where `Temporal` takes 26.
 */
export const momentsOf = (date: string, time: string, zone: string): readonly number[] =>
  momentsShownAs(shownMs(date) + clockMinutes(time) * 60_000, zone)

/** A midnight as clocks in UTC show it, in ms: what clocks elsewhere show is counted from it. */
export const shownMs = (date: string): number => {
  const shown = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(shown)) throw new RangeError('not a day of the calendar')
  return shown
}

/** The same as `momentsOf`, for what clocks in UTC show at `shown`, in ms: of a month of slots, without 3,000 texts. */
export const momentsShownAs = (shown: number, zone: string): readonly number[] => {
  const moments: number[] = []
  for (let at = shown - dayMs; at < shown + dayMs; ) {
    const { from, to, offsetMs } = stretchOf(at, zone)
    const moment = shown - offsetMs
    if (from <= moment && moment < to) moments.push(moment)
    at = to
  }
  return moments
}

const clockOf = (date: string, time: string): Temporal.PlainDateTime =>
  time === '24:00'
    ? Temporal.PlainDate.from(date).add({ days: 1 }).toPlainDateTime()
    : Temporal.PlainDateTime.from(`${date}T${time}`)

export const instantsOf = (date: string, time: string, zone: string): readonly Date[] =>
  momentsOf(date, time, zone).map((ms) => new Date(ms))

/** The first instant at which clocks show a time or a later one: a skipped time begins after its gap. In ms. */
export const firstMomentAt = (date: string, time: string, zone: string): number =>
  momentsOf(date, time, zone)[0] ?? afterGap(date, time, zone)

/**
 * When clocks of a zone show a time of a day from `from` to before `to`, in minutes of the clock: once as a rule, not at all where they skip
 * it, and in two pieces where they are set back over an end of it. In ms, `from` included, `to` not.
 */
export const timesShown = (date: string, from: number, to: number, zone: string): { from: number; to: number }[] => {
  const midnight = shownMs(date)
  const [begin, end] = [midnight + from * 60_000, midnight + to * 60_000]
  const times: { from: number; to: number }[] = []
  for (let at = begin - dayMs; at < end + dayMs; ) {
    const stretch = stretchOf(at, zone)
    const first = Math.max(stretch.from, begin - stretch.offsetMs)
    const last = Math.min(stretch.to, end - stretch.offsetMs)
    const before = times.at(-1)
    if (first < last && before?.to === first) before.to = last
    else if (first < last) times.push({ from: first, to: last })
    at = stretch.to
  }
  return times
}

/** Clocks never show it: the instant at which they jump over it. */
const afterGap = (date: string, time: string, zone: string): number => {
  const before = clockOf(date, time).toZonedDateTime(zone, { disambiguation: 'earlier' })
  const jump = before.getTimeZoneTransition('next')
  if (!jump) throw new Error('a gap without its transition')
  return jump.epochMilliseconds
}

/** A time in which the offset of a zone stays the same, in ms: `from` included, `to` not. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly offsetMs: number
}

const stretches = new Map<string, Stretch[]>()

export const stretchOf = (ms: number, zone: string): Stretch => {
  const known = stretches.get(zone) ?? []
  const before = known.find(({ from, to }) => from <= ms && ms < to)
  if (before) return before
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const next = at.getTimeZoneTransition('next')?.epochMilliseconds
  const stretch: Stretch = {
    // The transition before an instant is not the one at it.
    from: at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: next ?? Number.POSITIVE_INFINITY,
    offsetMs: at.offsetNanoseconds / 1e6,
  }
  if (stretches.size >= 600) stretches.clear()
  // Twenty are ten years of a zone that has summer time.
  stretches.set(zone, [stretch, ...known].slice(0, 20))
  return stretch
}

/** How far clocks of a zone are ahead of UTC at an instant, in ms. */
export const offsetMsAt = (ms: number, zone: string): number => stretchOf(ms, zone).offsetMs

/** What clocks of a zone show at an instant. */
export const wallClockOf = (instant: Date | number, zone: string): WallClock => {
  const ms = Number(instant)
  const { offsetMs } = stretchOf(ms, zone)
  const shown = new Date(ms + offsetMs).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16), offset: offsetText(offsetMs) }
}

const offsetText = (offsetMs: number): string => {
  const minutes = Math.abs(Math.trunc(offsetMs / 60_000))
  return `${offsetMs < 0 ? '-' : '+'}${clockTime(minutes)}`
}

/** The day that a zone has at an instant. */
export const dayOf = (instant: Date | number, zone: string): string => wallClockOf(instant, zone).date

/** When a day begins in a zone: where clocks skip midnight, after the gap. */
export const dayStart = (day: string, zone: string): Date => new Date(firstMomentAt(day, '00:00', zone))

/** Whether clocks of a zone show the same at another instant, because they were set back. */
export const isRepeated = (instant: Date | number, zone: string): boolean => {
  const ms = Number(instant)
  const { from, to } = stretchOf(ms, zone)
  if (ms - from > longestShiftMs && to - ms > longestShiftMs) return false
  const { date, time } = wallClockOf(ms, zone)
  return momentsOf(date, time, zone).length > 1
}

/** Clocks are set back by two hours at most (Troll). */
const longestShiftMs = 3 * 3_600_000

export const addDays = (day: string, days: number): string => new Date(shownMs(day) + days * dayMs).toISOString().slice(0, 10)

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayOf = (day: string): Weekday => {
  const name = weekdays[(new Date(shownMs(day)).getUTCDay() + 6) % 7]
  if (!name) throw new Error('a day beyond the week')
  return name
}

/** `09:00` as minutes of the clock, and back; 24:00 is 1440. */
export const clockMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export type ReadTime =
  | { readonly instant: Date }
  /** In a gap; `next` is the first instant after it. */
  | { readonly skipped: true; readonly next: Date }
  | { readonly ambiguous: readonly [Date, Date] }
  | { readonly unreadable: true }

/**
 * An ISO 8601 time. With `Z` or an offset the instant counts; without one it stands on a wall of `zone`, where it may be skipped or
 * repeated.
 */
export const readTime = (text: string, zone: string): ReadTime => {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim())
  if (!match) return { unreadable: true }
  const [, date = '', time = '', seconds = '00', offset] = match
  if (!PlainDay.safeParse(date).success || !ClockTime.safeParse(time).success || time === '24:00' || Number(seconds) > 59)
    return { unreadable: true }
  if (offset) {
    const instant = new Date(Date.parse(`${date}T${time}:${seconds}${withColon(offset)}`))
    return Number.isNaN(instant.getTime()) ? { unreadable: true } : { instant }
  }
  const [first, second] = momentsOf(date, time, zone).map((ms) => new Date(ms + Number(seconds) * 1_000))
  if (first && second) return { ambiguous: [first, second] }
  return first ? { instant: first } : { skipped: true, next: new Date(afterGap(date, time, zone)) }
}

const withColon = (offset: string): string =>
  offset.toUpperCase() === 'Z' || offset.includes(':') ? offset.toUpperCase() : `${offset.slice(0, 3)}:${offset.slice(3)}`
