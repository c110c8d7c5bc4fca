import { Failure, transportErrors } from '#core/errors.ts'
import { retryAfterSeconds } from '#shapes/retry-after.ts'

/** 429 for a month whose leads are used up: a retry can succeed when the next one begins, in UTC. */
export const quotaExceeded = (now: Date): Failure => {
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const seconds = retryAfterSeconds(nextMonthMs - now.getTime())
  return new Failure('quota_exceeded', {
    message: transportErrors.quota_exceeded.message.replace('<N>', String(seconds)),
    retryAfterSeconds: seconds,
  })
}
