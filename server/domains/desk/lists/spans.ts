import { addDays, weekdayOf, weekdays } from '#shapes/wall-clocks.ts'
import type { ListCondition, Period } from './filters.ts'

/** Days of the calendar, the first included, the last not; null: without an end on that side. */
export interface DaySpan {
  readonly from: string | null
  readonly to: string | null
}

const mostDays = 36_500

/** What a condition on a day or a time means today; null where its value does not fit. */
export const spanOf = ({ op, value }: ListCondition, today: string): DaySpan | null => {
  if (op === 'in_period') return periods[value as Period]?.(today) ?? null
  if (op === 'last_days' || op === 'next_days' || op === 'older_than_days') {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > mostDays) return null
    if (op === 'last_days') return { from: addDays(today, 1 - value), to: addDays(today, 1) }
    if (op === 'next_days') return { from: today, to: addDays(today, value + 1) }
    return { from: null, to: addDays(today, -value) }
  }
  if (typeof value !== 'string' || !isDay(value)) return null
  if (op === 'before') return { from: null, to: value }
  if (op === 'after') return { from: addDays(value, 1), to: null }
  return op === 'on' ? { from: value, to: addDays(value, 1) } : null
}

export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && text > '0001-01-01' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  )
}

const week = (day: string, by: number): DaySpan => {
  const monday = addDays(day, 7 * by - weekdays.indexOf(weekdayOf(day)))
  return { from: monday, to: addDays(monday, 7) }
}

const month = (day: string, by: number): DaySpan => {
  const first = (n: number): string =>
    new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + n, 1)).toISOString().slice(0, 10)
  return { from: first(by), to: first(by + 1) }
}

const year = (day: string, by: number): DaySpan => {
  const n = Number(day.slice(0, 4)) + by
  return { from: `${n}-01-01`, to: `${n + 1}-01-01` }
}

const periods: Readonly<Record<Period, (today: string) => DaySpan>> = {
  today: (day) => ({ from: day, to: addDays(day, 1) }),
  yesterday: (day) => ({ from: addDays(day, -1), to: day }),
  tomorrow: (day) => ({ from: addDays(day, 1), to: addDays(day, 2) }),
  this_week: (day) => week(day, 0),
  last_week: (day) => week(day, -1),
  next_week: (day) => week(day, 1),
  this_month: (day) => month(day, 0),
  last_month: (day) => month(day, -1),
  next_month: (day) => month(day, 1),
  this_year: (day) => year(day, 0),
  last_year: (day) => year(day, -1),
}
