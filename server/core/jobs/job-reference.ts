import type { z } from 'zod'

/** The part of a job that is needed to enqueue it: a model may enqueue what only the job itself can do. */
export interface JobReference<Data extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly data: Data
}
