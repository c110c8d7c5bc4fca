import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'
import type { SyncJob } from './sync-jobs.ts'

/** What every job of a sync is given. */
export const RunData = z.object({ orgId: z.uuid(), jobId: z.uuid() })
export type RunData = z.output<typeof RunData>

/** By which models enqueue what only the job itself can do. */
export const runSyncReference: JobReference<typeof RunData> = { name: 'run-sync', data: RunData }
export const undoSyncReference: JobReference<typeof RunData> = { name: 'undo-sync-run', data: RunData }

/** Of a sync and an endpoint. */
export const QueueData = RunData.extend({ webhookId: z.uuid() })
export const queueSyncWebhooksReference: JobReference<typeof QueueData> = { name: 'queue-sync-webhooks', data: QueueData }

/** The job that goes on with a sync. */
export const referenceOf = ({ kind }: Pick<SyncJob, 'kind'>): JobReference<typeof RunData> =>
  kind === 'undo' ? undoSyncReference : runSyncReference
