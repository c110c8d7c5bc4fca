import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tagErrors } from './errors.ts'
import { tagEvents, tagFieldsOf } from './events.ts'
import { tagMerged } from './moments.ts'
import { lockTags, sentTag, Tag } from './tags.ts'

export const mergeTags = action({
  name: 'merge-tags',
  summary: 'Merge a tag into another one',
  description:
    'Records that have the tag have the other one instead, and saved views filter by that one. It cannot be undone. `records`: how many had it.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  input: z.object({ tagId: z.uuid(), intoTagId: z.uuid().describe('The tag to keep') }),
  output: z.object({ success: z.literal(true), tag: Tag, records: z.int() }),
  errors: [tagErrors.tag_not_found, tagErrors.merge_of_one_tag],
  examples: [
    {
      title: 'Two names of one thing',
      input: { tagId: '01980000-0000-7000-8000-000000000000', intoTagId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ tagId, intoTagId }, { db, org, emit, within, fail }) {
    if (tagId === intoTagId) throw fail('merge_of_one_tag', { field: 'intoTagId' })
    const list = await lockTags(db, org.id)
    const [from, into] = [tagId, intoTagId].map((wanted) => list.find(({ id }) => id === wanted))
    if (!from || !into) throw fail('tag_not_found')
    // What another one adds to the tag meanwhile waits for this transaction, and then finds no tag.
    await sql`select from tags where org_id = ${org.id} and id = ${from.id} for update`.execute(db)
    await sql`
      insert into record_tags (org_id, kind, record_id, tag_id, added_by, added_at)
      select org_id, kind, record_id, ${into.id}, added_by, added_at from record_tags
      where org_id = ${org.id} and tag_id = ${from.id} on conflict do nothing`.execute(db)
    const moved = await sql`delete from record_tags where org_id = ${org.id} and tag_id = ${from.id}`.execute(db)
    await within(db, org.id, tagMerged, { tagId: from.id, intoTagId: into.id })
    await db.deleteFrom('tags').where('org_id', '=', org.id).where('id', '=', from.id).execute()
    await emit(tagEvents.changed, from.id, { before: tagFieldsOf(from), after: null, merged_into: into.id })
    return { success: true as const, tag: sentTag(into), records: Number(moved.numAffectedRows ?? 0) }
  },
})
