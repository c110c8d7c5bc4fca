import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Reference, schemaNames, shape } from '#shapes'
import type { PlainRecordKind } from '../records/records.ts'
import { columnOf, type Field, findFields, mostFields } from './fields.ts'
import { rankedValues } from './shown-values.ts'

const MoneyValue = shape('MoneyValue', { amount_minor: z.int(), currency: z.string() })

const FieldValue = z
  .union([z.string(), z.number(), z.boolean(), MoneyValue, Reference, z.array(Reference)])
  .nullable()
  .describe('null: none. A tick is always true or false')
export type FieldValue = z.output<typeof FieldValue>

/** What `fields` of a record is, wherever one is answered or told of. */
export const FieldValues = z
  .record(z.string(), FieldValue)
  .describe(
    'By key, each field of this kind of record: text and link as text, number, money as `{amount_minor, currency}`, date as `YYYY-MM-DD`, choice and person as `{id, name}`, choices as a list of these, tick as true or false; null: no value',
  )
  .register(schemaNames, { id: 'FieldValues' })
export type FieldValues = z.output<typeof FieldValues>

/** As callers give a value. Each type reads it by its own rules, and says what it takes. */
const GivenValue = z
  .union([z.string().max(20_000), z.number(), z.boolean(), z.record(z.string(), z.unknown()), z.array(z.unknown()).max(300)])
  .nullable()

export const GivenFields = z
  .record(z.string(), GivenValue)
  .refine((fields) => Object.keys(fields).length <= mostFields, 'has too many fields')
  .describe('By key, as `set-fields` takes them')

/** A row of `field_values` as it is shown. */
export interface ShownRow {
  /** The record that it is shown with. */
  readonly holder: string
  readonly field_id: string
  readonly text_value: string | null
  readonly number_value: string | null
  readonly date_value: string | null
  readonly id_value: string | null
  readonly person_name: string | null
}

/**
 * The values of several records of a kind, by the id of the record: each field that is not archived, with null where there is none.
 * Contacts are given by the ids of their canonical ones; what these lack, the records have that were merged into them.
 */
export const fieldsOf = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
  known?: readonly Field[],
): Promise<ReadonlyMap<string, FieldValues>> => {
  const fields = known ?? (await findFields(db, orgId, { kind }))
  const rows = await findShown(db, orgId, kind, ids, fields)
  const byRecord = Map.groupBy(rows, ({ holder }) => holder)
  return new Map(
    ids.map((id) => {
      const ofRecord = Map.groupBy(byRecord.get(id) ?? [], ({ field_id }) => field_id)
      return [id, Object.fromEntries(fields.map((field) => [field.key, sentValue(field, ofRecord.get(field.id) ?? [])]))]
    }),
  )
}

/** Those of one record. */
export const fieldsOfRecord = async (db: Db, orgId: string, kind: PlainRecordKind, id: string): Promise<FieldValues> =>
  (await fieldsOf(db, orgId, kind, [id])).get(id) ?? {}

/** Values of these fields that records show, in the order of their places, by the ids of canonical ones. */
export const findShown = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
  fields: readonly { readonly id: string; readonly type: string }[],
): Promise<ShownRow[]> => {
  if (fields.length === 0 || ids.length === 0) return []
  const { rows } = await sql<ShownRow>`
    with found as (${rankedValues(orgId, kind, ids, fields)})
    select f.holder, f.field_id, f.text_value, f.number_value::text, f.date_value::text, f.id_value,
      case when f.field_id = any(${fields.filter(({ type }) => type === 'person').map(({ id }) => id)}::uuid[])
        then (select coalesce(p.name, p.email) from directory.people p where p.id = f.id_value) end as person_name
    from found f where f.nearness = 1 order by f.field_id, f.place`.execute(db)
  return rows
}

const sentValue = ({ type, options }: Field, rows: readonly ShownRow[]): FieldValue => {
  const [row] = rows
  if (type === 'choices' && row) return rows.flatMap(({ id_value }) => choiceNamed(options.choices, id_value) ?? [])
  if (!row) return type === 'tick' ? false : null
  switch (type) {
    case 'number':
      return Number(row.number_value)
    case 'money':
      return { amount_minor: Number(row.number_value), currency: options.currency ?? '' }
    case 'tick':
      return Number(row.number_value) === 1
    case 'date':
      return row.date_value
    case 'choice':
      return choiceNamed(options.choices, row.id_value)
    case 'person':
      return row.id_value === null ? null : { id: row.id_value, name: row.person_name ?? '' }
    default:
      return row.text_value
  }
}

const choiceNamed = (
  choices: readonly { readonly id: string; readonly name: string }[],
  wanted: string | null,
): { id: string; name: string } | null => {
  const found = choices.find(({ id }) => id === wanted)
  return found ? { id: found.id, name: found.name } : null
}

/** How many records have a value of a field; of merged ones each counts. */
export const countValues = async (db: Db, orgId: string, { id, type }: Pick<Field, 'id' | 'type'>): Promise<number> => {
  const column = sql.ref(columnOf(type))
  const { rows } = await sql<{ count: number }>`
    select count(${type === 'choices' ? sql`distinct record_id` : sql`*`})::int as count from field_values
    where org_id = ${orgId} and field_id = ${id} and ${column} is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether a value is one: neither null, nor an empty list, nor a box without a tick. */
export const isValue = (value: FieldValue | undefined): boolean =>
  value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
