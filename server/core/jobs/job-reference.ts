import type { z } from 'zod'

/** As much of a job as whoever enqueues it must know: a model may ask for what only the job itself can do. */
export interface JobReference<Data extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly data: Data
}
