import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tagErrors } from './errors.ts'
import { tagEvents, tagFieldsOf } from './events.ts'
import { lockTags } from './tags.ts'

export const deleteTag = action({
  name: 'delete-tag',
  summary: 'Delete a tag',
  description:
    'It is removed from every record that has it, and saved views leave it out of their filters. It cannot be undone. `records`: how many had it.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  input: z.object({ tagId: z.uuid() }),
  output: z.object({ success: z.literal(true), records: z.int() }),
  errors: [tagErrors.tag_not_found],
  examples: [{ title: 'Delete a tag', input: { tagId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ tagId }, { db, org, emit, fail }) {
    const tag = (await lockTags(db, org.id)).find(({ id }) => id === tagId)
    if (!tag) throw fail('tag_not_found')
    await sql`select from tags where org_id = ${org.id} and id = ${tagId} for update`.execute(db)
    const gone = await sql`delete from record_tags where org_id = ${org.id} and tag_id = ${tagId}`.execute(db)
    await db.deleteFrom('tags').where('org_id', '=', org.id).where('id', '=', tagId).execute()
    await emit(tagEvents.changed, tagId, { before: tagFieldsOf(tag), after: null, merged_into: null })
    return { success: true as const, records: Number(gone.numAffectedRows ?? 0) }
  },
})
