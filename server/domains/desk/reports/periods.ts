import type { Db } from '#core/context.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { addDays, dayStart, shownMs } from '#shapes/wall-clocks.ts'

/** How a workspace counts days: by its zone, and by the day that a week begins with where it is. */
export interface Calendar {
  readonly zone: string
  /** 1 is Monday, 7 Sunday. */
  readonly weekStart: number
}

export const findCalendar = async (db: Db, orgId: string): Promise<Calendar> => {
  const org = await findOrganization(db, orgId)
  return { zone: org?.time_zone ?? 'UTC', weekStart: weekStartOf(org?.default_country ?? null) }
}

/** As CLDR has it: Monday in most countries, Sunday or Saturday in others; Monday (ISO 8601) where no country is known. */
export const weekStartOf = (country: string | null): number =>
  country === null ? 1 : (new Intl.Locale(`und-${country}`) as LocaleWithWeek).getWeekInfo().firstDay

/** What TypeScript's library does not know of yet. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo(): { readonly firstDay: number } }

/** Days of a calendar, both included. */
export interface Days {
  readonly first: string
  readonly last: string
}

export const periodNames = ['today', 'week', 'month', 'quarter', 'year', 'custom'] as const
export type PeriodName = (typeof periodNames)[number]

/** Of a day: the week, month, quarter or year around it, all of its days. */
const whole = (name: Exclude<PeriodName, 'custom'>, day: string, { weekStart }: Pick<Calendar, 'weekStart'>): Days => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  switch (name) {
    case 'today':
      return { first: day, last: day }
    case 'week': {
      const first = weekOf(day, weekStart)
      return { first, last: addDays(first, 6) }
    }
    case 'month':
      return months(year, month, 1)
    case 'quarter':
      return months(year, month - ((month - 1) % 3), 3)
    case 'year':
      return months(year, 1, 12)
  }
}

/** The day with which the week of a day begins. */
export const weekOf = (day: string, weekStart: number): string => {
  const weekday = new Date(shownMs(day)).getUTCDay() || 7
  return addDays(day, -((weekday - weekStart + 7) % 7))
}

const months = (year: number, month: number, count: number): Days => ({
  first: monthStart(year, month),
  last: addDays(monthStart(year, month + count), -1),
})

const monthStart = (year: number, month: number): string => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)

export const daysIn = ({ first, last }: Days): number => Math.round((shownMs(last) - shownMs(first)) / 86_400_000) + 1

/** A period, and the one before it that it is compared with. */
export interface Period {
  readonly days: Days
  readonly before: Days
}

/**
 * The period of a name that has the present day in it, up to that day; and the period before it, for as many days: the first 12 days
 * of a month beside the first 12 of the month before, or all of a shorter one. Given days stand beside as many days before them.
 */
export const periodOf = (
  name: PeriodName,
  custom: Days | null,
  today: string,
  calendar: Pick<Calendar, 'weekStart'>,
): Period => {
  if (name === 'custom') {
    const days = custom ?? { first: today, last: today }
    return { days, before: { first: addDays(days.first, -daysIn(days)), last: addDays(days.first, -1) } }
  }
  const days = { first: whole(name, today, calendar).first, last: today }
  const earlier = whole(name, addDays(days.first, -1), calendar)
  const last = addDays(earlier.first, daysIn(days) - 1)
  return { days, before: { first: earlier.first, last: last < earlier.last ? last : earlier.last } }
}

/** The instants of days in a zone: from the first moment of the first to the first moment after the last. */
export const spanOf = ({ first, last }: Days, zone: string): { from: Date; to: Date } => ({
  from: dayStart(first, zone),
  to: dayStart(addDays(last, 1), zone),
})

export const units = ['hour', 'day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** So that a chart has no more than some forty points. */
export const unitOf = (days: Days): Unit => {
  const count = daysIn(days)
  if (count === 1) return 'hour'
  if (count <= 31) return 'day'
  return count <= 190 ? 'week' : 'month'
}

/** Where the parts of a span begin: the first with the span itself, each of the others on its own border of the calendar. */
export const bordersOf = (days: Days, unit: Unit, { zone, weekStart }: Calendar): Date[] => {
  const { from, to } = spanOf(days, zone)
  if (unit === 'hour') {
    const borders: Date[] = []
    for (let at = from.getTime(); at < to.getTime(); at += 3_600_000) borders.push(new Date(at))
    return borders
  }
  const borders = [from]
  for (let day = nextBorder(days.first, unit, weekStart); day <= days.last; day = nextBorder(day, unit, weekStart))
    borders.push(dayStart(day, zone))
  return borders
}

const nextBorder = (day: string, unit: Exclude<Unit, 'hour'>, weekStart: number): string => {
  if (unit === 'day') return addDays(day, 1)
  if (unit === 'week') return addDays(weekOf(day, weekStart), 7)
  return monthStart(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 1)
}
