import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { PlainRecordKind } from '../records/records.ts'
import { addTag, keyOfName, lockTags, mostTags } from './tags.ts'

export interface DemoTag {
  readonly name: string
  readonly hue: number
  readonly records: readonly { readonly kind: PlainRecordKind; readonly id: string }[]
}

/** Gives records of the demo tags, without an event: those of the workspace where it has one of that name. Answers the ids of tags it made. */
export const addDemoTags = async (db: Db, orgId: string, tags: readonly DemoTag[], personId: string): Promise<string[]> => {
  const known = await lockTags(db, orgId)
  const made: string[] = []
  for (const { name, hue, records } of tags) {
    if (records.length === 0 || known.length + made.length >= mostTags) continue
    const found = known.find(({ name_key }) => name_key === keyOfName(name))
    const tag = found ?? (await addTag(db, orgId, known, { name, hue, personId }))
    if (!found) made.push(tag.id)
    await db
      .insertInto('record_tags')
      .values(records.map(({ kind, id }) => ({ org_id: orgId, kind, record_id: id, tag_id: tag.id, added_by: personId })))
      .execute()
  }
  return made
}

/** Takes tags of the demo from its records; those that no other record has go. */
export const removeDemoTags = async (
  db: Db,
  orgId: string,
  tagIds: readonly string[],
  recordIds: readonly string[],
): Promise<void> => {
  await lockTags(db, orgId)
  await sql`
    delete from record_tags
    where org_id = ${orgId} and tag_id = any(${[...tagIds]}::uuid[]) and record_id = any(${[...recordIds]}::uuid[])`.execute(db)
  await sql`
    delete from tags t where t.org_id = ${orgId} and t.id = any(${[...tagIds]}::uuid[])
      and not exists (select from record_tags r where r.org_id = t.org_id and r.tag_id = t.id)`.execute(db)
}
