import type { z } from 'zod'
import type { JobContext } from './context.ts'

/** Work for later: enqueued in the transaction that wants it, tried again with backoff, dead only where somebody can see it. */
export interface Job<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name
  readonly summary: string
  readonly data: Data
  /** Tries after the first; the delay doubles each time, with jitter. */
  readonly retry: { readonly times: number; readonly delaySeconds: number }
  /** A run that takes longer is given to another worker. */
  readonly expireSeconds?: number
  /** A run whose worker was silent for so long counts as dead and is given to another: at least 10. For runs that take long. */
  readonly heartbeatSeconds?: number
  /** How many of them a worker runs side by side, where one that waits for somebody else must not hold up the rest. One unless said. */
  readonly atOnce?: number
  /** Cron, in UTC, for work that the clock asks for. */
  readonly schedule?: string
  run(data: z.output<Data>, context: JobContext): Promise<void>
}

/** Any job, as a list holds it. */
export interface AnyJob extends Omit<Job, 'run'> {
  run(data: never, context: JobContext): Promise<void>
}

export const job = <const Name extends string, Data extends z.ZodType>(definition: Job<Name, Data>): Job<Name, Data> =>
  definition
