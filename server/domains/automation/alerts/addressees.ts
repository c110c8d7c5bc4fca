import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Whom of these is a member still. */
export const membersAmong = async (db: Db, orgId: string, ids: readonly (string | null)[]): Promise<ReadonlySet<string>> => {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from members where org_id = ${orgId} and id = any(${asked}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** For who made a thing, whatever their role; where they have left, or a key made it, for all whose role the notice is for. */
export const forMaker = (
  made: string | null,
  members: ReadonlySet<string>,
): { readonly personId?: string; readonly least?: 'member' } =>
  made !== null && members.has(made) ? { personId: made, least: 'member' } : {}
