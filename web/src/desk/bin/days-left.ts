const dayMs = 86_400_000
const restorableDays = 30

/** Full days in which a record can still be restored; `now` in milliseconds. */
export const daysLeft = (deletedAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + restorableDays * dayMs - now) / dayMs))
