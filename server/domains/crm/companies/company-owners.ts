import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvents } from '#core/events/events.ts'
import { recordCompanyEdits } from './company-edits.ts'
import { companyEvents, companyFieldsOf } from './events.ts'

/** Gives companies another owner, and tells of each that had another one. `ownerId`: a member, or null. */
export const ownCompanies = async (db: Db, orgId: string, ids: readonly string[], ownerId: string | null): Promise<void> => {
  if (ids.length === 0) return
  const before = await db
    .selectFrom('companies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('owner_id', 'is distinct from', ownerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (before.length === 0) return
  const changed = before.map(({ id }) => id)
  await db
    .updateTable('companies')
    .set({ owner_id: ownerId, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', 'in', changed)
    .execute()
  const edits = before.map((company) => ({
    id: company.id,
    before: companyFieldsOf(company),
    after: companyFieldsOf({ ...company, owner_id: ownerId }),
  }))
  await recordEvents(
    db,
    orgId,
    companyEvents.changed,
    edits.map(({ id, before, after }) => ({ subjectId: id, facts: changedFields(before, after) })),
  )
  await recordCompanyEdits(db, orgId, edits)
}
