import { z } from 'zod'
import { type Interval, mergeIntervals } from '#domains/meetings/booking/slots.ts'
import { daysBetween, type Hours, usualWeek, windowsOn } from '#domains/meetings/hours/work-hours.ts'
import {
  addDays,
  clockMinutes,
  dayOf,
  firstMomentAt,
  momentsOf,
  timesShown,
  type WallClock,
  wallClockOf,
  weekdayOf,
  weekdays,
} from '#shapes/wall-clocks.ts'
import { isZone, tzVersion } from '#shapes/zones.ts'
import { StartTime } from './schedules.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const mostDays = 400
/** The longest that a run waits at one step. */
export const longestWaitMs = mostDays * dayMs

const unitMs = { minutes: minuteMs, hours: hourMs, days: dayMs, weeks: 7 * dayMs } as const

export const durationMs = ({ amount, unit }: { readonly amount: number; readonly unit: keyof typeof unitMs }): number =>
  amount * unitMs[unit]

/** For how long, as elapsed time. */
export const Duration = z
  .strictObject({
    amount: z
      .int()
      .min(1)
      .max(longestWaitMs / minuteMs),
    unit: z.enum(['minutes', 'hours', 'days', 'weeks']),
  })
  .refine((duration) => durationMs(duration) <= longestWaitMs, {
    path: ['amount'],
    message: `must come to ${mostDays} days or less`,
  })
export type Duration = z.output<typeof Duration>

const Zone = z
  .string()
  .trim()
  .refine(
    (zone) => zone === 'workspace' || zone === 'contact' || isZone(zone),
    'is no time zone; use workspace, contact or an IANA name',
  )
  .default('workspace')

const ClockWait = z
  .strictObject({
    kind: z.literal('clock'),
    days: z
      .int()
      .min(0)
      .max(mostDays)
      .default(0)
      .describe('So many days on: 1 is tomorrow. 0: the next time that it is so late'),
    weekday: z.enum(weekdays).optional().describe('The next such day, in place of days'),
    at: StartTime.describe('HH:MM on the wall clock'),
    zone: Zone.describe('`workspace`, an IANA name, or `contact`: that of the contact where it is known, else the workspace’s'),
  })
  .superRefine(({ days, weekday }, context) => {
    if (days > 0 && weekday !== undefined)
      context.addIssue({ code: 'custom', path: ['weekday'], message: 'cannot stand beside days' })
  })

const WorkingWait = z.strictObject({
  kind: z.literal('working_hours'),
  hours: z
    .number()
    .min(0)
    .max(2_000)
    .describe('Hours of work, as elapsed time within the working hours. 0: the next time that is worked'),
  zone: Zone.describe('The wall on which the working hours stand; `workspace`: as they were set'),
})

/** Waits for a time, where it is not an instant by an expression. */
export const waitTimes = [z.strictObject({ kind: z.literal('duration'), duration: Duration }), ClockWait, WorkingWait] as const
export const WaitTime = z.discriminatedUnion('kind', waitTimes, {
  error: (issue) => (issue.code === 'invalid_union' ? 'must be duration, clock or working_hours' : undefined),
})
export type WaitTime = z.output<typeof WaitTime>

/** What a wait is worked out from. */
export interface WaitContext {
  readonly now: Date
  /** Of the workspace. */
  readonly zone: string
  /** Of the contact; null where it is not known. */
  readonly contactZone: string | null
  /** Whose hours count, with their holidays: it is working time while one of them works. None: Monday to Friday, 9 to 17. */
  readonly hours: readonly Pick<Hours, 'zone' | 'weekly' | 'dates'>[]
}

/** When a wait ends. One that stands on a wall clock names it, and by which zone rules `at` was worked out. */
export interface Due {
  readonly at: Date
  readonly wallClock?: WallClock
  readonly zone?: string
  readonly tzVersion?: string
}

/** A wait that would take more than 400 days. `field` is that of the wait to change. */
export interface TooLong {
  readonly refused: 'too_long'
  readonly field: string
}

/** When a wait that begins at `now` ends; refused where working hours make it too long, such as those of a workspace that never works. */
export const dueAt = (wait: WaitTime, context: WaitContext): Due | TooLong => {
  const now = context.now.getTime()
  if (wait.kind === 'duration') return { at: new Date(now + durationMs(wait.duration)) }
  const zone = zoneOf(wait.zone, context)
  if (wait.kind === 'clock') return clockDue(wait, now, zone)
  const hours = hoursIn(wait.zone === 'workspace' ? null : zone, context)
  const ms = wait.hours > 0 ? endOfWork(hours, now, Math.round(wait.hours * hourMs)) : beginOfWork(hours, now)
  if (ms === null) return { refused: 'too_long', field: 'hours' }
  return { at: new Date(ms), wallClock: wallClockOf(ms, zone), zone, tzVersion }
}

