import { firstMomentAt, momentsOf, offsetMsAt, stretchOf, weekdays } from '#shapes/wall-clocks.ts'
import { isNamed, shownTimes } from './cron-patterns.ts'
import type { Missed, Schedule } from './schedules.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** As old as a missed time may be and still run. */
const oldestMissedMs = dayMs

/**
 * A start that is no later than this is late, and runs whatever is chosen for missed ones: more than ten minutes, which a server clock may
 * be set forward.
 */
const lateMs = 15 * minuteMs

/** The first `n` times of a schedule after an instant, in order. */
export const nextTimes = (schedule: Schedule, after: Date, n: number): Date[] => {
  const found: Date[] = []
  for (const ms of timesAfter(schedule, after.getTime())) {
    if (found.length >= n) break
    found.push(new Date(ms))
  }
  return found
}

/**
 * The times after `after`, up to `now`, that are to run now; none is older than a day. Those of the last 15 minutes are late and run, each.
 * If there are older ones, the server was away: `skip` goes on with the newest if it is only late, `once` runs the newest, `each` all.
 */
export const missedTimes = (schedule: Schedule, after: Date, now: Date, missed: Missed): Date[] =>
  chosenOf(pendingOf(schedule, after.getTime(), now.getTime()).times, now.getTime(), missed).map((ms) => new Date(ms))

interface Pending {
  /** After the last instant, up to now, and no older than a day; in order. */
  readonly times: readonly number[]
  /** The first one after both. */
  readonly next: number | null
}

const pendingOf = (schedule: Schedule, after: number, now: number): Pending => {
  const times: number[] = []
  // A time of exactly a day ago may run.
  for (const ms of timesAfter(schedule, Math.max(after, now - oldestMissedMs - 1))) {
    if (ms > now) return { times, next: ms }
    times.push(ms)
  }
  return { times, next: null }
}

const chosenOf = (pending: readonly number[], now: number, missed: Missed): readonly number[] => {
  const [oldest] = pending
  if (missed === 'each' || oldest === undefined || oldest >= now - lateMs) return pending
  return pending.slice(-1).filter((newest) => missed === 'once' || newest >= now - lateMs)
}

/** What a look at a schedule says. */
export interface DueInstants {
  /** To start now, in order; each once, by the constraint on workflow and instant. */
  readonly starts: readonly Date[]
  /** What the next look takes as `lastInstant`: skipped times count as looked at. */
  readonly last: Date
  /** When to look again; null for none before the year 3000. */
  readonly next: Date | null
}

/**
 * The starts of a schedule that are due, and when the next one is. `lastInstant` is what the last look answered as `last`, at first the
 * instant of publishing; never the time of the look, so that a clock that is set doubles and loses nothing. The same look again, or at once
 * in another worker, answers instants that were answered before, which the constraint on workflow and instant refuses.
 */
export const dueInstants = (schedule: Schedule, lastInstant: Date, now: Date, missed: Missed): DueInstants => {
  const nowMs = now.getTime()
  // A last instant far ahead is that of a clock that was wrong. Waiting for it would stop the workflow without a word.
  const last = lastInstant.getTime() > nowMs + dayMs ? nowMs : lastInstant.getTime()
  const { times, next } = pendingOf(schedule, last, nowMs)
  return {
    starts: chosenOf(times, nowMs, missed).map((ms) => new Date(ms)),
    last: new Date(times.at(-1) ?? last),
    next: next === null ? null : new Date(next),
  }
}

/** All times of a schedule after an instant, in ms, in order. They have no end before the year 3000: the caller stops. */
export const timesAfter = (schedule: Schedule, after: number): Iterable<number> => {
  if (schedule.every === 'minutes') return steps(schedule.minutes * minuteMs, schedule.zone, after)
  const cron = cronOf(schedule)
  if (!isNamed(cron)) return clockTimes(cron, schedule.zone, after)
  return namedTimes(cron, schedule.zone, after, schedule.every === 'month' && schedule.on !== 'last' ? schedule.on : null)
}

/** The cron line of a rule. That of a day of the month brings the last days of all months with it (`isDayOfMonth`). */
const cronOf = (schedule: Exclude<Schedule, { every: 'minutes' }>): string => {
  switch (schedule.every) {
    case 'hour':
      return `${schedule.minute ?? 0} * * * *`
    case 'day':
      return `${clockPart(schedule.at)} * * *`
    case 'weekday':
      return `${clockPart(schedule.at)} * * 1-5`
    case 'week':
      return `${clockPart(schedule.at)} * * ${schedule.on.map((day) => weekdays.indexOf(day) + 1).join(',')}`
    case 'month':
      return `${clockPart(schedule.at)} ${schedule.on === 'last' ? 'L' : `${schedule.on},L`} * *`
    default:
      return schedule.cron
  }
}

const clockPart = (at: string): string => `${Number(at.slice(3))} ${Number(at.slice(0, 2))}`

/** Whether a day is that day of its month, or the last one of a month that is too short for it. */
const isDayOfMonth = (shown: number, day: number): boolean => {
  const its = new Date(shown).getUTCDate()
  return its === day || (its < day && new Date(shown + dayMs).getUTCDate() === 1)
}

/** Times that a line names: in a gap the first instant after it, of two the first, and what falls together once. */
function* namedTimes(cron: string, zone: string, after: number, dayOfMonth: number | null): Generator<number, void> {
  let last = after
  for (const shown of shownTimes(cron, after + offsetMsAt(after, zone))) {
    if (dayOfMonth !== null && !isDayOfMonth(shown, dayOfMonth)) continue
    const clock = new Date(shown).toISOString()
    const ms = firstMomentAt(clock.slice(0, 10), clock.slice(11, 16), zone)
    if (ms <= last) continue
    yield ms
    last = ms
  }
}

/**
 * Whenever clocks show a time of the line: not in a gap, and in both passes through an hour that is repeated. A line of 29 February is looked
 * for over decades, once: what was found for a later stretch stands until the stretch that shows it, unless clocks are set back to before it.
 */
function* clockTimes(cron: string, zone: string, after: number): Generator<number, void> {
  let walk: Iterator<number, void> | undefined
  /** The first shown time after `since`. */
  let next: IteratorResult<number, void> | undefined
  let since = 0
  for (let cursor = after; ; ) {
    const { to, offsetMs } = stretchOf(cursor + 1, zone)
    const begin = cursor + offsetMs
    if (!walk || !next || next.done || begin < since || begin >= next.value) {
      walk = shownTimes(cron, begin)
      next = walk.next()
      since = begin
    }
    for (; !next.done && next.value - offsetMs < to; next = walk.next()) {
      yield next.value - offsetMs
      since = next.value
    }
    if (next.done) return
    cursor = to - 1
  }
}

/** Elapsed time, counted from a midnight of the zone: half hours stand where clocks show them. */
function* steps(stepMs: number, zone: string, after: number): Generator<number, void> {
  const [first = 0] = momentsOf('2024-01-01', '00:00', zone)
  for (let ms = first + (Math.floor((after - first) / stepMs) + 1) * stepMs; ; ms += stepMs) yield ms
}
