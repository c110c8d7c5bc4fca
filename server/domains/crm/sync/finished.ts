import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { syncEvents } from './events.ts'
import { noCounts, type SyncJob } from './sync-jobs.ts'

/** Tells that a sync is over, with what it did; `code`: why it failed. */
export const recordFinished = (
  db: Db,
  job: SyncJob,
  status: 'completed' | 'failed',
  code: string | null = null,
): Promise<void> => {
  const counts = Object.fromEntries(job.entities.map((entity) => [entity, job.counts[entity] ?? noCounts]))
  const { provider, kind, entities } = job
  return recordEvent(db, job.org_id, syncEvents.finished, job.id, {
    provider,
    kind,
    status,
    code,
    entities: [...entities],
    counts,
  })
}
