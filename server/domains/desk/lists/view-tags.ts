import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { tagMerged } from '#domains/crm/tags/moments.ts'
import { viewEvents } from './events.ts'
import { conditionsIn, type ListCondition, ListKind, SavedFilter } from './filters.ts'

type Filter = z.output<typeof SavedFilter>

/** The key of tags, in every list that has them. */
const isOfTags = ({ field }: ListCondition): boolean => field === 'tags'

const idsOf = ({ value }: ListCondition): string[] => [value ?? []].flat().map((id) => String(id).toLowerCase())

/** The ids of tags that a filter names, each once. */
export const tagsIn = (filter: Filter): string[] => [...new Set(conditionsIn(filter).filter(isOfTags).flatMap(idsOf))]

/** Which of the tags that these filters name there are. */
export const findNamedTags = async (db: Db, orgId: string, filters: readonly Filter[]): Promise<ReadonlySet<string>> => {
  const named = [...new Set(filters.flatMap(tagsIn))]
  if (named.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from tags where org_id = ${orgId} and id = any(${named}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A filter with each of its conditions changed; where `change` answers none, it is left out. */
export const changeConditions = (filter: Filter, change: (condition: ListCondition) => ListCondition | null): Filter => {
  const changed = (conditions: readonly ListCondition[]): ListCondition[] =>
    conditions.flatMap((condition) => change(condition) ?? [])
  return {
    match: filter.match,
    conditions: changed(filter.conditions),
    groups: filter.groups.map((group) => ({
      match: group.match,
      conditions: changed(group.conditions),
      groups: group.groups.map((inner) => ({ match: inner.match, conditions: changed(inner.conditions) })),
    })),
  }
}

/** A condition on tags by those of them that `tagOf` answers; null where none of those is left that it named. */
export const changeTags = (condition: ListCondition, tagOf: (id: string) => string | null): ListCondition | null => {
  const before = idsOf(condition)
  if (!isOfTags(condition) || before.length === 0) return condition
  const after = [...new Set(before.flatMap((id) => tagOf(id) ?? []))]
  if (after.length === 0) return null
  return { ...condition, value: Array.isArray(condition.value) ? after : (after[0] ?? '') }
}

/** Views that filter by a tag which is merged into another one filter by that one. */
export const followMergedTag = contribution({
  name: 'follow-merged-tag',
  to: tagMerged,
  async run({ tagId, intoTagId }, { db, orgId }) {
    const { rows } = await sql<{ id: string; kind: string; filter: unknown }>`
      select id, kind, filter from saved_views
      where org_id = ${orgId} and strpos(lower(filter::text), ${tagId}) > 0 order by id for update`.execute(db)
    for (const { id, filter } of rows) {
      const changed = changeConditions(SavedFilter.parse(filter), (condition) =>
        changeTags(condition, (tag) => (tag === tagId ? intoTagId : tag)),
      )
      await db
        .updateTable('saved_views')
        .set({ filter: JSON.stringify(changed), updated_at: sql`now()` })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute()
    }
    await recordAll(
      db,
      orgId,
      rows.map(({ id, kind }) => eventOf(viewEvents.changed, id, { kind: ListKind.parse(kind) })),
    )
  },
})
