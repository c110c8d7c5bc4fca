import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db, Emit } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { PlainRecordKind } from '../records/records.ts'
import { tagErrors } from './errors.ts'
import { tagEvents, tagFieldsOf } from './events.ts'
import { tagRecords as tagThese } from './record-tags.ts'
import { addTag, findTags, keyOfName, lockTags, TagName, type TagRow } from './tags.ts'

const Names = z.array(z.union([z.uuid(), TagName])).max(20)

export const tagRecords = action({
  name: 'tag-records',
  summary: 'Add tags to records, or remove them',
  description:
    'Tags are given by id or by name. A name in `add` that is new is created as a tag; one in `remove` that does not exist is passed over. `changed`: how many records have other tags than before.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'records:write',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    kind: PlainRecordKind,
    recordIds: z.array(z.uuid()).min(1).max(500).describe('Records of this kind'),
    add: Names.default([]),
    remove: Names.default([]),
  }),
  output: z.object({ success: z.literal(true), changed: z.int() }),
  errors: [recordErrors.record_not_found, tagErrors.tag_not_found, tagErrors.too_many_tags, tagErrors.too_many_tags_of_record],
  examples: [
    {
      title: 'Tag a contact, by name',
      input: { kind: 'contact', recordIds: ['01980000-0000-7000-8000-000000000000'], add: ['VIP'], remove: ['Prospect'] },
    },
  ],

  async run({ kind, recordIds, add, remove }, { db, org, person, emit }) {
    const personId = person?.id ?? null
    const { added, list } = await tagsNamed(db, org.id, add, { emit, personId })
    const removed = remove.flatMap((named) => tagNamed(list, named)?.id ?? [])
    const changed = await tagThese(db, org.id, kind, recordIds, { add: added, remove: removed, personId })
    return { success: true as const, changed: changed.length }
  },
})

/** Those that are named, with new ones made, and the list as it is then. It is held only where one is to be made. */
const tagsNamed = async (
  db: Db,
  orgId: string,
  names: readonly string[],
  { emit, personId }: { readonly emit: Emit; readonly personId: string | null },
): Promise<{ added: string[]; list: TagRow[] }> => {
  let list = await findTags(db, orgId)
  if (names.some((named) => !tagNamed(list, named))) list = await lockTags(db, orgId)
  const ids: string[] = []
  for (const named of names) {
    let tag = tagNamed(list, named)
    if (!tag && z.uuid().safeParse(named).success) throw new Failure(tagErrors.tag_not_found, { field: 'add' })
    if (!tag) {
      tag = await addTag(db, orgId, list, { name: named, personId })
      list = [...list, tag]
      await emit(tagEvents.changed, tag.id, { before: null, after: tagFieldsOf(tag), merged_into: null })
    }
    ids.push(tag.id)
  }
  return { added: [...new Set(ids)], list }
}

const tagNamed = (list: readonly TagRow[], named: string): TagRow | undefined =>
  list.find(({ id, name_key }) => id === named || name_key === keyOfName(named))
