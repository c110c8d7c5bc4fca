import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { hues, lineOf } from '#shapes/labels.ts'
import { tagErrors } from './errors.ts'

/** More than these are found by search alone. */
export const mostTags = 1_000
/** A tag that more records have is shown with this number. */
export const mostCounted = 10_000

export const TagName = lineOf(50)

export type TagRow = Selectable<Tables['tags']>

/** A label of a workspace, as a record has it. */
export const Tag = shape('Tag', {
  id: z.uuid(),
  name: z.string(),
  hue: z.int().describe('1 to 8: the color'),
})

export const sentTag = ({ id, name, hue }: Pick<TagRow, 'id' | 'name' | 'hue'>): z.output<typeof Tag> => ({ id, name, hue })

/** As names are compared: two that differ in case, or in how an accent is written, are one. */
export const keyOfName = (name: string): string => name.normalize('NFKC').toLowerCase()

/** All of a workspace, by name. */
export const findTags = (db: Db, orgId: string): Promise<TagRow[]> =>
  db.selectFrom('tags').selectAll().where('org_id', '=', orgId).orderBy('name_key').limit(mostTags).execute()

/** How many records have each, by its id: `mostCounted` for as many and more. One short walk of the index for each tag. */
export const countUses = async (db: Db, orgId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; uses: number }>`
    select t.id, u.uses from tags t
    cross join lateral (
      select count(*)::int as uses from (
        select from record_tags r where r.org_id = t.org_id and r.tag_id = t.id limit ${mostCounted}) counted) u
    where t.org_id = ${orgId} and u.uses > 0`.execute(db)
  return new Map(rows.map(({ id, uses }) => [id, uses]))
}

/** Two who change the list at once come one after the other: the organization's row is held until the transaction ends. */
export const lockTags = async (db: Db, orgId: string): Promise<TagRow[]> => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
  return findTags(db, orgId)
}

/** Adds one to the list that the caller holds; without a hue it has one that few others have. Throws `too_many_tags`. */
export const addTag = async (
  db: Db,
  orgId: string,
  list: readonly TagRow[],
  { name, hue, personId }: { readonly name: string; readonly hue?: number | undefined; readonly personId: string | null },
): Promise<TagRow> => {
  if (list.length >= mostTags) throw new Failure(tagErrors.too_many_tags)
  const tag = {
    ...{ org_id: orgId, id: newId(), name, name_key: keyOfName(name), hue: hue ?? rarestHue(list) },
    created_by: personId,
  }
  return db.insertInto('tags').values(tag).returningAll().executeTakeFirstOrThrow()
}

const rarestHue = (list: readonly TagRow[]): number => {
  const uses = Array.from({ length: hues }, (_, at) => list.filter(({ hue }) => hue === at + 1).length)
  return uses.indexOf(Math.min(...uses)) + 1
}
