import { runOnce } from '#core/events/runner.ts'
import { type HoldKind, holdKinds } from '#core/held.ts'
import { makeLog } from '#core/log.ts'
import { type Database, openDatabase, type Target } from '#db/connect.ts'
import { startWorkflows } from '#domains/automation/workflows/start-workflows.ts'
import { fanOut } from '#domains/connections/webhooks/fan-out.ts'
import { hold, release } from '#domains/platform/background-jobs/holds.ts'
// The public events, and what is held, are those of the whole product.
import '#domains/catalogue.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'

/** This recent counts as now: nothing unknown can have been sent meanwhile. */
const freshMs = 5 * 60_000

export const isFresh = (stateOf: Date, now: Date): boolean => now.getTime() - stateOf.getTime() < freshMs

/**
 * Holds all that a restored backup would let out. Events of which no deliveries were made yet, and that started no run yet, do so first: what
 * other programs are told of them, and what runs do, may have been told and done before, too.
 */
export const holdRestored = async (
  target: Target,
  { stateOf, now, released }: { stateOf: Date; now: Date; released: readonly HoldKind[] },
): Promise<void> => {
  const kinds = holdKinds.filter((kind) => !released.includes(kind))
  const database = openDatabase(target, { application: 'foyer restore', connections: 2, onError: () => {} })
  try {
    // The server’s own caps count once it runs.
    const settings = { workflows: usualCaps }
    const parts = { database, log: makeLog({ level: 'warn' }), enqueueIn: async () => {}, settings }
    if (kinds.includes('webhooks')) while ((await runOnce(parts, fanOut)) > 0);
    if (kinds.includes('workflows')) while ((await runOnce(parts, startWorkflows)) > 0);
    // The user has a new password by now, or requests one again: such a job names no workspace that could release it.
    await database.pool.query(`delete from jobs.job where name = 'send-reset-link' and state in ('created', 'retry')`)
    for (const orgId of await orgsOf(database))
      await database.inOrg(orgId, async (db) => {
        await hold(db, orgId, { kinds, heldAt: now, stateOf })
        // The backup may be of a time in which these were held already.
        for (const kind of released) await release(db, orgId, kind, { now, personId: null })
      })
  } finally {
    await database.close()
  }
}

const orgsOf = async ({ db }: Database): Promise<string[]> =>
  (await db.selectFrom('directory.slugs').select('org_id').distinct().execute()).map(({ org_id }) => org_id)
