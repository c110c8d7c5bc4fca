import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { attachedParts } from '../records/moments.ts'

export const attachedFiles = contribution({
  name: 'attached-files',
  to: attachedParts,
  run: async ({ table }) =>
    sql<boolean>`exists (select from record_files w where w.org_id = ${sql.ref(`${table}.org_id`)}
      and w.record_id = ${sql.ref(`${table}.id`)} and w.deleted_at is null)`,
})
