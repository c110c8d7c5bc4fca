import { clockMinutes, dayOf, momentsShownAs, offsetMsAt, shownMs, timesShown, wallClockOf } from '#shapes/wall-clocks.ts'
import { daysBetween, type Hours, windowsOn } from '../hours/work-hours.ts'

/** From `from` to before `to`, in ms. */
export interface Interval {
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000

/** How long meetings are, where they may begin, and what must stay free around them. */
export interface Grid {
  readonly minutes: number
  readonly gridMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
}

/** The time that a meeting takes from its host: the meeting and its buffers. */
export const spanOf = (start: number, { minutes, bufferBeforeMinutes, bufferAfterMinutes }: Grid): Interval => ({
  from: start - bufferBeforeMinutes * minuteMs,
  to: start + (minutes + bufferAfterMinutes) * minuteMs,
})

/**
 * The starts of a day of a host's wall, in order. They stand on the wall clock, counted from where each window begins; lengths are elapsed
 * time. A skipped start is none, a repeated one is two. All that lie in `time` are among them.
 */
export const startsOn = (
  hours: Hours,
  day: string,
  { minutes, gridMinutes }: Pick<Grid, 'minutes' | 'gridMinutes'>,
  time?: Interval,
): number[] => {
  const shown = time ? shownOn(day, time, hours.zone) : wholeDay
  const midnight = shownMs(day)
  const starts = windowsOn(hours, day).flatMap(([from, to]) => {
    const times = timesShown(day, clockMinutes(from), clockMinutes(to), hours.zone)
    const found: number[] = []
    const begin = clockMinutes(from)
    const first = begin + Math.max(0, Math.ceil((shown.from - begin) / gridMinutes)) * gridMinutes
    const last = Math.min(clockMinutes(to) - 1, shown.to)
    for (let clock = first; clock <= last; clock += gridMinutes)
      for (const start of momentsShownAs(midnight + clock * minuteMs, hours.zone))
        if (times.some((each) => each.from <= start && start + minutes * minuteMs <= each.to)) found.push(start)
    return found
  })
  return [...new Set(starts)].sort((a, b) => a - b)
}

const wholeDay = { from: 0, to: 1_440 }

/**
 * What clocks show on a day within a time, in minutes: for one start, one clock in place of a day's 96. The whole day where they are
 * set meanwhile.
 */
const shownOn = (day: string, { from, to }: Interval, zone: string): Interval => {
  if (to - from > dayMs || offsetMsAt(from, zone) !== offsetMsAt(to - 1, zone)) return wholeDay
  const [first, last] = [wallClockOf(from, zone), wallClockOf(to - 1, zone)]
  return {
    from: first.date === day ? clockMinutes(first.time) : wholeDay.from,
    to: last.date === day ? clockMinutes(last.time) : wholeDay.to,
  }
}

/** The windows of work of a host in a time, merged and in order. */
export const workBetween = (hours: Hours, { from, to }: Interval): Interval[] =>
  mergeIntervals(
    daysBetween(from - dayMs, to + dayMs, hours.zone).flatMap((day) =>
      windowsOn(hours, day).flatMap(([begin, end]) => timesShown(day, clockMinutes(begin), clockMinutes(end), hours.zone)),
    ),
  )

const dayMs = 86_400_000

/** Sorted, and joined where they overlap or touch. */
export const mergeIntervals = (intervals: readonly Interval[]): Interval[] => {
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of intervals.filter((each) => each.to > each.from).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** What of a time lies in none of these intervals, which are merged. */
export const gapsOf = ({ from, to }: Interval, merged: readonly Interval[]): Interval[] => {
  const gaps: Interval[] = []
  let at = from
  for (const each of merged) {
    if (each.to <= at) continue
    if (each.from >= to) break
    if (each.from > at) gaps.push({ from: at, to: each.from })
    at = each.to
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}

/** The first place of merged intervals that ends after `ms`: half of the rest is left out at each step. */
const firstEndingAfter = (merged: readonly Interval[], ms: number): number => {
  let [low, high] = [0, merged.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((merged[middle] as Interval).to <= ms) low = middle + 1
    else high = middle
  }
  return low
}

export const overlapsAny = (merged: readonly Interval[], { from, to }: Interval): boolean => {
  const next = merged[firstEndingAfter(merged, from)]
  return next !== undefined && next.from < to
}

/** How many meetings of the event type a host has had on a day or in a week, by the first day. */
export interface Limits {
  readonly perDay: number | null
  readonly perWeek: number | null
}

/** What is known of a host: hours, everything that takes their time, and the starts of meetings of this event type. */
export interface HostTime {
  readonly hours: Hours
  /** Merged. */
  readonly busy: readonly Interval[]
  readonly meetings: readonly number[]
}

/** The starts at which one host can be had in a time: on the grid, free with its buffers, within the limits of their days. */
export const freeStarts = (host: HostTime, grid: Grid, limits: Limits, { from, to }: Interval): number[] => {
  const isFull = fullness(host, limits)
  return daysBetween(from, to, host.hours.zone).flatMap((day) =>
    isFull(day)
      ? []
      : startsOn(host.hours, day, grid, { from, to }).filter(
          (start) => start >= from && start < to && !overlapsAny(host.busy, spanOf(start, grid)),
        ),
  )
}

/** Whether a day of a host's wall, or its week, holds as many meetings as it may. */
const fullness = ({ hours, meetings }: HostTime, { perDay, perWeek }: Limits): ((day: string) => boolean) => {
  if (perDay === null && perWeek === null) return () => false
  const onDay = countBy(meetings.map((start) => dayOf(start, hours.zone)))
  const inWeek = countBy(meetings.map((start) => mondayOf(dayOf(start, hours.zone))))
  return (day) =>
    (perDay !== null && (onDay.get(day) ?? 0) >= perDay) || (perWeek !== null && (inWeek.get(mondayOf(day)) ?? 0) >= perWeek)
}

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

/** The starts that an event type offers: of one of the hosts (`any`), or of all of them at once (`all`). With who can be had at each. */
export const offeredStarts = (
  hosts: readonly HostTime[],
  needed: 'any' | 'all',
  grid: Grid,
  limits: Limits,
  time: Interval,
): Map<number, string[]> => {
  const offered = new Map<number, string[]>()
  for (const host of hosts)
    for (const start of freeStarts(host, grid, limits, time)) {
      const there = offered.get(start)
      if (there) there.push(host.hours.personId)
      else offered.set(start, [host.hours.personId])
    }
  const starts = [...offered].filter(([, there]) => needed === 'any' || there.length === hosts.length)
  return new Map(starts.sort(([a], [b]) => a - b))
}
