import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvents } from '#core/events/events.ts'
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
  await recordEvents(
    db,
    orgId,
    companyEvents.changed,
    before.map((company) => ({
      subjectId: company.id,
      facts: changedFields(companyFieldsOf(company), companyFieldsOf({ ...company, owner_id: ownerId })),
    })),
  )
}
