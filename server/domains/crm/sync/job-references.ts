import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

const RunData = z.object({ orgId: z.uuid(), jobId: z.uuid() })

/** By which models enqueue what only the job itself can do. */
export const runSyncReference: JobReference<typeof RunData> = { name: 'run-sync', data: RunData }
export const undoSyncReference: JobReference<typeof RunData> = { name: 'undo-sync-run', data: RunData }
