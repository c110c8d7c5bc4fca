import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import type { Reading } from './conditions.ts'
import type { ListField, OwnField, Words } from './list-fields.ts'
import { partIds } from './tag-tests.ts'

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
  const { rows } = await sql<{ id: string; name: string | null; values: Record<string, unknown>; parts: string[] }>`
    select r.id, ${list.called} as name, ${values} as values, ${partIds(list)} as parts
    from unnest(${ids}::uuid[]) with ordinality as w (id, place)
    cross join lateral (select * from ${list.table} t where t.org_id = ${orgId} and t.id = w.id limit 1) r
    order by w.place`.execute(db)
  const own = columns.filter((column) => column.own !== undefined)
  const kept =
    own.length === 0
      ? []
      : await ownValues(
          db,
          orgId,
          rows.flatMap(({ parts }) => parts),
          own,
        )
  const shown = rows.map(({ values, parts }) => ({ ...values, ...ownOf(own, kept, parts) }))
  const finished = list.finish ? await list.finish({ db, orgId, words }, shown) : shown
  return rows.map(({ id, name }, at) => ({ id, name, values: { ...finished[at] } }))
}

const tags = ({ list }: Pick<Reading, 'list'>): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('id', n.id, 'name', n.name, 'hue', n.hue) order by n.name_key)
  from tags n where n.org_id = r.org_id and n.id in (
    select t.tag_id from record_tags t where t.org_id = r.org_id and t.record_id = any(${partIds(list)}))), '[]'::json)`

interface Kept {
  readonly record_id: string
  readonly field_id: string
  readonly value: string | number
  readonly person: { readonly id: string; readonly name: string } | null
}

const ownValues = async (db: Db, orgId: string, recordIds: readonly string[], own: readonly ListField[]): Promise<Kept[]> => {
  const fieldIds = own.flatMap((field) => field.own?.id ?? [])
  const { rows } = await sql<Kept>`
    select v.record_id, v.field_id, coalesce(to_json(v.text_value), to_json(v.number_value), to_json(v.date_value), to_json(v.id_value)) as value,
      (select json_build_object('id', p.id, 'name', p.name) from directory.people p where p.id = v.id_value) as person
    from field_values v where v.org_id = ${orgId} and v.record_id = any(${recordIds}::uuid[]) and v.field_id = any(${fieldIds}::uuid[])
    order by v.place`.execute(db)
  return rows
}

/** What a record has of its own fields: of a contact by the record that stands for them, else by the first that was merged into it. */
const ownOf = (own: readonly ListField[], kept: readonly Kept[], parts: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    own.map((field) => {
      const of = (id: string): Kept[] => kept.filter((each) => each.record_id === id && each.field_id === field.own?.id)
      const found = parts.map(of).find((values) => values.length > 0) ?? []
      return [field.key, shownOf(field, field.own as OwnField, found)]
    }),
  )

const shownOf = ({ type }: ListField, { options, currency }: OwnField, found: readonly Kept[]): unknown => {
  const [first] = found
  const nameOf = (id: unknown): string | null => options.find((option) => option.id === id)?.name ?? null
  if (type === 'choices') return found.map(({ value }) => ({ id: value, name: nameOf(value) }))
  if (type === 'tick') return first?.value === 1
  if (!first) return null
  if (type === 'choice') return { id: first.value, name: nameOf(first.value) }
  if (type === 'person') return first.person ?? { id: first.value, name: null }
  return type === 'money' ? { minor: first.value, currency } : first.value
}
