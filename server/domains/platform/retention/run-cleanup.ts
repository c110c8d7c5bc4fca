import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { removeLot } from './cleanups.ts'

export const RunCleanupData = z.object({ orgId: z.uuid(), cleanupId: z.uuid() })

export const runCleanupJob = { name: 'run-cleanup', data: RunCleanupData } as const

/** Goes on with a cleanup that its caller did not wait for, or whose server ended: a transaction a lot. */
export const runCleanup = job({
  ...runCleanupJob,
  summary: 'Continue a cleanup of expired data',
  retry: { times: 10, delaySeconds: 10 },
  expireSeconds: 3_600,

  async run({ orgId, cleanupId }, context) {
    const { inOrg, within, now, enqueueIn, signal } = context
    for (let isOver = false; !isOver; ) {
      if (signal.aborted) throw new Error('the worker ends; another one goes on')
      const lot = await inOrg(orgId, (db) =>
        removeLot(db, orgId, cleanupId, {
          ...{ within, now: now() },
          enqueue: (reference, data, start) => enqueueIn(db, reference, data, start),
        }),
      )
      isOver = lot.isOver
    }
  },
})
