import { offsetMsAt } from '../wall-clocks.ts'
import type { Property } from './read-lines.ts'

export const dayMs = 86_400_000

/** What a wall shows in a zone: a day of its calendar, or its clock too. */
export interface Stamp {
  readonly isDay: boolean
  /** What the wall shows, as if it were UTC. */
  readonly wallMs: number
  /** Of a day `UTC`: which hours it has, its reader says. */
  readonly zone: string
  /** The instant; of a day as if it were one of UTC. */
  readonly ms: number
}

/**
 * The instant at which clocks of a zone show a time; of a repeated one the first, of a skipped one that with the offset before the gap
 * (RFC 5545, 3.3.5). `isSkipped`: clocks never show it.
 */
export const instantAt = (wallMs: number, zone: string): { readonly ms: number; readonly isSkipped: boolean } => {
  const before = offsetMsAt(wallMs - dayMs, zone)
  const after = offsetMsAt(wallMs + dayMs, zone)
  // The larger offset gives the earlier instant.
  const shown = [Math.max(before, after), Math.min(before, after)]
    .map((offset) => wallMs - offset)
    .find((ms) => offsetMsAt(ms, zone) === wallMs - ms)
  return shown === undefined ? { ms: wallMs - before, isSkipped: true } : { ms: shown, isSkipped: false }
}

export const clockStamp = (wallMs: number, zone: string): Stamp => ({
  ...{ isDay: false, wallMs, zone },
  ms: instantAt(wallMs, zone).ms,
})

export const dayStamp = (wallMs: number): Stamp => {
  const at = Math.floor(wallMs / dayMs) * dayMs
  return { isDay: true, wallMs: at, zone: 'UTC', ms: at }
}

/** What clocks of a zone show at an instant. */
export const stampAt = (ms: number, zone: string): Stamp => ({
  ...{ isDay: false, zone, ms },
  wallMs: ms + offsetMsAt(ms, zone),
})

export const dayText = (stamp: Pick<Stamp, 'wallMs'>): string => new Date(stamp.wallMs).toISOString().slice(0, 10)

/** A year with four digits, as the standard has it; what computes with days beyond says nothing any more. */
const [earliestMs, latestMs] = [Date.UTC(1000, 0, 1), Date.UTC(9990, 0, 1)]

/** A value of jCal: `2027-03-28`, `2027-03-28T09:00:00`, with `Z` in UTC. Null for what no calendar or clock shows. */
export const readWall = (
  value: unknown,
): { readonly wallMs: number; readonly isDay: boolean; readonly isUtc: boolean } | null => {
  if (typeof value !== 'string') return null
  // ical.js writes the second form for a date that is not said to be one.
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:::|(\d\d):(\d\d):(\d\d)(Z?)))?$/.exec(value)
  if (!match) return null
  const [, year, month, day, hours, minutes, seconds] = match
  const isDay = hours === undefined
  // A leap second is the last one of its minute.
  const clock = isDay ? [0, 0, 0] : [Number(hours), Number(minutes), Math.min(Number(seconds), 59)]
  const [h = 0, m = 0, s = 0] = clock
  if (h > 23 || m > 59 || Number(seconds ?? 0) > 60) return null
  const wallMs = Date.UTC(Number(year), Number(month) - 1, Number(day), h, m, s)
  if (!(wallMs >= earliestMs && wallMs < latestMs)) return null
  // February 30 is not March 2.
  if (new Date(wallMs).toISOString().slice(0, 10) !== value.slice(0, 10)) return null
  return { wallMs, isDay, isUtc: match[7] === 'Z' }
}

/** A date or time, where its property says that it is. `zoneOf` null: floating. */
export const readStamp = (
  value: unknown,
  parameters: Property['parameters'],
  zoneOf: (name: string | null) => string,
): Stamp | null => {
  const wall = readWall(value)
  if (!wall) return null
  if (wall.isDay) return dayStamp(wall.wallMs)
  const { tzid } = parameters
  return clockStamp(wall.wallMs, wall.isUtc ? 'UTC' : zoneOf(tzid?.trim() ? tzid : null))
}

/** Days are those of a calendar, the rest elapses (RFC 5545, 3.3.6). */
export interface Length {
  readonly days: number
  readonly ms: number
}

/** Longer than this an event is not: it would take its host's time for ever. */
const longestDays = 3_660

export const readDuration = (value: unknown): Length | null => {
  if (typeof value !== 'string') return null
  const match = /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/.exec(value)
  if (!match) return null
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((each) => Number(each ?? 0)) as [
    ...[number, number, number, number, number],
  ]
  // One that ends before it begins takes no time.
  if (match[1] === '-') return { days: 0, ms: 0 }
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1_000
  return { days: Math.min(weeks * 7 + days, longestDays), ms: Math.min(ms, longestDays * dayMs) }
}

export const lengthBetween = (start: Stamp, end: Stamp): Length =>
  start.isDay
    ? { days: Math.min(Math.max(0, Math.round((end.wallMs - start.wallMs) / dayMs)), longestDays), ms: 0 }
    : // Between instants: the same exact length for each occurrence (RFC 5545, 3.8.5.3).
      { days: 0, ms: Math.min(Math.max(0, end.ms - start.ms), longestDays * dayMs) }

export const endOf = (start: Stamp, { days, ms }: Length): Stamp => {
  if (start.isDay) return dayStamp(start.wallMs + days * dayMs + ms)
  const moved = days === 0 ? start.ms : instantAt(start.wallMs + days * dayMs, start.zone).ms
  return stampAt(moved + ms, start.zone)
}
