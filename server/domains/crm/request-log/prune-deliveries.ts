import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { batchRows, inBatches, orgIds } from '#core/jobs/row-batches.ts'
import { keptDays } from './deliveries.ts'

const dayMs = 86_400_000

/**
 * Removes what is no longer needed: requests older than 90 days that created no lead (the one that did is the
 * lead's original request, and stays as long as the lead), and responses stored for an Idempotency-Key, after 24 h.
 */
export const pruneDeliveries = job({
  name: 'prune-deliveries',
  summary: 'Remove old requests that created no lead, and expired Idempotency-Keys',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 3_600,
  schedule: '17 3 * * *',

  async run(_data, context) {
    const floor = idFloor(new Date(context.now().getTime() - keptDays * dayMs))
    const yesterday = new Date(context.now().getTime() - dayMs)
    for (const orgId of await orgIds(context.db)) {
      const deliveries = await inBatches(context, orgId, (db) => deleteDeliveries(db, orgId, floor))
      const answers = await inBatches(context, orgId, (db) => deleteAnswers(db, orgId, yesterday))
      if (deliveries + answers > 0) context.log.info({ org_id: orgId, deliveries, answers }, 'pruned')
    }
  },
})

const deleteDeliveries = async (db: Db, orgId: string, floor: string): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from deliveries where org_id = ${orgId} and id in (
      select id from deliveries
      where org_id = ${orgId} and outcome <> 'accepted' and id < ${floor}
      order by id limit ${batchRows})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const deleteAnswers = async (db: Db, orgId: string, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from idempotency where org_id = ${orgId} and id in (
      select id from idempotency where org_id = ${orgId} and created_at < ${before} limit ${batchRows})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
