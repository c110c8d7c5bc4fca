import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Forgets the numbers of calls, and what was written about them, with people who are removed for good. */
export const eraseCalls = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  await sql`
    update calls set
      from_number = case when direction = 'in' then '' else from_number end,
      to_number = case when direction = 'out' then '' else to_number end,
      note = null
    where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(db)
}
