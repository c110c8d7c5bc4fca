import type { z } from 'zod'

/** The part of a job that is needed to enqueue it: a model may enqueue what only the job itself can do. */
export interface JobReference<Data extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly data: Data
}

/**
 * When a job begins: at a time that is written somewhere, or so long from now by the clock of the database, which decides what is due. A
 * time from now that a process reckons by its own clock is over at once where that is behind.
 */
export type JobStart = Date | { readonly inMs: number }
