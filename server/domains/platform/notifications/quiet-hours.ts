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

/** The times after `now` at which clocks of a zone show `summaryAt`, of a day each: within as many days, today among them. */
export const nextSummaries = (
  summaryAt: string,
  zone: string,
  { now, days }: { readonly now: Date; readonly days: number },
): { readonly day: string; readonly at: Date }[] => {
  const today = dayOf(now, zone)
  return Array.from({ length: days }, (_, later) => addDays(today, later))
    .map((day) => ({ day, at: new Date(firstMomentAt(day, summaryAt, zone)) }))
    .filter(({ at }) => at > now)
}

/** Quiet hours are looked at again so often while something waits: they may have been changed. */
const lookAgainMs = 10 * 60_000

/** When what quiet hours keep back is looked at again, at the latest when they end. */
export const lookAgainAt = (quiet: Date, now: Date): Date => new Date(Math.min(quiet.getTime(), now.getTime() + lookAgainMs))
