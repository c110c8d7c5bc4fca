import { isKnownTime } from '../times.ts'
import { addDays, firstMomentAt, offsetMsAt, shownMs, wallClockOf } from '../wall-clocks.ts'
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
export const shift = (instant: Date, { days, ms }: Duration, direction: 1 | -1, zone: string): Date => {
  const moved = days === 0 ? instant.getTime() : onAnotherDay(instant.getTime(), direction * days, zone)
  return instantAt(moved + direction * ms)
}

const onAnotherDay = (ms: number, days: number, zone: string): number => {
  const whole = Math.trunc(days)
  if (!isKnownTime(ms + days * dayMs)) throw outOfTime()
  const { date, time } = wallClockOf(ms, zone)
  const day = addDays(date, whole)
  const withinMinute = (ms + offsetMsAt(ms, zone) - shownMs(date)) % 60_000
  return firstMomentAt(day, time, zone) + withinMinute + (days - whole) * dayMs
}

export const instantAt = (ms: number): Date => {
  if (!isKnownTime(ms)) throw outOfTime()
  return new Date(ms)
}

const outOfTime = (): Failure => new Failure('overflow', 'The time is outside the years 1 to 9999.')
