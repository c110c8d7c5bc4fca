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

/** In ms; the longest first, so that a wait that is too long is refused at the field that makes it so. */
const unitMs = { weeks: 7 * dayMs, days: dayMs, hours: hourMs, minutes: minuteMs } as const
const units = Object.keys(unitMs) as (keyof typeof unitMs)[]

const count = (unit: keyof typeof unitMs) =>
  z
    .int()
    .min(0)
    .max(longestWaitMs / minuteMs)
    .optional()
    .describe(`Elapsed ${unit}`)

type Lengths = Readonly<Partial<Record<keyof typeof unitMs, number | undefined>>>
const lengthMs = (lengths: Lengths): number => units.reduce((sum, unit) => sum + (lengths[unit] ?? 0) * unitMs[unit], 0)

const Duration = z
  .strictObject({
    kind: z.literal('duration'),
    weeks: count('weeks'),
    days: count('days'),
    hours: count('hours'),
    minutes: count('minutes'),
  })
  .superRefine((wait, context) => {
    const refuse = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message })
    const length = lengthMs(wait)
    if (length === 0) refuse(units.find((unit) => wait[unit] !== undefined) ?? 'minutes', 'must be a minute or more')
    if (length <= longestWaitMs) return
    refuse(units.find((unit) => wait[unit]) ?? 'minutes', `must come to ${mostDays} days or less`)
  })

const WaitZone = z
  .string()
  .trim()
  .refine(
    (zone) => zone === 'workspace' || zone === 'contact' || isZone(zone),
    'is no time zone; use workspace, contact or an IANA name',
  )
  .optional()
const zoneWords = 'IANA time zone, or `workspace`, or `contact`: that of the contact where it is known, else the workspace’s.'

const Clock = z
  .strictObject({
    kind: z.literal('clock'),
    at: StartTime.describe('HH:MM on the wall clock'),
    days: z.int().min(1).max(mostDays).optional().describe('So many days on: 1 is tomorrow'),
    weekday: z.enum(weekdays).optional().describe('The next such day'),
    zone: WaitZone.describe(`${zoneWords} Default: workspace`),
  })
  .superRefine(({ days, weekday }, context) => {
    if (days !== undefined && weekday !== undefined)
      context.addIssue({ code: 'custom', path: ['weekday'], message: 'cannot stand beside days' })
  })
  .describe('Until clocks show a time. Without days and weekday: the next time they do')

/** Windows of work stand on walls of their own. */
const WorkZone = WaitZone.describe(`${zoneWords} The working hours are read in it. Default: the zones that they were set in`)

const WorkingHours = z
  .strictObject({
    kind: z.literal('working_hours'),
    hours: z.int().min(1).max(2_000).describe('Hours of work, as elapsed time within the working hours'),
    zone: WorkZone,
  })
  .describe('Until so many hours of work have passed')

const NextWorkingHour = z
  .strictObject({ kind: z.literal('next_working_hour'), zone: WorkZone })
  .describe('Until the working hours begin; within them: no wait')

const kindWords = 'must be duration, clock, working_hours or next_working_hour'

/** How long a step waits, where it is not an instant by an expression. */
export const WaitTime = z.discriminatedUnion('kind', [Duration, Clock, WorkingHours, NextWorkingHour], {
  error: (issue) => (issue.code === 'invalid_union' ? kindWords : undefined),
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
  if (wait.kind === 'duration') return { at: new Date(now + lengthMs(wait)) }
  const zone = zoneOf(wait.zone, context)
  if (wait.kind === 'clock') return clockDue(wait, now, zone)
  const hours = hoursIn(wait.zone === undefined ? null : zone, context)
  const ms = wait.kind === 'working_hours' ? endOfWork(hours, now, wait.hours * hourMs) : beginOfWork(hours, now)
  if (ms === null) return { refused: 'too_long', field: wait.kind === 'working_hours' ? 'hours' : 'kind' }
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

const zoneOf = (named: string | undefined, { zone, contactZone }: WaitContext): string => {
  if (named === undefined || named === 'workspace') return zone
  return named === 'contact' ? (contactZone ?? zone) : named
}

const clockDue = ({ at, days, weekday }: z.output<typeof Clock>, now: number, zone: string): Due => {
  const today = dayOf(now, zone)
  const isNext = (day: string): boolean =>
    (weekday === undefined || weekdayOf(day) === weekday) && firstMomentAt(day, at, zone) > now
  let date = addDays(today, days ?? 0)
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
  const zones = Map.groupBy(hours, ({ zone }) => zone)
  const last = now + longestWaitMs
  for (let from = now; from < last; from += searchMs) {
    const to = Math.min(from + searchMs, last)
    const work = mergeIntervals([...zones].flatMap(([zone, ofZone]) => workIn(ofZone, zone, from, to)))
    for (const each of work) {
      const cut = { from: Math.max(each.from, from), to: Math.min(each.to, to) }
      if (cut.from < cut.to) yield cut
    }
  }
}

/** A window that several have on a day is looked for once: 50 people take 20 ms for 400 days, not 200. */
const workIn = (hours: readonly Hours[], zone: string, from: number, to: number): Interval[] =>
  daysBetween(from - dayMs, to + dayMs, zone).flatMap((day) => {
    const windows = new Map(hours.flatMap((each) => windowsOn(each, day)).map((window) => [window.join(), window]))
    return [...windows.values()].flatMap(([begin, end]) => timesShown(day, clockMinutes(begin), clockMinutes(end), zone))
  })

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
