const dayMs = 86_400_000
const restorableDays = 30

/** Full days in which a record can still be restored; `now` in milliseconds, by a clock that may stand before the deletion. */
export const daysLeft = (deletedAt: string, now: number): number =>
  Math.min(restorableDays, Math.max(0, Math.ceil((Date.parse(deletedAt) + restorableDays * dayMs - now) / dayMs)))
