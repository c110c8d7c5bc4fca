import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { type Meant, requireAsSeen } from '../edits/edits.ts'
import { attachedParts } from '../records/moments.ts'
import { lockRecords, type PlainRecordKind, readIds } from '../records/records.ts'
import { fieldErrors } from './errors.ts'
import { recordFieldEvents } from './events.ts'
import { recordFieldEdits } from './field-changes.ts'
import { type Field, findFields, lockFieldsOf } from './fields.ts'
import { ownNameOf } from './own-names.ts'
import { type Known, readValue, type ValueRow } from './read-values.ts'
import { type FieldValue, type FieldValues, fieldsOf, isValue } from './values.ts'

/** Who can be chosen in a field of type person, by id. */
export const findPeople = async (db: Db, orgId: string): Promise<Known['people']> => {
  const { rows } = await sql<{ id: string; email: string }>`
    select p.id, p.email from members m join directory.people p on p.id = m.id where m.org_id = ${orgId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface Fault {
  readonly key: string
  readonly message: string
}

/**
 * Sets fields of records of a kind, by key; null clears one, what is left out stays. Tells of each record that changed, and answers the
 * values of all from now on, by the id of the record. On contacts it writes to the canonical record; a field that is cleared is so on every
 * record that was merged into it.
 *
 * `was`: the fields of a single record as its editor saw them.
 *
 * Throws `record_not_found`, `field_not_found`, `field_value_invalid`, which lists all that does not fit, and `record_changed`.
 */
export const setFields = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
  given: Readonly<Record<string, unknown>>,
  was: Readonly<Record<string, unknown>> = {},
): Promise<ReadonlyMap<string, FieldValues>> => {
  const records = (await lockRecords(db, orgId, kind, ids)).map(({ id }) => id)
  const held = await lockFieldsOf(db, orgId, kind, Object.keys(given))
  for (const key of Object.keys(given)) if (!held.has(key)) throw new Failure(fieldErrors.field_not_found, { field: key })
  const all = await findFields(db, orgId, { kind })
  const before = await fieldsOf(db, orgId, kind, records, all)
  const fields = [...held.values()]
  const known = { people: await peopleFor(db, orgId, fields), kept: keptIn(before, fields) }
  const { rows, faults } = readAll(fields, given, known)
  const [first] = faults
  if (first) throw new Failure(fieldErrors.field_value_invalid, { message: first.message, field: first.key, facts: { faults } })
  await replaceValues(db, orgId, kind, records, fields, rows)
  const after = await fieldsOf(db, orgId, kind, records, all)
  for (const id of records) await requireAsSeen(db, orgId, id, meantOf(was, before.get(id) ?? {}, after.get(id) ?? {}))
  await recordChanges(db, orgId, kind, { before, after })
  await recordFieldEdits(db, orgId, kind, all, { before, after })
  return after
}

/** Once they are written, and read as they are answered: what does not stand as it was seen is not kept, for the caller's transaction ends. */
const meantOf = (was: Readonly<Record<string, unknown>>, now: FieldValues, wanted: FieldValues): Meant[] =>
  Object.keys(was)
    .filter((key) => key in now)
    .map((key) => ({ field: key, edited: ownNameOf(key), was: was[key], now: now[key], wanted: wanted[key] }))

/** Asked for only where a field is of people. */
export const peopleFor = async (db: Db, orgId: string, fields: readonly Field[]): Promise<Known['people']> =>
  fields.some(({ type }) => type === 'person') ? findPeople(db, orgId) : new Map()

/** Choices and people that the records have: each may be sent again as it was answered. */
const keptIn = (values: ReadonlyMap<string, FieldValues>, fields: readonly Field[]): ReadonlySet<string> =>
  new Set([...values.values()].flatMap((each) => fields.flatMap(({ key }) => idsIn(each[key]))))

const idsIn = (value: FieldValue | undefined): string[] =>
  [value].flat().flatMap((each) => (typeof each === 'object' && each !== null && 'id' in each ? each.id : []))

export interface FieldRows {
  readonly field: Field
  readonly rows: readonly ValueRow[]
}

/** Reads what was given for fields: the rows of what fits, and what is wrong with the rest. */
export const readAll = (
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  known: Known,
): { rows: FieldRows[]; faults: Fault[] } => {
  const rows: FieldRows[] = []
  const faults: Fault[] = []
  for (const field of fields) {
    const read = readValue(field, given[field.key], known)
    if ('fault' in read) faults.push({ key: field.key, message: `${field.name} ${read.fault}` })
    else rows.push({ field, rows: read.rows })
  }
  return { rows, faults }
}

const replaceValues = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  records: readonly string[],
  fields: readonly Field[],
  rows: readonly FieldRows[],
): Promise<void> => {
  const fieldIds = fields.map(({ id }) => id)
  // What merged records have of a field that gets a value stays, beneath it: an undone merge gives it back.
  const cleared = rows.filter((each) => each.rows.length === 0).map(({ field }) => field.id)
  await sql`
    delete from field_values v using ${readIds(orgId, kind, records)} i
    where v.org_id = ${orgId} and v.record_id = i.id and v.field_id = any(${fieldIds}::uuid[])
      and (i.id = i.record_id or v.field_id = any(${cleared}::uuid[]))`.execute(db)
  await addValues(
    db,
    orgId,
    records.flatMap((id) => valueRows(id, rows)),
  )
}

/** A row as it is written. */
export interface NewValue extends ValueRow {
  readonly record_id: string
  readonly field_id: string
  readonly place: number
}

export const valueRows = (recordId: string, rows: readonly FieldRows[]): NewValue[] =>
  rows.flatMap(({ field, rows: ofField }) =>
    ofField.map((value, place) => ({ record_id: recordId, field_id: field.id, place, ...value })),
  )

/** Writes values that are not there yet. `uploadId`: the upload whose file said so; `syncId`: the sync whose CRM did. */
export const addValues = async (
  db: Db,
  orgId: string,
  values: readonly NewValue[],
  { uploadId = null, syncId = null }: { readonly uploadId?: string | null; readonly syncId?: string | null } = {},
): Promise<void> => {
  if (values.length === 0) return
  await sql`
    insert into field_values (org_id, field_id, record_id, place, text_value, number_value, date_value, id_value, upload_id, sync_id)
    select ${orgId}, v.field_id, v.record_id, v.place, v.text_value, v.number_value, v.date_value, v.id_value, ${uploadId}::uuid,
      ${syncId}::uuid
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (record_id uuid,
      field_id uuid, place smallint, text_value text, number_value numeric, date_value date, id_value uuid)
    on conflict do nothing`.execute(db)
}

/**
 * Fills blanks of records with what came from outside for them, by the id of the record and the key of the field: what does not fit, or
 * has a value already, is passed over. Tells of each record that changed.
 */
export const fillFields = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  given: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  fields: readonly Field[],
): Promise<void> => {
  const before = await fillBlanks(db, orgId, kind, given, { fields })
  const after = await fieldsOf(db, orgId, kind, [...given.keys()], fields)
  await recordChanges(db, orgId, kind, { before, after })
}

/** As `fillFields`, and tells of nothing. Answers the values before. */
export const fillBlanks = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  given: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  { fields, uploadId = null }: { readonly fields: readonly Field[]; readonly uploadId?: string | null },
): Promise<ReadonlyMap<string, FieldValues>> => {
  const ids = [...given.keys()]
  const before = await fieldsOf(db, orgId, kind, ids, fields)
  const known = { people: await peopleFor(db, orgId, fields), kept: new Set<string>() }
  const values = ids.flatMap((id) => {
    const blank = fields.filter(({ key }) => !isValue(before.get(id)?.[key]))
    return valueRows(id, readAll(blank, given.get(id) ?? {}, known).rows)
  })
  await addValues(db, orgId, values, { uploadId })
  return before
}

const recordChanges = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  values: { readonly before: ReadonlyMap<string, FieldValues>; readonly after: ReadonlyMap<string, FieldValues> },
): Promise<void> => {
  const events = [...values.after].flatMap(([id, fields]) => {
    const { before, after } = changedFields<FieldValues>(values.before.get(id) ?? {}, fields)
    if (!before || !after || Object.keys(after).length === 0) return []
    return eventOf(recordFieldEvents.changed, id, {
      kind,
      before: before as FieldValues,
      after: after as FieldValues,
      fields,
    })
  })
  await recordAll(db, orgId, events)
}

/** Of records that are removed for good. */
export const forgetFields = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`delete from field_values where org_id = ${orgId} and record_id = any(${recordIds}::uuid[])`.execute(db)
}

/** What an upload or a sync filled is no word of a member's. */
export const attachedFields = contribution({
  name: 'attached-fields',
  to: attachedParts,
  run: async ({ table }) =>
    sql<boolean>`exists (select from field_values v where v.org_id = ${sql.ref(`${table}.org_id`)} and v.record_id = ${sql.ref(`${table}.id`)}
      and v.upload_id is null and v.sync_id is null)`,
})
