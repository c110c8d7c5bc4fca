import type { z } from 'zod'
import type { JobContext } from '../context.ts'

/**
 * Deferred work: enqueued in the transaction that needs it, retried with backoff, dead only where it is visible.
 *
 * Any run may be a repeat: after a crash half-way, or after a retry of a dead job. So what it does in the
 * database is in the transaction with the mark that it was done, and what it does outside carries a key that is the same
 * every time: made of the row that it is about (`mail.id`, `<checkout id>:refund`), never of chance or the clock. `jobId` is
 * the same at each try, but a replayed job is a new one: only where a second effect after a replay is wanted may a key
 * be made of it.
 */
export interface Job<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name
  readonly summary: string
  /** Names that it had in earlier versions: what waits under them, in a database or a backup, is this job's. */
  readonly formerly?: readonly string[]
  readonly data: Data
  /** Tries after the first; the delay doubles each time, with jitter. */
  readonly retry: { readonly times: number; readonly delaySeconds: number }
  /** A run that takes longer is given to another: five minutes unless said. One whose worker dies is so within seconds. */
  readonly expireSeconds?: number
  /** How many of them a worker runs side by side, where waiting for a provider must not delay the rest. One unless said. */
  readonly atOnce?: number
  /** Cron, in UTC, for work that the clock asks for. */
  readonly schedule?: string
  run(data: z.output<Data>, context: JobContext): Promise<void>
  /**
   * Several of one organization at once, in the order in which they came, at most so many; then organizations are served in turns
   * (`batches.ts`), and `atOnce` means nothing. Answers the errors of those that failed, by their place.
   */
  readonly together?: {
    readonly most: number
    run(batch: readonly z.output<Data>[], context: JobContext): Promise<ReadonlyMap<number, unknown>>
  }
}

/** Any job, as a list holds it. */
export interface AnyJob extends Omit<Job, 'run' | 'together'> {
  run(data: never, context: JobContext): Promise<void>
  readonly together?: {
    readonly most: number
    run(batch: readonly never[], context: JobContext): Promise<ReadonlyMap<number, unknown>>
  }
}

export const job = <const Name extends string, Data extends z.ZodType>(definition: Job<Name, Data>): Job<Name, Data> =>
  definition