/**
 * The same end by the zone rules of today: for waits whose `tzVersion` is another. The wall clock stays, the instant follows; of a repeated
 * time it is the one with the same offset, else the first.
 */
export const dueAgain = (due: Due): Due => {
  const { wallClock, zone } = due
  if (!wallClock || !zone) return due
  const { date, time, offset } = wallClock
  const moments = momentsOf(date, time, zone)
  const moment = moments.find((ms) => wallClockOf(ms, zone).offset === offset) ?? moments[0]
  // Working hours may end in the middle of a minute; wall clocks show minutes.
  const ms = moment === undefined ? firstMomentAt(date, time, zone) : moment + (due.at.getTime() % minuteMs)
  return { at: new Date(ms), wallClock: { date, time, offset: wallClockOf(ms, zone).offset }, zone, tzVersion }
}

const zoneOf = (named: string, { zone, contactZone }: WaitContext): string => {
  if (named === 'workspace') return zone
  return named === 'contact' ? (contactZone ?? zone) : named
}

const clockDue = ({ at, days, weekday }: z.output<typeof ClockWait>, now: number, zone: string): Due => {
  const isNext = (day: string): boolean =>
    (weekday === undefined || weekdayOf(day) === weekday) && firstMomentAt(day, at, zone) > now
  let date = addDays(dayOf(now, zone), days)
  while (!isNext(date)) date = addDays(date, 1)
  const ms = firstMomentAt(date, at, zone)
  return { at: new Date(ms), wallClock: { date, time: at, offset: wallClockOf(ms, zone).offset }, zone, tzVersion }
}

/** Whose hours count, as windows; in a zone of the wait's own they stand on its wall. */
const hoursIn = (own: string | null, { hours, zone }: WaitContext): readonly Hours[] =>
  (hours.length > 0 ? hours : [{ zone, weekly: usualWeek, dates: {} }]).map((each) => ({
    ...{ personId: '', zone: own ?? each.zone },
    ...{ weekly: each.weekly, dates: each.dates },
  }))

/** Of one search; most waits end within it. */
const searchMs = 14 * dayMs

/** The times of work that end after an instant, in order, each cut to what is after it; none begins later than a wait may end. */
function* workAfter(hours: readonly Hours[], now: number): Generator<Interval, void> {
  const zones = [...Map.groupBy(hours, ({ zone }) => zone)].map(([zone, ofZone]) => ({ zone, windowsOf: windowsOfAll(ofZone) }))
  const last = now + longestWaitMs
  for (let from = now; from < last; from += searchMs) {
    const to = Math.min(from + searchMs, last)
    const work = mergeIntervals(zones.flatMap(({ zone, windowsOf }) => workIn(windowsOf, zone, from, to)))
    for (const each of work) {
      const cut = { from: Math.max(each.from, from), to: Math.min(each.to, to) }
      if (cut.from < cut.to) yield cut
    }
  }
}

type Windows = ReturnType<typeof windowsOn>

/**
 * The windows of several people on a day, each once. Those of a weekday are gathered once for all days without hours of their own: 50 people
 * take 5 ms for 400 days, not 200.
 */
const windowsOfAll = (hours: readonly Hours[]): ((day: string) => Windows) => {
  const gathered = (day: string): Windows => [
    ...new Map(hours.flatMap((each) => windowsOn(each, day)).map((window) => [window.join(), window])).values(),
  ]
  const ofWeekdays = new Map<string, Windows>()
  return (day) => {
    if (hours.some(({ dates }) => dates[day] !== undefined)) return gathered(day)
    const weekday = weekdayOf(day)
    const known = ofWeekdays.get(weekday) ?? gathered(day)
    ofWeekdays.set(weekday, known)
    return known
  }
}

const workIn = (windowsOf: (day: string) => Windows, zone: string, from: number, to: number): Interval[] =>
  daysBetween(from - dayMs, to + dayMs, zone).flatMap((day) =>
    windowsOf(day).flatMap(([begin, end]) => timesShown(day, clockMinutes(begin), clockMinutes(end), zone)),
  )

const beginOfWork = (hours: readonly Hours[], now: number): number | null => {
  for (const { from } of workAfter(hours, now)) return from
  return null
}

const endOfWork = (hours: readonly Hours[], now: number, length: number): number | null => {
  let left = length
  for (const { from, to } of workAfter(hours, now)) {
    if (to - from >= left) return from + left
    left -= to - from
  }
  return null
}
