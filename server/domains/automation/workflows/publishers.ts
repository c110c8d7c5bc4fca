import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'

/** In whose name a version is published: of a key it is the admin who made it, as long as they are one. Null: they no longer may. */
export const publisherOf = async (
  db: Db,
  orgId: string,
  { person, keyId }: { readonly person: { readonly id: string; readonly role: Role } | null; readonly keyId: string | null },
): Promise<{ readonly id: string; readonly role: Role } | null> => {
  if (person) return person
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('members as m', (join) => join.onRef('m.org_id', '=', 'k.org_id').onRef('m.id', '=', 'k.created_by'))
    .select(['m.id', 'm.role'])
    .where('k.org_id', '=', orgId)
    .where('k.id', '=', keyId)
    .executeTakeFirst()
  return row && atLeast(row.role as Role, 'admin') ? { id: row.id, role: row.role as Role } : null
}
