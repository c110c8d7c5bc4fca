import type { Db } from '#core/context.ts'
import { changesBetween, recordEdits } from '../edits/edits.ts'
import type { PlainRecordKind } from '../records/records.ts'
import type { Field } from './fields.ts'
import { ownNameOf } from './own-names.ts'
import type { FieldValues } from './values.ts'

/** Writes down which fields of records were set, with their names and types: either may be another by the time that it is read. */
export const recordFieldEdits = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  fields: readonly Field[],
  { before, after }: { readonly before: ReadonlyMap<string, FieldValues>; readonly after: ReadonlyMap<string, FieldValues> },
): Promise<void> => {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const edits = [...after].map(([recordId, values]) => {
    const changes = Object.entries(changesBetween(before.get(recordId) ?? {}, values)).map(([key, change]) => {
      const { name = key, type = 'text' } = byKey.get(key) ?? {}
      return [ownNameOf(key), { ...change, name, type }] as const
    })
    return { recordId, changes: Object.fromEntries(changes) }
  })
  await recordEdits(db, orgId, kind, edits)
}
