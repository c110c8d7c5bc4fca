import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { PlainRecordKind } from '../records/records.ts'
import { addField } from './field-edits.ts'
import { lockFields, mostFields, Options } from './fields.ts'

export interface DemoField {
  readonly kind: PlainRecordKind
  readonly name: string
  readonly type: 'text' | 'number'
  readonly values: readonly { readonly recordId: string; readonly value: string | number }[]
}

/** Adds fields of the demo with their values, without an event. One whose name the workspace has is left out. Answers the ids of the others. */
export const addDemoFields = async (db: Db, orgId: string, fields: readonly DemoField[]): Promise<string[]> => {
  const list = await lockFields(db, orgId)
  const made: string[] = []
  for (const { kind, name, type, values } of fields) {
    const ofKind = list.filter((field) => field.kind === kind)
    if (values.length === 0 || ofKind.length >= mostFields) continue
    if (ofKind.some((field) => field.name.toLowerCase() === name.toLowerCase())) continue
    const settings = { name, options: Options.parse({}), required_stage_id: null, in_forms: false }
    const field = await addField(db, orgId, list, { ...settings, kind, type })
    made.push(field.id)
    await db
      .insertInto('field_values')
      .values(
        values.map(({ recordId, value }) => ({
          ...{ org_id: orgId, field_id: field.id, record_id: recordId },
          ...(typeof value === 'number' ? { number_value: String(value) } : { text_value: value }),
        })),
      )
      .execute()
  }
  return made
}

/** Clears fields of the demo on its records; those in which no other record has a value go. */
export const removeDemoFields = async (
  db: Db,
  orgId: string,
  fieldIds: readonly string[],
  recordIds: readonly string[],
): Promise<void> => {
  await lockFields(db, orgId)
  await sql`
    delete from field_values
    where org_id = ${orgId} and field_id = any(${[...fieldIds]}::uuid[]) and record_id = any(${[...recordIds]}::uuid[])`.execute(
    db,
  )
  await sql`
    delete from fields f where f.org_id = ${orgId} and f.id = any(${[...fieldIds]}::uuid[])
      and not exists (select from field_values v where v.org_id = f.org_id and v.field_id = f.id)`.execute(db)
}
