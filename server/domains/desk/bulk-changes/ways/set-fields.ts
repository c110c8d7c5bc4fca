import { isDeepStrictEqual } from 'node:util'
import { identityOf } from '#domains/crm/edits/edits.ts'
import { setFields as setThese } from '#domains/crm/fields/record-fields.ts'
import { type FieldValues, fieldsOf } from '#domains/crm/fields/values.ts'
import type { PlainRecordKind } from '#domains/crm/records/records.ts'
import { changedSince, type Doing, together, unchanged, undone, way } from './way.ts'

export const setFields = way({
  type: 'set_fields',

  async apply(doing, ids, { fields }) {
    const { db, orgId } = doing
    const before = await valuesOf(doing, ids)
    await setThese(db, orgId, kindOf(doing), ids, fields)
    const after = await valuesOf(doing, ids)
    return ids.map((id) => {
      const [was, is] = [before.get(id) ?? {}, after.get(id) ?? {}]
      const keys = Object.keys(fields).filter((key) => !isSame(was[key], is[key]))
      return keys.length === 0 ? unchanged(id) : { id, state: 'done', before: only(was, keys), after: only(is, keys) }
    })
  },

  async undo(doing, rows) {
    const { db, orgId } = doing
    const now = await valuesOf(
      doing,
      rows.map(({ record_id }) => record_id),
    )
    const wanted = rows.map((row) => {
      const stands = now.get(row.record_id) ?? {}
      // A field that is gone has no value to give back.
      const keys = Object.keys(row.after).filter((key) => key in stands && isSame(stands[key], row.after[key]))
      return { row, keys, values: only(row.before as FieldValues, keys) }
    })
    const back = wanted.filter(({ keys }) => keys.length > 0)
    for (const same of together(back, ({ values }) => values))
      await setThese(
        db,
        orgId,
        kindOf(doing),
        same.map(({ row }) => row.record_id),
        same[0]?.values ?? {},
      )
    return wanted.map(({ row, keys }) => (keys.length > 0 ? undone(row) : changedSince(row)))
  },
})

const kindOf = ({ kind }: Doing): PlainRecordKind => kind as PlainRecordKind

const valuesOf = (doing: Doing, ids: readonly string[]): Promise<ReadonlyMap<string, FieldValues>> =>
  fieldsOf(doing.db, doing.orgId, kindOf(doing), ids)

const only = (values: FieldValues, keys: readonly string[]): FieldValues =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(identityOf(one), identityOf(other))
