import type { Db, JobContext } from '#core/context.ts'
import type { ChangeContext } from './changes.ts'

/** What changes are given in a transaction of a job. */
export const changeInJob = (context: JobContext, db: Db, orgId: string): ChangeContext => ({
  ...{ ...context, db },
  emit: (event, id, facts) => context.emitIn(db, orgId, event, id, facts),
  enqueue: (job, data, start) => context.enqueueIn(db, job, data, start),
})
