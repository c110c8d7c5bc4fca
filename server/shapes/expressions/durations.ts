import { isKnownTime } from '../times.ts'
import { addDays, firstMomentAt } from '../wall-clocks.ts'
import { clockOf, dayText, hourText, offsetAt } from './clocks.ts'
import type { Evaluation } from './evaluation.ts'
import { Failure } from './troubles.ts'

const dayMs = 86_400_000

/** Days of the calendar and time on top. A day is 24 hours only where it is compared. */
export class Duration {
  readonly days: number
  readonly ms: number

  constructor(days: number, ms: number) {
    this.days = days
    this.ms = ms
  }

  get totalMs(): number {
    return this.days * dayMs + this.ms
  }
}

/** An instant later or, with -1, earlier by a duration: days keep the time on the wall clock of the zone, hours are elapsed time. */
export const shift = (e: Evaluation, instant: Date, { days, ms }: Duration, direction: 1 | -1): Date => {
  const moved = days === 0 ? instant.getTime() : onAnotherDay(e, instant.getTime(), direction * days)
  return instantAt(moved + direction * ms)
}

/** Where the offset there is the same, that is all; else clocks were changed between, and the time may not exist or exist twice. */
const onAnotherDay = (e: Evaluation, ms: number, days: number): number => {
  const { zone } = e.place
  const there = ms + days * dayMs
  if (!isKnownTime(there)) throw outOfTime()
  e.spend(300)
  const offset = offsetAt(ms, zone)
  if (!Number.isInteger(days) || offsetAt(there, zone) === offset) return there
  e.spend(3_000)
  const clock = clockOf(ms, zone)
  return firstMomentAt(addDays(dayText(clock), days), hourText(clock), zone) + (ms % 60_000)
}

export const instantAt = (ms: number): Date => {
  if (!isKnownTime(ms)) throw outOfTime()
  return new Date(ms)
}

const outOfTime = (): Failure => new Failure('overflow', 'The time is outside the years 1 to 9999.')
