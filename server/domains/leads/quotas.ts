import { errors, Failure } from '#core/errors.ts'

/** 429 for a month whose leads are used up: a retry can succeed when the next one begins, in UTC. */
export const quotaExceeded = (now: Date): Failure => {
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const seconds = Math.max(1, Math.ceil((nextMonthMs - now.getTime()) / 1_000))
  return new Failure('quota_exceeded', {
    message: errors.quota_exceeded.message.replace('<N>', String(seconds)),
    retryAfterSeconds: seconds,
  })
}
