import { type RawBuilder, sql } from 'kysely'
import { highestId, nilId } from '#core/ids.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { groupIds, isMergeable } from '#domains/crm/records/records.ts'
import { idIn, type Reading, type Test, unfit } from './conditions.ts'
import type { ListCondition } from './filters.ts'
import { type Gather, gatherAll } from './gathers.ts'
import type { ListDefinition } from './list-fields.ts'

/** Ids of records of which tags were found: of a contact or a company the one that stands for it. */
const recordsOf =
  ({ list, orgId }: Pick<Reading, 'list' | 'orgId'>, parts: Gather): Gather =>
  (most) =>
    isMergeable(list.record)
      ? sql`(select c.id from ${parts(most)} p (id) cross join lateral (
          select ${rootId('m')} as id from ${list.table} m where m.org_id = ${orgId} and m.id = p.id limit 1) c)`
      : parts(most)

export const tagTest = (condition: ListCondition, reading: Reading): Test => {
  const { list, orgId } = reading
  const { op } = condition
  const has = (tagId: string | null): RawBuilder<boolean> => sql<boolean>`coalesce((select true from record_tags t
    where t.org_id = r.org_id and t.record_id = any(${groupIds(list.record, 'r')}) ${tagId === null ? sql`` : sql`and t.tag_id = ${tagId}`} limit 1), false)`
  if (op === 'empty') return { holds: sql<boolean>`not ${has(null)}`, gathers: [], looksUp: true }
  if (op === 'not_empty') return { holds: has(null), gathers: [], looksUp: true }
  const ids = [...new Set([condition.value ?? []].flat().map((value) => idIn(condition, value)))]
  if (ids.length === 0) throw unfit(condition, 'tags are missing')
  const each = ids.map(has)
  if (op === 'has_none') return { holds: sql<boolean>`not (${sql.join(each, sql` or `)})`, gathers: [], looksUp: true }
  const gathers = ids.map((tagId) => recordsOf(reading, tagged(list, orgId, tagId)))
  return op === 'has_all'
    ? { holds: sql<boolean>`(${sql.join(each, sql` and `)})`, gathers, looksUp: true }
    : { holds: sql<boolean>`(${sql.join(each, sql` or `)})`, gathers: [gatherAll(gathers)], isExact: true, looksUp: true }
}

const tagged =
  (list: ListDefinition, orgId: string, tagId: string): Gather =>
  (most) =>
    sql`(select t.record_id as id from record_tags t where t.org_id = ${orgId}
      and (t.tag_id, t.kind, t.record_id) >= (${tagId}::uuid, ${list.record}::text, ${nilId}::uuid)
      and (t.tag_id, t.kind, t.record_id) <= (${tagId}::uuid, ${list.record}::text, ${highestId}::uuid)
      order by t.tag_id, t.kind, t.record_id limit ${most})`
