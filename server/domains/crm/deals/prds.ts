import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { JobReference } from '#core/jobs/job-reference.ts'
import { recordDealChange } from './deal-changes.ts'

/** Writes the requirements document of a deal from the prospect's request: enqueued by its creator, done by the job of that name. */
export const writePrdJob = {
  name: 'write-prd',
  data: z.object({ orgId: z.uuid(), dealId: z.uuid() }),
} as const satisfies JobReference

/** That a run of the job may take: who holds a deal for longer has ended without a word. */
export const writePrdSeconds = 180

/**
 * A deal whose requirements wait to be written, for one job at a time: connecting a provider, and a member who has them rewritten, may ask for
 * the same at once, and each answer is paid for. A job that is run again finds its own. Undefined while another job is at it, and once they are
 * there, were given by a person, or the deal is gone.
 */
export const takeQueuedPrd = (db: Db, orgId: string, dealId: string, jobId: string) =>
  db
    .updateTable('deals')
    .set({ prd_job_id: jobId, prd_taken_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .where('prd_state', '=', 'queued')
    .where((row) =>
      row.or([
        row('prd_job_id', 'is', null),
        row('prd_job_id', '=', jobId),
        row('prd_taken_at', '<', sql<Date>`now() - make_interval(secs => ${writePrdSeconds})`),
      ]),
    )
    .returning(['id', 'asked', 'business_name', 'industry'])
    .executeTakeFirst()

/** For another job, which comes later. */
export const leaveQueuedPrd = async (db: Db, orgId: string, dealId: string, jobId: string): Promise<void> => {
  await db
    .updateTable('deals')
    .set({ prd_job_id: null, prd_taken_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .where('prd_job_id', '=', jobId)
    .execute()
}

export const findQueuedPrds = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('deals').select('id').where('org_id', '=', orgId).where('prd_state', '=', 'queued').execute()).map(
    ({ id }) => id,
  )

/** A document given while a model was writing is kept: only a waiting one is replaced. */
const moveOn = async (db: Db, orgId: string, dealId: string, to: { prd?: string; prd_model?: string; prd_state: string }) => {
  const changed = await db
    .updateTable('deals')
    .set({
      ...to,
      ...(to.prd !== undefined && { prd_at: sql`now()` }),
      ...{ prd_job_id: null, prd_taken_at: null, updated_at: sql`now()` },
    })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .where('prd_state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  if (changed) await recordDealChange(db, orgId, dealId, 'brief')
}

export const keepPrd = (db: Db, orgId: string, dealId: string, written: { prd: string; model: string }): Promise<void> =>
  moveOn(db, orgId, dealId, { prd: written.prd, prd_model: written.model, prd_state: 'written' })

/** The provider will not write it, however often it is asked. A person can have it tried again, or write it. */
export const giveUpPrd = (db: Db, orgId: string, dealId: string): Promise<void> =>
  moveOn(db, orgId, dealId, { prd_state: 'failed' })

export const queuePrd = async (db: Db, orgId: string, dealId: string): Promise<void> => {
  await db
    .updateTable('deals')
    .set({ prd_state: 'queued', updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .execute()
  await recordDealChange(db, orgId, dealId, 'brief')
}
