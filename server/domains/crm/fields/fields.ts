import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { lineOf } from '#shapes/labels.ts'
import { PlainRecordKind } from '../records/records.ts'

/** Of a kind of record; of them and archived ones together `mostWithArchived`. */
export const mostFields = 200
export const mostWithArchived = 500
/** That can be chosen; with archived ones together three times as many. */
export const mostChoices = 100

export const FieldType = choice('FieldType', ['text', 'number', 'money', 'date', 'choice', 'choices', 'person', 'link', 'tick'])
export type FieldType = z.output<typeof FieldType>

export const FieldName = lineOf(100)
export const ChoiceName = lineOf(100)
export const FieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/)
  .describe('Lower-case letters, digits and _, beginning with a letter')

export const FieldChoice = shape('FieldChoice', {
  id: z.uuid(),
  name: z.string(),
  hue: z.int().describe('1 to 8: the color'),
  is_archived: z.boolean().describe('It is shown where it was chosen, and cannot be chosen any more'),
})
export type FieldChoice = z.output<typeof FieldChoice>

/** What a type has beside the name. */
export const Options = z.object({
  choices: z.array(z.object(FieldChoice.shape)).default([]),
  currency: z.string().nullable().default(null),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
})
export type Options = z.output<typeof Options>

/** A field of the workspace’s own. */
export const OwnField = shape('OwnField', {
  id: z.uuid(),
  kind: PlainRecordKind,
  key: z.string().describe('Names the field in the API. It never changes'),
  name: z.string(),
  type: FieldType,
  choices: z.array(FieldChoice).describe('Of `choice` and `choices`, in order'),
  currency: z.string().nullable().describe('Of `money`: ISO 4217'),
  min: z.number().nullable().describe('Of `number`'),
  max: z.number().nullable(),
  required_stage_id: z.uuid().nullable().describe('A deal moves to this stage, or beyond, with a value only'),
  in_forms: z.boolean().describe('Forms on a website may ask for it. Of leads only'),
  archived_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

type FieldRow = Selectable<Tables['fields']>

/** A field as the code works with it. */
export interface Field extends Omit<FieldRow, 'kind' | 'type' | 'options'> {
  readonly kind: PlainRecordKind
  readonly type: FieldType
  readonly options: Options
}

export const fieldIn = (row: FieldRow): Field => ({
  ...row,
  kind: PlainRecordKind.parse(row.kind),
  type: FieldType.parse(row.type),
  options: Options.parse(row.options),
})

export const sentField = ({ options, ...field }: Field): z.output<typeof OwnField> => ({
  ...{ id: field.id, kind: field.kind, key: field.key, name: field.name, type: field.type },
  ...options,
  ...{ required_stage_id: field.required_stage_id, in_forms: field.in_forms },
  archived_at: field.archived_at?.toISOString() ?? null,
  created_at: field.created_at.toISOString(),
  updated_at: field.updated_at.toISOString(),
})

/** Those of a kind, or of all, in their order; archived ones only if asked for. */
export const findFields = async (
  db: Db,
  orgId: string,
  { kind, withArchived = false }: { readonly kind?: PlainRecordKind | undefined; readonly withArchived?: boolean },
): Promise<Field[]> => {
  let query = db.selectFrom('fields').selectAll().where('org_id', '=', orgId)
  if (kind) query = query.where('kind', '=', kind)
  if (!withArchived) query = query.where('archived_at', 'is', null)
  return (await query.orderBy('kind').orderBy('place').orderBy('id').execute()).map(fieldIn)
}

export const findField = async (db: Db, orgId: string, fieldId: string): Promise<Field | undefined> => {
  const row = await db.selectFrom('fields').selectAll().where('org_id', '=', orgId).where('id', '=', fieldId).executeTakeFirst()
  return row && fieldIn(row)
}

/** Two who change the fields at once come one after the other: the organization's row is held until the transaction ends. */
export const lockFields = async (db: Db, orgId: string): Promise<Field[]> => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
  return findFields(db, orgId, { withArchived: true })
}

/** Those of these keys, so held that none of them is deleted before the transaction ends. */
export const lockFieldsOf = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Field>> => {
  const { rows } = await sql<FieldRow>`
    select * from fields where org_id = ${orgId} and kind = ${kind} and key = any(${keys}::text[]) and archived_at is null
    order by id for key share`.execute(db)
  return new Map(rows.map((row) => [row.key, fieldIn(row)]))
}

/** The column of its values; each has an index that begins with the field. */
export const columnOf = (type: FieldType): 'text_value' | 'number_value' | 'date_value' | 'id_value' => {
  switch (type) {
    case 'text':
    case 'link':
      return 'text_value'
    case 'number':
    case 'money':
    case 'tick':
      return 'number_value'
    case 'date':
      return 'date_value'
    case 'choice':
    case 'choices':
    case 'person':
      return 'id_value'
  }
}
