import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { findShown, type ShownRow } from '#domains/crm/fields/values.ts'
import { groupIds } from '#domains/crm/records/records.ts'
import { shape } from '#shapes'
import type { Reading } from './conditions.ts'
import type { ListField, OwnField, Words } from './list-fields.ts'

/** A record as a list shows it. */
export const ListedRecord = shape('ListedRecord', {
  id: z.uuid(),
  name: z.string().nullable().describe('Null: it has neither a name nor an address'),
  values: z
    .record(z.string(), z.unknown())
    .describe(
      'By the key of the column. `person`, `record`: `{id, name}`; `records`: several; `money`: `{minor, currency}`; `tags`: `[{id, name, hue}]`; `time`, `day`: ISO 8601; `choices`: ids; null where there is none',
    ),
})
export type ListedRecord = z.output<typeof ListedRecord>

/** Records with the columns that are asked for, in the order of the ids. */
export const readRecords = async (
  db: Db,
  { orgId, list }: Reading,
  ids: readonly string[],
  columns: readonly ListField[],
  words: Words,
): Promise<ListedRecord[]> => {
  if (ids.length === 0) return []
  const plain = columns.flatMap(({ key, shown, own, type }) => {
    if (own) return []
    const value = type === 'tags' ? tags({ list }) : shown
    return value ? [sql`${key}::text, ${value}`] : []
  })
  const values = plain.length === 0 ? sql`'{}'::json` : sql`json_build_object(${sql.join(plain)})`
  const { rows } = await sql<{ id: string; name: string | null; values: Record<string, unknown> }>`
    select r.id, ${list.called} as name, ${values} as values
    from unnest(${ids}::uuid[]) with ordinality as w (id, place)
    cross join lateral (select * from ${list.table} t where t.org_id = ${orgId} and t.id = w.id limit 1) r
    order by w.place`.execute(db)
  const ownOf = await readOwn(db, { orgId, list }, ids, columns)
  const shown = rows.map(({ id, values }) => ({ ...values, ...ownOf(id) }))
  const finished = list.finish ? await list.finish({ db, orgId, words }, shown) : shown
  return rows.map(({ id, name }, at) => ({ id, name, values: { ...finished[at] } }))
}

const tags = ({ list }: Pick<Reading, 'list'>): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('id', n.id, 'name', n.name, 'hue', n.hue) order by n.name_key)
  from tags n where n.org_id = r.org_id and n.id in (
    select t.tag_id from record_tags t where t.org_id = r.org_id and t.record_id = any(${groupIds(list.record, 'r')}))), '[]'::json)`

/** What records have of the workspace's own fields, by the key of the column: as on their pages. */
const readOwn = async (
  db: Db,
  { orgId, list }: Pick<Reading, 'orgId' | 'list'>,
  ids: readonly string[],
  columns: readonly ListField[],
): Promise<(id: string) => Record<string, unknown>> => {
  const fields = columns.flatMap(({ key, type, own }) => (own ? [{ key, type, own, id: own.id }] : []))
  const rows = list.record === null ? [] : await findShown(db, orgId, list.record, ids, fields)
  const byRecord = Map.groupBy(rows, ({ holder }) => holder)
  return (id) => {
    const ofRecord = Map.groupBy(byRecord.get(id) ?? [], ({ field_id }) => field_id)
    return Object.fromEntries(fields.map(({ key, type, own }) => [key, shownOf(type, own, ofRecord.get(own.id) ?? [])]))
  }
}

const shownOf = (type: ListField['type'], { options, currency }: OwnField, rows: readonly ShownRow[]): unknown => {
  const [row] = rows
  const named = (id: string | null) => ({ id, name: options.find((option) => option.id === id)?.name ?? null })
  if (type === 'choices') return rows.map(({ id_value }) => named(id_value))
  if (!row) return type === 'tick' ? false : null
  switch (type) {
    case 'tick':
      return Number(row.number_value) === 1
    case 'number':
      return Number(row.number_value)
    case 'money':
      return { minor: Number(row.number_value), currency }
    case 'day':
      return row.date_value
    case 'choice':
      return named(row.id_value)
    case 'person':
      return { id: row.id_value, name: row.person_name }
    default:
      return row.text_value
  }
}
