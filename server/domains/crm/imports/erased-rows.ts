import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/**
 * Blanks the rows of uploaded files that are kept beside a file, of leads that are removed for good, and those with a cell that is one of
 * `words`, in lower case: a row that was refused became no lead. What came of a row stays. It reads all rows that are kept so.
 */
export const eraseUploadRows = async (
  db: Db,
  orgId: string,
  { leadIds, words = [] }: { readonly leadIds: readonly string[]; readonly words?: readonly string[] },
): Promise<void> => {
  await sql`
    update upload_rows set cells = array_fill(''::text, array[cardinality(cells)])
    where org_id = ${orgId} and (lead_id = any(${[...leadIds]}::uuid[])
      or exists (select from unnest(cells) c where lower(btrim(c)) = any(${[...words]}::text[])))`.execute(db)
}
