import { dayAndMinute, timeOfDay } from '#web/i18n/format.ts'

/** 14:05, and of another day the day too. */
export const clockTime = (at: string): string =>
  new Date(at).toDateString() === new Date().toDateString() ? timeOfDay(at) : dayAndMinute(at)
