import { Failure } from '../errors.ts'
import type { AnyJob } from './job.ts'

/** How long a job waits for what is switched off, before it looks again. */
const waitMs = 10 * 60_000

/**
 * A job whose provider is played by a sandbox that is switched off has not failed: it is put back, as often as it takes, and stands
 * in Background work as one that waits. It goes on once the sandbox is on, or ends once the connection is another one.
 */
export const waitsWhileOff = (job: AnyJob): AnyJob => ({
  ...job,
  async run(data, context) {
    try {
      await job.run(data, context)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'sandbox_is_off')) throw error
      const { orgId } = data as { readonly orgId?: string }
      if (orgId === undefined) throw error
      await context.inOrg(orgId, (db) => context.enqueueIn(db, job, data, { inMs: waitMs }))
      context.log.info({ org_id: orgId }, 'a job is paused until the sandbox is turned on')
    }
  },
})
