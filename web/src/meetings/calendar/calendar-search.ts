export const calendarViews = ['day', 'week', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

export interface CalendarSearch {
  view?: CalendarView
  date?: string
}

/** How many days each view shows. */
export const daysOf: Readonly<Record<CalendarView, number>> = { day: 1, week: 7, list: 14 }

/** What the address says; invalid values are ignored. */
export const readCalendarSearch = (search: Record<string, unknown>): CalendarSearch => {
  const view = calendarViews.find((known) => known === search.view)
  const date = typeof search.date === 'string' && isDay(search.date) ? search.date : undefined
  return { ...(view && { view }), ...(date && { date }) }
}

const isDay = (text: string): boolean => /^2[01]\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** Another day of the calendar: dates alone, which are the same in every zone. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
