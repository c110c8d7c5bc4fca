import { addDays, clockMinutes, dayOf, firstMomentAt, wallClockOf } from '#shapes/wall-clocks.ts'
import type { QuietHours } from './notification-settings.ts'

/** Until when nothing is sent to a person, in the zone that they live in; null outside their quiet hours. */
export const quietUntil = (quiet: QuietHours | null, zone: string, now: Date): Date | null => {
  if (!quiet || quiet.from === quiet.to) return null
  const { date, time } = wallClockOf(now, zone)
  const at = clockMinutes(time)
  const [from, to] = [clockMinutes(quiet.from), clockMinutes(quiet.to)]
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? at >= from || at < to : at >= from && at < to
  if (!isQuiet) return null
  const end = new Date(firstMomentAt(isOverMidnight && at >= from ? addDays(date, 1) : date, quiet.to, zone))
  // An hour that clocks show twice has two ends: past the first, the time shown is quiet once more.
  return end > now ? end : null
}

/** The next time after `now` at which clocks of a zone show `summaryAt`, and the day that it is then. */
export const nextSummary = (summaryAt: string, zone: string, now: Date): { readonly day: string; readonly at: Date } => {
  const today = dayOf(now, zone)
  for (const day of [today, addDays(today, 1)]) {
    const at = new Date(firstMomentAt(day, summaryAt, zone))
    if (at > now) return { day, at }
  }
  throw new Error('a day without a later time')
}
