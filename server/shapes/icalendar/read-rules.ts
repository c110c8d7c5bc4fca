import { type Freq, RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { clockStamp, dayMs, instantAt, readWall, type Stamp, stampAt } from './read-times.ts'

export interface RuleStart {
  readonly wallMs: number
  readonly zone: string
  readonly isDay: boolean
}

export interface RuleBounds {
  /** Instants; of days as if they were of UTC. */
  readonly fromMs: number
  readonly toMs: number
  readonly most: number
}

export type Expanded =
  | {
      readonly outcome: 'expanded'
      readonly starts: readonly Pick<Stamp, 'wallMs' | 'ms'>[]
      /** There are more than were wanted, or looking for them would take too long. */
      readonly isCut: boolean
    }
  | { readonly outcome: 'unreadable' }

/** A recurrence rule as it is computed with. */
interface Rule {
  readonly freq: Freq
  readonly interval: number
  readonly count: number | null
  readonly untilMs: number | null
  readonly by: Readonly<Record<By, number[]>>
  readonly byDay: readonly string[]
  readonly wkst: string
}

const numbers = {
  byHour: [0, 23],
  byMinute: [0, 59],
  bySecond: [0, 59],
  byMonth: [1, 12],
  byMonthDay: [-31, 31],
  byYearDay: [-366, 366],
  byWeekNo: [-53, 53],
  bySetPos: [-366, 366],
} as const
type By = keyof typeof numbers

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
const isWithinDays = ({ freq }: Pick<Rule, 'freq'>): boolean => frequencies.indexOf(freq) > 3
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * When a rule (RFC 5545, 3.3.10) lets an event begin between two instants, its own start not counted unless the rule has it. Days and
 * longer periods are counted on the wall, where no clock is set forward; a time that clocks skip is left out, and does not count.
 */
export const expandRule = (value: unknown, start: RuleStart, bounds: RuleBounds): Expanded => {
  const rule = readRule(value, start)
  if (!rule) return { outcome: 'unreadable' }
  // Before its start there is nothing, and a start may be far ahead.
  const fromMs = Math.max(bounds.fromMs, start.wallMs - 2 * dayMs)
  if (fromMs > bounds.toMs) return { outcome: 'expanded', starts: [], isCut: false }
  const { count, isCut } = countThatMatters(rule, start, bounds.toMs)
  if (count === null && timesOfDay(rule) > mostTimesOfDay) return { outcome: 'expanded', starts: [], isCut: true }
  try {
    const found = isWithinDays(rule)
      ? exactStarts({ ...rule, count }, start, { ...bounds, fromMs })
      : wallStarts({ ...rule, count }, start, { ...bounds, fromMs })
    return { outcome: 'expanded', starts: found.starts, isCut: isCut || found.isCut }
  } catch {
    // A combination that it refuses, or more steps than it makes.
    return { outcome: 'expanded', starts: [], isCut: true }
  }
}

const readRule = (value: unknown, start: RuleStart): Rule | null => {
  if (typeof value !== 'object' || value === null) return null
  const given = value as Readonly<Record<string, unknown>>
  const freq = frequencies.find((each) => each === given.freq)
  const interval = given.interval === undefined ? 1 : Number(given.interval)
  const count = given.count === undefined ? null : Number(given.count)
  if (!freq || !(interval >= 1) || (count !== null && !(count >= 1))) return null
  // Other calendars (RFC 7529) are no rule of these years.
  if (given.rscale !== undefined && String(given.rscale).toUpperCase() !== 'GREGORIAN') return null
  const until = given.until === undefined ? null : readUntil(given.until, start)
  if (until === undefined) return null
  const listed = Object.entries(numbers).map(([name, [least, most]]) => {
    const written = given[name.toLowerCase()]
    const list = (written === undefined ? [] : [written].flat()).map(Number)
    return [name, [...new Set(list.filter((each) => Number.isInteger(each) && each >= least && each <= most))]] as const
  })
  const by = Object.fromEntries(listed) as Record<By, number[]>
  const days = (given.byday === undefined ? [] : [given.byday].flat()).map(String)
  const byDay = [...new Set(days.filter((each) => /^(?:[+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(each)))].slice(0, 100)
  return {
    freq,
    interval: Math.min(interval, isWithinDays({ freq }) ? 1e9 : 1e5),
    count,
    untilMs: until,
    by,
    byDay,
    wkst: weekdays[Number(given.wkst) - 1] ?? 'MO',
  }
}

/** The last instant, of days as if of UTC; a day counts to its end. Undefined for one that cannot be read. */
const readUntil = (value: unknown, start: RuleStart): number | undefined => {
  const wall = readWall(value)
  if (!wall) return undefined
  if (start.isDay) return Math.floor(wall.wallMs / dayMs) * dayMs
  if (wall.isDay) return clockStamp(wall.wallMs + dayMs - 1_000, start.zone).ms
  return wall.isUtc ? wall.wallMs : clockStamp(wall.wallMs, start.zone).ms
}

const unitMs: Readonly<Record<Freq, number>> = {
  ...{ YEARLY: 365 * dayMs, MONTHLY: 28 * dayMs, WEEKLY: 7 * dayMs, DAILY: dayMs },
  ...{ HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 },
}

/** How many times of a day a rule can have, at the most. */
const timesOfDay = ({ freq, by, interval }: Rule): number => {
  const step = frequencies.indexOf(freq) - 3
  const hours = by.byHour.length || (step >= 1 ? 24 : 1)
  const minutes = by.byMinute.length || (step >= 2 ? 60 : 1)
  const seconds = by.bySecond.length || (step >= 3 ? 60 : 1)
  const expanded = step === 1 ? minutes * seconds : step === 2 ? seconds : 1
  return step >= 1
    ? Math.min(hours * minutes * seconds, Math.ceil(dayMs / unitMs[freq] / interval) * expanded)
    : hours * minutes * seconds
}

/** Each minute. More often nothing takes place, and two years of it are no list. */
const mostTimesOfDay = 1_440
/** At most this many are counted from the start of a rule: 50 ms. */
const mostCounted = 5_000

/** A COUNT that cannot be reached in time is none: then nothing has to be counted from the start. */
const countThatMatters = (rule: Rule, { wallMs }: RuleStart, toMs: number): { count: number | null; isCut: boolean } => {
  if (rule.count === null) return { count: null, isCut: false }
  const { freq, interval, by, byDay } = rule
  const elapsed = Math.max(0, toMs + 2 * dayMs - wallMs)
  const hasDays = byDay.length + by.byMonthDay.length + by.byYearDay.length + by.byWeekNo.length + by.byMonth.length > 0
  const daysOfPeriod = { YEARLY: hasDays ? 366 : 1, MONTHLY: hasDays ? 31 : 1, WEEKLY: byDay.length || 1 }
  const mostInAll = isWithinDays(rule)
    ? (elapsed / dayMs + 1) * timesOfDay(rule)
    : (elapsed / unitMs[freq] / interval + 2) * (daysOfPeriod[freq as 'WEEKLY'] ?? 1) * timesOfDay(rule)
  if (rule.count > mostInAll) return { count: null, isCut: false }
  return rule.count > mostCounted ? { count: null, isCut: true } : { count: rule.count, isCut: false }
}

const made = (
  rule: Rule,
  { wallMs, zone }: Pick<RuleStart, 'wallMs' | 'zone'>,
  limits: { untilMs?: number | null; count?: number | null },
) => {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const lists = Object.entries(rule.by).filter(([, list]) => list.length > 0)
  return new RRuleTemporal({
    ...{ freq: rule.freq, interval: rule.interval, wkst: rule.wkst, dtstart: at(instantAt(wallMs, zone).ms), tzid: zone },
    ...Object.fromEntries(lists),
    ...(rule.byDay.length > 0 && { byDay: [...rule.byDay] }),
    ...(limits.untilMs != null && { until: at(limits.untilMs) }),
    ...(limits.count != null && { count: limits.count }),
    ...{ cache: false, maxIterations: 10_000, maxCandidateEvaluations: 50_000 },
  })
}

interface Found {
  readonly starts: readonly Pick<Stamp, 'wallMs' | 'ms'>[]
  readonly isCut: boolean
}

/** Of rules that count days: on the wall, as if it were UTC, where every day has its hours. */
const wallStarts = (rule: Rule, start: RuleStart, { fromMs, toMs, most }: RuleBounds): Found => {
  const wall = { wallMs: start.wallMs, zone: 'UTC' }
  // Later than UNTIL by any offset; the instants are compared below.
  const untilMs = rule.untilMs === null ? null : rule.untilMs + dayMs
  const asStart = (wallMs: number) => {
    const { ms, isSkipped } = start.isDay ? { ms: wallMs, isSkipped: false } : instantAt(wallMs, start.zone)
    return isSkipped || (rule.untilMs !== null && ms > rule.untilMs) ? [] : [{ wallMs, ms }]
  }
  const isWanted = ({ ms }: { ms: number }): boolean => ms >= fromMs && ms <= toMs
  if (rule.count !== null) {
    const { count } = rule
    // Skipped ones do not count: a few more than are wanted, for those.
    const all: number[] = []
    made(rule, wall, { untilMs, count: count + 20 }).all(({ epochMilliseconds }) => {
      all.push(epochMilliseconds)
      return epochMilliseconds <= toMs + dayMs
    })
    const starts = all.flatMap(asStart).slice(0, count).filter(isWanted)
    return { starts: starts.slice(0, most), isCut: starts.length > most }
  }
  const onWall = made(rule, wall, { untilMs })
  return inPieces(rule, { fromMs: fromMs - dayMs, toMs: toMs + dayMs, most }, (from, to) =>
    onWall
      .between(from, to, true)
      .flatMap(({ epochMilliseconds }) => asStart(epochMilliseconds))
      .filter(isWanted),
  )
}

/** Of rules that count hours and less: exact time, in the zone. */
const exactStarts = (rule: Rule, start: RuleStart, { fromMs, toMs, most }: RuleBounds): Found => {
  const inZone = made(rule, start, { untilMs: rule.untilMs, count: rule.count })
  const asStart = ({ epochMilliseconds: ms }: { epochMilliseconds: number }) => ({ ms, wallMs: stampAt(ms, start.zone).wallMs })
  if (rule.count !== null) {
    const all: number[] = []
    inZone.all(({ epochMilliseconds }) => {
      all.push(epochMilliseconds)
      return epochMilliseconds <= toMs
    })
    const wanted = all.filter((ms) => ms >= fromMs && ms <= toMs).map((ms) => asStart({ epochMilliseconds: ms }))
    return { starts: wanted.slice(0, most), isCut: wanted.length > most }
  }
  return inPieces(rule, { fromMs, toMs, most }, (from, to) => inZone.between(from, to, true).map(asStart))
}

/** Looks for no more than this many pieces of time. */
const mostPieces = 100

/**
 * From the beginning on, in pieces that cannot have many more than are wanted: what asks for each second of two years must not be
 * written down first and counted then. Pieces grow where little is found.
 */
const inPieces = (
  rule: Rule,
  { fromMs, toMs, most }: RuleBounds,
  between: (from: Date, to: Date) => Found['starts'],
): Found => {
  const leastMs = Math.floor((2_000 / timesOfDay(rule)) * dayMs)
  const starts: Found['starts'][number][] = []
  let [at, lengthMs] = [fromMs, leastMs]
  for (let pieces = 0; at <= toMs; pieces++) {
    if (pieces >= mostPieces) return { starts, isCut: true }
    const end = Math.min(at + lengthMs, toMs)
    const found = between(new Date(at), new Date(end))
    for (const each of found) starts.push(each)
    if (starts.length > most) return { starts: starts.slice(0, most), isCut: true }
    lengthMs = Math.min(found.length < 500 ? lengthMs * 2 : lengthMs, leastMs * 8)
    at = end + 1
  }
  return { starts, isCut: false }
}
