import type { z } from 'zod'
import type { Step } from '../context.ts'
import type { JobReference } from './job-reference.ts'

/** Puts several jobs of a kind into the caller's transaction: in one statement where its context has one, else one after the other. */
export const enqueueEach = async <Data extends z.ZodType>(
  { enqueue, enqueueAll }: Pick<Step, 'enqueue' | 'enqueueAll'>,
  job: JobReference<Data>,
  data: readonly z.input<Data>[],
): Promise<void> => {
  if (data.length === 0) return
  if (enqueueAll) await enqueueAll(job, data)
  else await Promise.all(data.map((each) => enqueue(job, each)))
}
