import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { type PlainRecordKind, readIds } from '../records/records.ts'
import type { Field } from './fields.ts'
import type { Known, ValueRow } from './read-values.ts'
import { addValues, valueRows } from './record-fields.ts'
import { rankedValues } from './shown-values.ts'

/** By what a value was written: both null for a member, a form or the API. */
export interface ValueOrigin {
  readonly sync_id: string | null
  readonly upload_id: string | null
}

/** A value as a sync compares it. */
export interface SyncedValue extends ValueOrigin {
  readonly text: string
  readonly at: Date
}

/** Between the names of several choices. */
export const between = '; '

interface KeptRow extends ValueOrigin {
  readonly holder: string
  readonly field_id: string
  readonly text_value: string | null
  readonly number_value: string | null
  readonly date_value: string | null
  readonly id_value: string | null
  readonly email: string | null
  readonly updated_at: Date
}

/** What records show in these fields, by the ids of canonical records and the keys of fields. No field, no look. */
export const readSyncedValues = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
  fields: readonly Field[],
): Promise<ReadonlyMap<string, Readonly<Record<string, SyncedValue>>>> => {
  if (fields.length === 0 || ids.length === 0) return new Map()
  const people = fields.filter(({ type }) => type === 'person').map(({ id }) => id)
  const { rows } = await sql<KeptRow>`
    with found as (${rankedValues(orgId, kind, ids, fields)})
    select f.holder, f.field_id, f.text_value, f.number_value::text, f.date_value::text, f.id_value, f.updated_at, f.sync_id, f.upload_id,
      case when f.field_id = any(${people}::uuid[]) then (select p.email from directory.people p where p.id = f.id_value) end as email
    from found f where f.nearness = 1 order by f.field_id, f.place`.execute(db)
  const byId = new Map(fields.map((field) => [field.id, field]))
  const values = new Map<string, Record<string, SyncedValue>>()
  for (const [, same] of Map.groupBy(rows, ({ holder, field_id }) => `${holder} ${field_id}`)) {
    const [first] = same
    const field = byId.get(first?.field_id ?? '')
    if (!first || !field) continue
    const text = textOf(field, same)
    if (text === null) continue
    const { holder, updated_at: at, sync_id, upload_id } = first
    values.set(holder, { ...values.get(holder), [field.key]: { text, at, sync_id, upload_id } })
  }
  return values
}

type Valued = { readonly [Column in keyof ValueRow]?: string | null | undefined } & { readonly email?: string | null }

/** The same text for the same value; choices by their names and in their order, people by their addresses, amounts in the smallest unit. */
export const textOf = ({ type, options }: Field, rows: readonly Valued[], people?: Known['people']): string | null => {
  const [row] = rows
  if (!row) return null
  switch (type) {
    case 'money':
      return `${row.number_value} ${options.currency ?? ''}`
    case 'number':
      return row.number_value ?? null
    case 'tick':
      return Number(row.number_value) === 1 ? 'true' : null
    case 'date':
      return row.date_value ?? null
    case 'person':
      return (row.email ?? people?.get(row.id_value ?? '')?.email ?? null)?.toLowerCase() ?? null
    case 'choice':
    case 'choices': {
      const chosen = new Set(rows.map(({ id_value }) => id_value))
      const names = options.choices.filter(({ id }) => chosen.has(id)).map(({ name }) => name)
      return names.length === 0 ? null : names.join(between)
    }
    default:
      return row.text_value ?? null
  }
}

/** The rows of such a text; null where what it names is no longer there. */
const rowsOf = ({ type, options }: Field, text: string | null, people: Known['people']): readonly ValueRow[] | null => {
  if (text === null) return []
  const idOf = (name: string): string | undefined => {
    const same = options.choices.filter((each) => each.name === name)
    return (same.find(({ is_archived }) => !is_archived) ?? same[0])?.id
  }
  switch (type) {
    case 'money':
      return [{ number_value: text.split(' ')[0] ?? '0' }]
    case 'number':
      return [{ number_value: text }]
    case 'tick':
      return [{ number_value: '1' }]
    case 'date':
      return [{ date_value: text }]
    case 'person': {
      const person = [...people.values()].find(({ email }) => email.toLowerCase() === text)
      return person ? [{ id_value: person.id }] : null
    }
    case 'choice':
    case 'choices': {
      const ids = (type === 'choice' ? [text] : text.split(between)).map(idOf)
      return ids.every((id) => id !== undefined) ? ids.map((id_value) => ({ id_value })) : null
    }
    default:
      return [{ text_value: text }]
  }
}

/** What of a record is to be written, by the key of the field. */
export type SyncedChanges = ReadonlyMap<string, Readonly<Record<string, string | null>>>

/**
 * Writes over values of records that the caller holds, by the ids of canonical ones, and tells of none: a sync tells of itself. What is
 * cleared is so on each record that was merged into it. Answers what could not be written: the field, a choice or a person is no longer there.
 */
export const writeSyncedValues = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  changes: SyncedChanges,
  {
    fields,
    people,
    syncId,
  }: { readonly fields: readonly Field[]; readonly people: Known['people']; readonly syncId: string | null },
): Promise<readonly { readonly id: string; readonly key: string }[]> => {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const refused: { id: string; key: string }[] = []
  const given = [...changes].flatMap(([id, values]) =>
    Object.entries(values).flatMap(([key, text]) => {
      const field = byKey.get(key)
      const rows = field ? rowsOf(field, text, people) : null
      if (field && rows) return [{ id, field, rows }]
      refused.push({ id, key })
      return []
    }),
  )
  if (given.length === 0) return refused
  const over = given.map(({ id, field, rows }) => ({ record_id: id, field_id: field.id, is_cleared: rows.length === 0 }))
  await sql`
    delete from field_values v
    using jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as g (record_id uuid, field_id uuid, is_cleared boolean)
    join ${readIds(orgId, kind, [...changes.keys()])} i on i.record_id = g.record_id and (i.id = g.record_id or g.is_cleared)
    where v.org_id = ${orgId} and v.record_id = i.id and v.field_id = g.field_id`.execute(db)
  await addValues(
    db,
    orgId,
    given.flatMap(({ id, ...each }) => valueRows(id, [each])),
    { syncId },
  )
  return refused
}

/** Says of values that are as they were before a sync by what they had been written. */
export const restoreOrigins = async (
  db: Db,
  orgId: string,
  origins: readonly ({ readonly record_id: string; readonly field_id: string } & ValueOrigin)[],
): Promise<void> => {
  if (origins.length === 0) return
  await sql`
    update field_values v set sync_id = g.sync_id, upload_id = g.upload_id
    from jsonb_to_recordset(${JSON.stringify(origins)}::jsonb) as g (record_id uuid, field_id uuid, sync_id uuid, upload_id uuid)
    where v.org_id = ${orgId} and v.record_id = g.record_id and v.field_id = g.field_id`.execute(db)
}
