import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { isId } from '#core/ids.ts'

/** The records that these were merged into or with: contacts and companies, each with the one that stands for it. Nothing of what was never merged. */
export const findMerged = async (db: Db, orgId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const known = ids.filter(isId)
  if (known.length === 0) return new Map()
  const groupsIn = (table: 'contacts' | 'companies') => sql`
    select c.id, c.root_id from ${sql.table(table)} c where c.org_id = ${orgId} and c.root_id in (
      select m.root_id from ${sql.table(table)} m where m.org_id = ${orgId} and m.id = any (${known}::uuid[]) and m.root_id is not null
      union all
      select id from unnest(${known}::uuid[]) as id)`
  const { rows } = await sql<{
    id: string
    root_id: string
  }>`${groupsIn('contacts')} union all ${groupsIn('companies')}`.execute(db)
  return new Map(rows.map(({ id, root_id }) => [id, root_id]))
}
