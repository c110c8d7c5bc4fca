import { retryAfterMs } from '#shapes/retry-after.ts'

const minute = 60
const hour = 3_600
const day = 86_400

/** Seconds from each failed try to the next. Ten tries over a little more than three days; then the delivery has failed. */
export const retryDelaysSeconds: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** So much is added at the most, by chance, so that what failed together does not come back together. */
const jitter = 0.2
/** What a receiver may ask for with Retry-After. */
const longestWaitSeconds = day

/**
 * Seconds until the next try, after `tries` failed ones; null when there is none. `askedSeconds` is what the receiver asked
 * for: the longer of both counts, so that the attempts of three days are not used up within a minute.
 */
export const nextTrySeconds = (tries: number, askedSeconds: number | null, chance: () => number): number | null => {
  const usual = retryDelaysSeconds[tries - 1]
  if (usual === undefined) return null
  return Math.max(usual, askedSeconds ?? 0) * (1 + jitter * chance())
}

/** Seconds that a Retry-After header asks for, at most a day; null without a readable one. */
export const readRetryAfter = (header: string | undefined, now: Date): number | null => {
  const ms = retryAfterMs(header, now)
  return ms === null ? null : Math.min(ms / 1_000, longestWaitSeconds)
}
