import type pg from 'pg'
import { retryAfterSeconds } from '#shapes/retry-after.ts'
import { Failure } from '../errors.ts'
import { digestId } from '../ids.ts'
import type { Limit } from './limit.ts'

/**
 * Token buckets that hold across processes and restarts: PostgreSQL keeps them (`take_tokens`), each process asks for
 * what its waiting callers need. All who come while a question is under way share the next one, so a busy process asks
 * a few thousand times a second at the most, whatever its load.
 *
 * A generous bucket (over 6,000 per 60 s) is taken from 100 ms ahead; what was taken and not used within a second is
 * forgotten, never given twice. A bucket that said no is not asked again before the time it named. Times in here are
 * those of a monotonic clock: setting the time back must not lock users out.
 */
export interface Verdict {
  readonly ok: boolean
  /** What is left to this process's knowledge. */
  readonly remaining: number
  /** Whole seconds until a call can succeed; 0 when it did. */
  readonly retryAfterSeconds: number
}

interface Bucket {
  readonly id: string
  readonly limit: Limit
  /** Taken ahead and not yet used. */
  lease: number
  leaseUntilMs: number
  remaining: number
  emptyUntilMs: number
  waiting: ((verdict: Verdict) => void)[]
  failing: ((error: unknown) => void)[]
  lastUsedMs: number
}

const leaseMs = 1_000

export const makeLimits = (pool: pg.Pool) => {
  const buckets = new Map<string, Bucket>()
  let wanted = new Set<Bucket>()
  let asking = false

  /** Takes one token from bucket `id` (a UUID). */
  const take = (id: string, limit: Limit): Verdict | Promise<Verdict> => {
    const nowMs = performance.now()
    let bucket = buckets.get(id)
    if (!bucket || bucket.limit.times !== limit.times || bucket.limit.seconds !== limit.seconds) {
      if (buckets.size > 50_000) forgetIdle(nowMs)
      bucket = {
        id,
        limit,
        lease: 0,
        leaseUntilMs: 0,
        remaining: limit.times,
        emptyUntilMs: 0,
        waiting: [],
        failing: [],
        lastUsedMs: nowMs,
      }
      buckets.set(id, bucket)
    }
    bucket.lastUsedMs = nowMs
    if (bucket.lease > 0 && nowMs < bucket.leaseUntilMs) {
      bucket.lease--
      return { ok: true, remaining: bucket.remaining + bucket.lease, retryAfterSeconds: 0 }
    }
    if (nowMs < bucket.emptyUntilMs) return refusal(bucket, nowMs)
    const chosen = bucket
    return new Promise((resolve, reject) => {
      chosen.waiting.push(resolve)
      chosen.failing.push(reject)
      wanted.add(chosen)
      if (!asking) void ask()
    })
  }

  const ask = async (): Promise<void> => {
    asking = true
    await null // admit all waiting in this turn
    while (wanted.size > 0) {
      const batch = [...wanted]
      wanted = new Set()
      const calls = batch.map((bucket) => ({ bucket, waiting: bucket.waiting.splice(0), failing: bucket.failing.splice(0) }))
      try {
        const { rows } = await pool.query<{ id: string; granted: number; remaining: number; wait_seconds: number }>({
          name: 'take_tokens',
          text: 'select * from foyer.take_tokens($1, $2, $3, $4)',
          values: [
            batch.map((bucket) => bucket.id),
            calls.map(({ bucket, waiting }) => waiting.length + ahead(bucket.limit)),
            batch.map((bucket) => bucket.limit.times),
            batch.map((bucket) => bucket.limit.seconds),
          ],
        })
        const answers = new Map(rows.map((row) => [row.id, row]))
        const nowMs = performance.now()
        for (const { bucket, waiting } of calls) {
          const answer = answers.get(bucket.id)
          if (!answer) throw new Error('take_tokens returned no row for a bucket')
          bucket.remaining = answer.remaining
          bucket.lease = Math.max(0, answer.granted - waiting.length)
          bucket.leaseUntilMs = nowMs + leaseMs
          if (answer.granted < waiting.length) bucket.emptyUntilMs = nowMs + answer.wait_seconds * 1_000
          waiting.forEach((resolve, n) => {
            resolve(
              n < answer.granted
                ? { ok: true, remaining: answer.remaining + bucket.lease, retryAfterSeconds: 0 }
                : refusal(bucket, nowMs),
            )
          })
        }
      } catch (error) {
        for (const { failing } of calls) for (const reject of failing) reject(error)
      }
    }
    asking = false
  }

  const forgetIdle = (nowMs: number): void => {
    for (const [id, bucket] of buckets) if (nowMs - bucket.lastUsedMs > 60_000) buckets.delete(id)
  }

  return { take }
}

const ahead = (limit: Limit): number => {
  const perSecond = limit.times / limit.seconds
  return perSecond > 100 ? Math.floor(perSecond / 10) : 0
}

const refusal = (bucket: Bucket, nowMs: number): Verdict => ({
  ok: false,
  remaining: 0,
  retryAfterSeconds: retryAfterSeconds(bucket.emptyUntilMs - nowMs),
})

export type Limits = ReturnType<typeof makeLimits>

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10. */
export const limitHeaders = (limit: Limit, verdict: Verdict): { 'RateLimit-Policy': string; RateLimit: string } => ({
  'RateLimit-Policy': `"default";q=${limit.times};w=${limit.seconds}`,
  RateLimit: `"default";r=${verdict.remaining};t=${verdict.ok ? Math.ceil(limit.seconds / limit.times) : verdict.retryAfterSeconds}`,
})

/** 429 with the text of the specification; the same N as in `Retry-After`. */
export const rateLimited = ({ retryAfterSeconds }: Pick<Verdict, 'retryAfterSeconds'>): Failure =>
  new Failure('rate_limited', { message: `Rate limited. Try again in ${retryAfterSeconds} seconds`, retryAfterSeconds })

/** Takes from a named bucket, or throws the 429 of one that is empty. */
export const demand = async (limits: Limits, bucket: string, limit: Limit): Promise<void> => {
  const verdict = await limits.take(digestId(bucket), limit)
  if (!verdict.ok) throw rateLimited(verdict)
}
