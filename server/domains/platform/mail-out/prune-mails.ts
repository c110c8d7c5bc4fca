import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { batchRows, inBatches, orgIds } from '#core/jobs/row-batches.ts'

const dayMs = 86_400_000
/** How long a failed email can still be sent unchanged. */
const bodyDays = 7
const keptDays = 90

/** Forgets the texts of mails that failed a week ago, and mails that came to rest 90 days ago. A sent one has no text any more. */
export const pruneMails = job({
  name: 'prune-mails',
  summary: 'Remove the content of failed emails, and old emails',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  schedule: '29 3 * * *',

  async run(_data, context) {
    const at = context.now().getTime()
    const floor = idFloor(new Date(at - keptDays * dayMs))
    const weekAgo = new Date(at - bodyDays * dayMs)
    for (const orgId of await orgIds(context.db)) {
      const bodies = await inBatches(context, orgId, (db) => forgetBodies(db, orgId, weekAgo))
      const mails = await inBatches(context, orgId, (db) => deleteMails(db, orgId, floor))
      if (bodies + mails > 0) context.log.info({ org_id: orgId, bodies, mails }, 'pruned')
    }
  },
})

const forgetBodies = async (db: Db, orgId: string, failedBefore: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    update mails set sealed = null where org_id = ${orgId} and id in (
      select id from mails
      where org_id = ${orgId} and state = 'failed' and failed_at < ${failedBefore} and sealed is not null
      limit ${batchRows})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const deleteMails = async (db: Db, orgId: string, floor: string): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from mails where org_id = ${orgId} and id in (
      select id from mails where org_id = ${orgId} and id < ${floor} and state <> 'queued' order by id limit ${batchRows})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
