import { z } from 'zod'
import { shape } from '#shapes'
import { addDays, clockMinutes, firstMomentAt, wallClockOf } from '#shapes/wall-clocks.ts'

export const minutesADay = 1_440

/** Where something stands on one day of a wall: a page draws it there, and works out no zone. */
export const CalendarPart = shape('CalendarPart', {
  date: z.iso.date(),
  from_minute: z.int().describe('Of the clock: 570 is 9:30'),
  to_minute: z.int().describe('1440 ends the day'),
})
type Part = z.output<typeof CalendarPart>

/** A day of a wall with its bounds, in ms. */
export interface WallDay {
  readonly date: string
  readonly from: number
  readonly to: number
}

export const wallDays = (from: string, count: number, zone: string): WallDay[] =>
  Array.from({ length: count }, (_, at) => addDays(from, at)).map((date) => ({
    date,
    from: firstMomentAt(date, '00:00', zone),
    to: firstMomentAt(addDays(date, 1), '00:00', zone),
  }))

const minuteAt = (ms: number, zone: string): number => clockMinutes(wallClockOf(ms, zone).time)

/** The parts of a time on some days. In an hour that clocks show twice, the elapsed time counts. */
export const partsOf = (time: { readonly from: number; readonly to: number }, days: readonly WallDay[], zone: string): Part[] =>
  days.flatMap((day) => {
    const [from, to] = [Math.max(time.from, day.from), Math.min(time.to, day.to)]
    if (from >= day.to || to < from || (to === from && time.from !== time.to)) return []
    const fromMinute = from === day.from ? 0 : minuteAt(from, zone)
    const shown = to === day.to ? minutesADay : minuteAt(to, zone)
    const toMinute = shown < fromMinute || (shown === fromMinute && to > from) ? fromMinute + (to - from) / 60_000 : shown
    return [{ date: day.date, from_minute: fromMinute, to_minute: Math.min(minutesADay, Math.round(toMinute)) }]
  })

/** The days of an all-day event, whose end is exclusive, among some days. */
export const wholeDays = (time: { readonly from: string; readonly to: string }, days: readonly WallDay[]): Part[] =>
  days
    .filter(({ date }) => date >= time.from && date < time.to)
    .map(({ date }) => ({ date, from_minute: 0, to_minute: minutesADay }))
