import type { PlainRecordKind } from '#domains/crm/records/records.ts'
import { tagRecords, tagsOf } from '#domains/crm/tags/record-tags.ts'
import { findTags } from '#domains/crm/tags/tags.ts'
import { changedSince, type Doing, together, unchanged, undone, way } from './way.ts'

export const tag = way({
  type: 'tag',

  async apply(doing, ids, { add, remove }) {
    const { db, orgId, personId } = doing
    const has = await idsOfTags(doing, ids)
    await tagRecords(db, orgId, kindOf(doing), ids, { add, remove, personId })
    return ids.map((id) => {
      const added = add.filter((each) => !has(id).has(each))
      const removed = remove.filter((each) => has(id).has(each))
      return added.length + removed.length === 0 ? unchanged(id) : { id, state: 'done', before: { removed }, after: { added } }
    })
  },

  async undo(doing, rows) {
    const { db, orgId, personId } = doing
    const ids = rows.map(({ record_id }) => record_id)
    const has = await idsOfTags(doing, ids)
    const known = new Set((await findTags(db, orgId)).map(({ id }) => id))
    const wanted = rows.map((row) => ({
      row,
      remove: (row.after.added as string[]).filter((each) => has(row.record_id).has(each)),
      add: (row.before.removed as string[]).filter((each) => !has(row.record_id).has(each) && known.has(each)),
    }))
    const stands = wanted.filter(({ add, remove }) => add.length + remove.length > 0)
    for (const same of together(stands, ({ add, remove }) => [add, remove])) {
      const [{ add, remove } = { add: [], remove: [] }] = same
      await tagRecords(
        db,
        orgId,
        kindOf(doing),
        same.map(({ row }) => row.record_id),
        { add, remove, personId },
      )
    }
    return wanted.map((each) => (stands.includes(each) ? undone(each.row) : changedSince(each.row)))
  },
})

const kindOf = ({ kind }: Doing): PlainRecordKind => kind as PlainRecordKind

const idsOfTags = async (doing: Doing, ids: readonly string[]): Promise<(id: string) => ReadonlySet<string>> => {
  const tags = await tagsOf(doing.db, doing.orgId, kindOf(doing), ids)
  const byRecord = new Map([...tags].map(([id, of]) => [id, new Set(of.map((each) => each.id))]))
  return (id) => byRecord.get(id) ?? new Set()
}
