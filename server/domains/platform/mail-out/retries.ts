/** Without an account an email is checked again so often: it is sent soon after one is configured. */
export const withoutAccountMs = 2 * 60_000

const firstWaitMs = 30_000
const longestWaitMs = 4 * 3_600_000

/**
 * When to try again after `tries` tries: after 30 s, 2 min, 8 min, 32 min, 2 h and then every 4 h, each ±20 % so that
 * many do not come back at once; `chance` is from 0 to 1. A provider that names a time gets it, and up to 20 % more.
 */
export const nextTryAt = (tries: number, at: Date, retryAfterMs: number | null, chance: number): Date => {
  const waitMs =
    retryAfterMs === null
      ? Math.min(firstWaitMs * 4 ** (tries - 1), longestWaitMs) * (0.8 + 0.4 * chance)
      : retryAfterMs * (1 + 0.2 * chance)
  return new Date(at.getTime() + Math.round(waitMs))
}
