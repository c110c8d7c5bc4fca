/** Times at which people look at things again, from now on, in the reader's own zone. */
export const snoozeTimes = (now: Date): { later: Date; tomorrow: Date; monday: Date; week: Date } => {
  const morning = (daysAhead: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead, morningHour)
  return {
    later: new Date(now.getTime() + 3 * 3_600_000),
    tomorrow: morning(1),
    // Never today: a Monday sleeps until the next one.
    monday: morning(((8 - now.getDay()) % 7) + (now.getDay() === 1 ? 7 : 0)),
    week: morning(7),
  }
}

const morningHour = 9
