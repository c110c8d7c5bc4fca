import type { Db, JobContext } from '#core/context.ts'
import type { Announcing } from './announcing.ts'

/** What announcing takes, of a job and one of its transactions. */
export const announcingIn = (
  { enqueueIn, vault, newId, now, settings }: Pick<JobContext, 'enqueueIn' | 'vault' | 'newId' | 'now' | 'settings'>,
  db: Db,
): Announcing => ({
  ...{ db, vault, newId, now, settings },
  enqueue: (job, data, start) => enqueueIn(db, job, data, start),
})
