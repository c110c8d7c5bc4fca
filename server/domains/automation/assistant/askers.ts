import type { Db } from '#core/context.ts'
import { cut } from '#shapes/texts.ts'
import type { Asker } from './instructions.ts'

/** Of a large workspace not all: names cost tokens with every call. */
const mostColleagues = 50
const longestName = 100

/** Who asks, and with whom they work. */
export const askerOf = async (
  db: Db,
  { orgId, personId }: { readonly orgId: string; readonly personId: string },
  role: string,
  zone: string,
  now: Date,
): Promise<Asker> => {
  const org = await db.selectFrom('orgs').select('name').where('org_id', '=', orgId).executeTakeFirst()
  const people = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select(['members.id', 'directory.people.name'])
    .where('members.org_id', '=', orgId)
    .orderBy('members.id')
    .limit(mostColleagues)
    .execute()
  const named = people.map(({ id, name }) => ({ id, name: cut(name ?? '', longestName) }))
  const self = await db.selectFrom('directory.people').select('name').where('id', '=', personId).executeTakeFirst()
  return {
    ...{ personId, role, zone, now, workspace: cut(org?.name ?? '', longestName), name: cut(self?.name ?? '', longestName) },
    colleagues: named.filter(({ id }) => id !== personId),
  }
}
