import { addDays, firstMomentAt, weekdayOf } from '../wall-clocks.ts'
import { clockOf, dayText, isZoneName } from './clocks.ts'
import { Duration, instantAt } from './durations.ts'
import type { Evaluation } from './evaluation.ts'
import type { GivenType, Implementation } from './implementation.ts'
import { formatTime, unknownField } from './time-patterns.ts'
import { Failure } from './troubles.ts'
import { readInstant } from './values.ts'

const zoneOf = (e: Evaluation, zone: unknown): string => {
  if (zone === null || zone === undefined) return e.place.zone
  e.spend(200)
  if (typeof zone === 'string' && isZoneName(zone)) return zone
  throw new Failure('wrong_argument', 'This is not a time zone.', 'It has a name such as Europe/Berlin.')
}

const wrongZone = (at: number) => (given: readonly GivenType[]) => {
  const zone = given[at]?.constant
  if (typeof zone !== 'string' || isZoneName(zone)) return null
  return { at, message: 'This is not a time zone.', hint: "Write a name such as `'Europe/Berlin'`." }
}

/** A day or a time in a zone, of an instant. */
const inZone = (read: (instant: Date, zone: string) => unknown): Implementation => ({
  run: (e, [instant, zone]) => {
    e.spend(100)
    return read(instant as Date, zoneOf(e, zone))
  },
  check: wrongZone(1),
})

/** A year of hours and 400 days fit a wait; 100,000 days is for comparing. */
const mostDays = 100_000

const lasting = (durationOf: (count: number) => Duration): Implementation => ({
  run: (_, [count]) => {
    const duration = durationOf(count as number)
    if (Math.abs(duration.totalMs) <= mostDays * 86_400_000) return duration
    throw new Failure('overflow', 'The duration is longer than 100,000 days.')
  },
})

export const timeFunctions: Readonly<Record<string, Implementation>> = {
  instant: { run: (e, [text]) => instantOf(e, text as string), check: wrongInstant },
  days: lasting((count) => new Duration(count, 0)),
  hours: lasting((count) => new Duration(0, Math.round(count * 3_600_000))),
  minutes: lasting((count) => new Duration(0, Math.round(count * 60_000))),
  date: inZone((instant, zone) => dayText(clockOf(instant.getTime(), zone))),
  day_of_week: inZone((instant, zone) => weekdayOf(dayText(clockOf(instant.getTime(), zone)))),
  hour: inZone((instant, zone) => clockOf(instant.getTime(), zone).hour),
  format: {
    run: (e, [instant, pattern, zone]) => {
      e.spend(500 + 100 * (pattern as string).length)
      return e.made(formatTime(instant as Date, pattern as string, { ...e.place, zone: zoneOf(e, zone) }))
    },
    check: (given) => wrongFormat(given) ?? wrongZone(2)(given),
  },
}

/** A midnight may be looked for in a year that was not asked for before. */
const midnight = (e: Evaluation, day: string): number => {
  e.spend(3_000)
  return firstMomentAt(day, '00:00', e.place.zone)
}

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && text >= '0001-01-02' && addDays(text, 0) === text
}

const instantOf = (e: Evaluation, text: string): Date => {
  e.spend(50)
  const trimmed = text.length <= 60 ? text.trim() : ''
  const ms = isDay(trimmed) ? midnight(e, trimmed) : readInstant(trimmed)
  if (ms === null)
    throw new Failure(
      'wrong_argument',
      'This text is not an instant.',
      'It looks like 2026-11-27T10:00:00+01:00, or 2026-11-27.',
    )
  return instantAt(ms)
}

function wrongInstant([text]: readonly GivenType[]) {
  if (typeof text?.constant !== 'string' || isDay(text.constant.trim()) || readInstant(text.constant.trim()) !== null)
    return null
  return {
    at: 0,
    message: 'This text is not an instant.',
    hint: "Write `'2026-11-27T10:00:00+01:00'`, or a day such as `'2026-11-27'`.",
  }
}

const wrongFormat = ([, pattern]: readonly GivenType[]) => {
  const unknown = typeof pattern?.constant === 'string' ? unknownField(pattern.constant) : null
  if (unknown === null) return null
  return {
    at: 1,
    message: `\`${unknown.slice(0, 20)}\` is not part of a way to write a time.`,
    hint: 'Write `day`, `time`, `short`, `long`, or a pattern such as `d MMMM, HH:mm`; words stand in quotes.',
  }
}
