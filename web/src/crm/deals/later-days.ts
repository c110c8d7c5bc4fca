const morningHour = 9

/** A day from now on at the time of day that a task has already; one without is for the morning. All in the reader's own zone. */
const atItsTime = (dueAt: string | null, year: number, month: number, day: number): Date => {
  const due = dueAt === null ? null : new Date(dueAt)
  return new Date(year, month, day, due?.getHours() ?? morningHour, due?.getMinutes() ?? 0)
}

/** The days to which tasks are put off most. Of a Monday the next one is a week ahead. */
export const laterDays = (dueAt: string | null, now: Date): { tomorrow: Date; monday: Date } => {
  const ahead = (days: number): Date => atItsTime(dueAt, now.getFullYear(), now.getMonth(), now.getDate() + days)
  return { tomorrow: ahead(1), monday: ahead((8 - now.getDay()) % 7 || 7) }
}

/** `day`: as a field of a browser has it, YYYY-MM-DD. Null: it is none, or before today. */
export const onLaterDay = (day: string, dueAt: string | null, now: Date): Date | null => {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  const isPast = new Date(year, month - 1, date) < new Date(now.getFullYear(), now.getMonth(), now.getDate())
  return isPast ? null : atItsTime(dueAt, year, month - 1, date)
}
