import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { readFactsWithoutCrm } from './run-facts.ts'
import type { SyncJob } from './sync-jobs.ts'
import { removeLot, restoreLot, type UndoneLot } from './undo-lots.ts'

/** Deals name contacts, and contacts companies: they go first. */
export const undoOrder = [...crmEntities].reverse()

/** How many records a run made, and how many values it changed. */
export const sizeOfUndo = async (db: Db, { org_id: orgId, id }: SyncJob): Promise<{ removed: number; restored: number }> => {
  const { rows } = await sql<{ removed: number; restored: number }>`
    select (select count(*)::int from sync_links where org_id = ${orgId} and linked_by = ${id} and made_by = ${id} and state <> 'removed') as removed,
      (select count(*)::int from sync_changes where org_id = ${orgId} and job_id = ${id}) as restored`.execute(db)
  return rows[0] ?? { removed: 0, restored: 0 }
}

const lotSize = 1_000

/** What an undo would do: it is done, counted, and taken back before another reader sees it. */
export const judgeUndo = async (
  db: Db,
  job: SyncJob,
  within: Within,
  most: number,
): Promise<{ removed: number; restored: number; kept: { kind: CrmEntity; id: string; reason: string }[] }> => {
  await sql`savepoint before_undo`.execute(db)
  // As an undo notes it: what the run linked does not stand in the way of its own undo.
  await sql`update sync_jobs set undone_by = id where org_id = ${job.org_id} and id = ${job.id}`.execute(db)
  const facts = await readFactsWithoutCrm(db, job, within)
  const sum = { removed: 0, restored: 0, kept: new Map<string, { kind: CrmEntity; id: string; reason: string }>() }
  const add = (lot: UndoneLot) => {
    sum.removed += lot.removed
    sum.restored += lot.restored
    for (const { kind, id, reason } of lot.kept) if (sum.kept.size < most) sum.kept.set(id, { kind, id, reason })
  }
  for (const entity of undoOrder)
    for (let next: string | null = ''; next !== null; ) {
      const lot: UndoneLot = await restoreLot(db, facts, job.id, entity, lotSize)
      add(lot)
      next = lot.next
    }
  for (const entity of undoOrder)
    for (let next: string | null = ''; next !== null; ) {
      const lot: UndoneLot = await removeLot(db, facts, job.id, entity, next, lotSize)
      add(lot)
      next = lot.next
    }
  await sql`rollback to savepoint before_undo`.execute(db)
  return { removed: sum.removed, restored: sum.restored, kept: [...sum.kept.values()] }
}
