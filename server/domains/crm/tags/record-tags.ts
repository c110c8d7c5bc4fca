import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { attachedParts } from '../records/moments.ts'
import { lockRecords, type PlainRecordKind, readIds } from '../records/records.ts'
import { tagErrors } from './errors.ts'
import { recordTagEvents } from './events.ts'
import { sentTag, type Tag } from './tags.ts'

/** A page shows all of them. */
export const mostTagsOfRecord = 100

type SentTag = z.output<typeof Tag>

/**
 * The tags of several records of a kind, by the id of the record, each in the order of their names; nothing of one without any. Contacts
 * are given by the ids of their canonical ones, and have the tags of every record that was merged into them.
 */
export const tagsOf = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SentTag[]>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SentTag & { record_id: string; name_key: string }>`
    select distinct i.record_id, t.id, t.name, t.hue, t.name_key
    from ${readIds(orgId, kind, ids)} i
    join record_tags r on r.org_id = ${orgId} and r.record_id = i.id
    join tags t on t.org_id = ${orgId} and t.id = r.tag_id
    order by t.name_key`.execute(db)
  const tags = new Map<string, SentTag[]>()
  for (const { record_id, ...tag } of rows) tags.set(record_id, [...(tags.get(record_id) ?? []), sentTag(tag)])
  return tags
}

/** Those of one record, by name. */
export const tagsOfRecord = async (db: Db, orgId: string, kind: PlainRecordKind, id: string): Promise<SentTag[]> =>
  (await tagsOf(db, orgId, kind, [id])).get(id) ?? []

/**
 * Adds tags to records of a kind and removes others, and tells of each record that changed. Answers the ids of these. From a contact a
 * tag is removed wherever a record that was merged into it has it; it is added to the canonical one.
 *
 * Throws `record_not_found`, `tag_not_found` and `too_many_tags_of_record`.
 */
export const tagRecords = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
  change: { readonly add: readonly string[]; readonly remove: readonly string[]; readonly personId: string | null },
): Promise<string[]> => {
  const records = (await lockRecords(db, orgId, kind, ids)).map(({ id }) => id)
  const { rows: held } = await sql`
    select from tags where org_id = ${orgId} and id = any(${change.add}::uuid[]) order by id for key share`.execute(db)
  if (held.length < new Set(change.add).size) throw new Failure(tagErrors.tag_not_found)
  const before = await tagsOf(db, orgId, kind, records)
  if (change.remove.length > 0)
    await sql`
      delete from record_tags r using ${readIds(orgId, kind, records)} i
      where r.org_id = ${orgId} and r.record_id = i.id and r.tag_id = any(${change.remove}::uuid[])`.execute(db)
  const lacking = records.flatMap((record_id) => {
    const has = new Set(before.get(record_id)?.map(({ id }) => id))
    return change.add.filter((id) => !has.has(id)).map((tag_id) => ({ record_id, tag_id }))
  })
  if (lacking.length > 0)
    await sql`
      insert into record_tags (org_id, kind, record_id, tag_id, added_by)
      select ${orgId}, ${kind}, l.record_id, l.tag_id, ${change.personId}
      from jsonb_to_recordset(${JSON.stringify(lacking)}::jsonb) as l (record_id uuid, tag_id uuid)
      on conflict do nothing`.execute(db)
  const after = await tagsOf(db, orgId, kind, records)
  const events = records.flatMap((id) => {
    const [was, is] = [before.get(id) ?? [], after.get(id) ?? []]
    if (is.length > mostTagsOfRecord) throw new Failure(tagErrors.too_many_tags_of_record)
    const [added, removed] = [without(is, was), without(was, is)]
    if (added.length + removed.length === 0) return []
    return eventOf(recordTagEvents.tagged, id, { kind, added, removed, tags: is.map(({ name }) => name) })
  })
  await recordAll(db, orgId, events)
  return events.map(({ subject_id }) => subject_id)
}

const without = (tags: readonly SentTag[], others: readonly SentTag[]): string[] => {
  const ids = new Set(others.map(({ id }) => id))
  return tags.filter(({ id }) => !ids.has(id)).map(({ name }) => name)
}

/** Of records that are removed for good. */
export const forgetTags = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`delete from record_tags where org_id = ${orgId} and record_id = any(${recordIds}::uuid[])`.execute(db)
}

export const attachedTags = contribution({
  name: 'attached-tags',
  to: attachedParts,
  run: async ({ table }) =>
    sql<boolean>`exists (select from record_tags t where t.org_id = ${sql.ref(`${table}.org_id`)} and t.record_id = ${sql.ref(`${table}.id`)})`,
})
