import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { slugOf } from '#shapes/texts.ts'
import type { PlainRecordKind } from '../records/records.ts'
import { fieldErrors } from './errors.ts'
import { type Field, type FieldType, fieldIn, mostFields, mostWithArchived, type Options } from './fields.ts'

/** What can change of a field. */
export interface FieldSettings {
  readonly name: string
  readonly options: Options
  readonly required_stage_id: string | null
  readonly in_forms: boolean
}

/** Adds a field behind the others of the list, which the caller holds. Throws `too_many_fields`, `field_key_taken`, `field_name_taken`. */
export const addField = async (
  db: Db,
  orgId: string,
  list: readonly Field[],
  field: FieldSettings & { readonly kind: PlainRecordKind; readonly type: FieldType; readonly key?: string | undefined },
): Promise<Field> => {
  const ofKind = list.filter(({ kind }) => kind === field.kind)
  requireRoom(ofKind)
  requireFreeName(ofKind, field.name)
  const keys = new Set(ofKind.map(({ key }) => key))
  if (field.key !== undefined && keys.has(field.key)) throw new Failure(fieldErrors.field_key_taken, { field: 'key' })
  const { options, key = freeKey(field.name, keys), ...rest } = field
  const place = Math.max(0, ...ofKind.map((each) => each.place)) + 1
  const row = { org_id: orgId, id: newId(), ...rest, key, place, options: JSON.stringify(options) }
  return fieldIn(await db.insertInto('fields').values(row).returningAll().executeTakeFirstOrThrow())
}

/** Changes a field of a list that the caller holds. Throws `field_name_taken`. */
export const changeField = async (
  db: Db,
  list: readonly Field[],
  { org_id, id, kind }: Field,
  { options, ...rest }: FieldSettings,
): Promise<Field> => {
  requireFreeName(
    list.filter((each) => each.kind === kind && each.id !== id),
    rest.name,
  )
  const changed = await db
    .updateTable('fields')
    .set({ ...rest, options: JSON.stringify(options), updated_at: sql`now()` })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return fieldIn(changed)
}

/** Archives a field, or restores it among others that the caller holds. Throws `too_many_fields`, `field_name_taken`. */
export const setArchived = async (db: Db, list: readonly Field[], field: Field, isArchived: boolean): Promise<Field> => {
  const others = list.filter(({ kind, id }) => kind === field.kind && id !== field.id)
  if (!isArchived) {
    requireRoom(others)
    requireFreeName(others, field.name)
  }
  const changed = await db
    .updateTable('fields')
    .set({ archived_at: isArchived ? sql<Date>`now()` : null, updated_at: sql`now()` })
    .where('org_id', '=', field.org_id)
    .where('id', '=', field.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return fieldIn(changed)
}

const requireRoom = (ofKind: readonly Field[]): void => {
  const active = ofKind.filter(({ archived_at }) => archived_at === null)
  if (active.length >= mostFields || ofKind.length >= mostWithArchived) throw new Failure(fieldErrors.too_many_fields)
}

const requireFreeName = (others: readonly Field[], wanted: string): void => {
  const isTaken = others.some(({ name, archived_at }) => archived_at === null && name.toLowerCase() === wanted.toLowerCase())
  if (isTaken) throw new Failure(fieldErrors.field_name_taken, { field: 'name' })
}

/** `Wedding date` is `wedding_date`; a name in another script is `field`, and the next one `field_2`. */
const freeKey = (name: string, taken: ReadonlySet<string>): string => {
  const slug = slugOf(name, 40).replaceAll('-', '_')
  const base = /^[a-z]/.test(slug) ? slug : slug ? `field_${slug}` : 'field'
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}_${n}`
    if (!taken.has(key)) return key
  }
}
