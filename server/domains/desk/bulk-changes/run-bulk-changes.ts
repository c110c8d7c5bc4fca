import { sql } from 'kysely'
import { z } from 'zod'
import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { againAfterRace, makeProgressHints, stopIfDraining } from '#core/jobs/lots.ts'
import { lockNextBulkChange, moveBulkChange } from './bulk-changes.ts'
import { bulkChangeEvents } from './events.ts'
import { mostTries, sliceMs } from './limits.ts'
import { takeStep } from './steps.ts'

/**
 * Takes the bulk changes of a workspace further, one after the other, a step a transaction: a run that is killed at any moment is gone on with by
 * the next. Two runs at once take turns. After two seconds other workspaces have theirs.
 */
export const runBulkChanges = job({
  name: 'run-bulk-changes',
  summary: 'Change many records',
  data: z.object({ orgId: z.uuid() }),
  retry: { times: 20, delaySeconds: 1 },
  atOnce: 2,

  async run({ orgId }, context): Promise<void> {
    if (!(await begin(orgId, context))) return
    const hint = makeProgressHints(bulkChangeEvents.changed)
    const untilMs = performance.now() + sliceMs
    for (;;) {
      stopIfDraining(context)
      const isOver = performance.now() > untilMs
      const isLast = await againAfterRace(() =>
        context.inOrg(orgId, async (db) => {
          const change = await lockNextBulkChange(db, orgId)
          if (!change) return true
          await takeStep(db, change, context.now())
          await hint(db, orgId)
          if (isOver) await context.enqueueIn(db, againLater, { orgId })
          return isOver
        }),
      )
      if (isLast) return
    }
  },
})

/** The same job, as it asks for itself. */
const againLater = { name: 'run-bulk-changes', data: z.object({ orgId: z.uuid() }) } as const

/** Counts the run, and gives a change up that no run gets further: one that was killed leaves no other trace. */
const begin = (orgId: string, { inOrg, log }: JobContext): Promise<boolean> =>
  inOrg(orgId, async (db) => {
    const change = await lockNextBulkChange(db, orgId)
    if (!change) return false
    if (change.tries >= mostTries) {
      await moveBulkChange(db, change, 'failed', { code: 'server_error' })
      log.error({ bulk_change_id: change.id }, 'bulk change abandoned')
      return true
    }
    await sql`update bulk_changes set tries = tries + 1 where org_id = ${orgId} and id = ${change.id}`.execute(db)
    return true
  })
