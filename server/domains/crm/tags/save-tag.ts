import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { Hue } from '#shapes/labels.ts'
import { tagErrors } from './errors.ts'
import { tagEvents, tagFieldsOf } from './events.ts'
import { addTag, keyOfName, lockTags, sentTag, Tag, TagName } from './tags.ts'

export const saveTag = action({
  name: 'save-tag',
  summary: 'Create, rename or color a tag',
  description:
    'Without `tagId` a new tag is created. Names are unique in a workspace, whatever their case. Records keep a tag that is renamed.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  scope: 'records:write',
  input: z.object({
    tagId: z.uuid().optional(),
    name: TagName.optional().describe('Required for a new tag'),
    hue: Hue.optional().describe('The color. A new tag without one gets the color that the fewest tags have'),
  }),
  output: z.object({ success: z.literal(true), tag: Tag }),
  errors: [transportErrors.missing_field, tagErrors.tag_not_found, tagErrors.tag_exists, tagErrors.too_many_tags],
  examples: [{ title: 'A new tag', input: { name: 'Small bathroom', hue: 4 } }],

  async run({ tagId, name, hue }, { db, org, person, emit, fail }) {
    const list = await lockTags(db, org.id)
    const before = tagId === undefined ? null : list.find(({ id }) => id === tagId)
    if (before === undefined) throw fail('tag_not_found')
    const wanted = name ?? before?.name
    if (wanted === undefined) throw fail('missing_field', { message: 'Missing required field: name', field: 'name' })
    const key = keyOfName(wanted)
    if (list.some(({ id, name_key }) => name_key === key && id !== tagId)) throw fail('tag_exists', { field: 'name' })
    const after = before
      ? await db
          .updateTable('tags')
          .set({ name: wanted, name_key: key, hue: hue ?? before.hue })
          .where('org_id', '=', org.id)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await addTag(db, org.id, list, { name: wanted, hue, personId: person?.id ?? null })
    await emit(tagEvents.changed, after.id, {
      ...changedFields(before && tagFieldsOf(before), tagFieldsOf(after)),
      merged_into: null,
    })
    return { success: true as const, tag: sentTag(after) }
  },
})
