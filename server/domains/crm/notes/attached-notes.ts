import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { attachedParts } from '../records/moments.ts'

export const attachedNotes = contribution({
  name: 'attached-notes',
  to: attachedParts,
  run: async ({ table }) =>
    sql<boolean>`exists (select from notes n where n.org_id = ${sql.ref(`${table}.org_id`)} and n.record_id = ${sql.ref(`${table}.id`)}
      and n.deleted_at is null)`,
})
