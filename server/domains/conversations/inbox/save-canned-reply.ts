import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import {
  CannedReply,
  lockCannedReplies,
  mostCannedReplies,
  ReplyBody,
  ReplyTitle,
  Shortcut,
  showCannedReply,
} from './canned-replies.ts'
import { inboxErrors } from './errors.ts'
import { cannedReplyEvents, cannedReplyFieldsOf } from './events.ts'

export const saveCannedReply = action({
  name: 'save-canned-reply',
  summary: 'Create or update a canned reply',
  description: 'All members of the workspace share the same replies. Without `cannedReplyId` a new one is created.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ cannedReplyId: z.uuid().optional(), shortcut: Shortcut, title: ReplyTitle, body: ReplyBody }),
  output: z.object({ canned_reply: CannedReply }),
  errors: [inboxErrors.canned_reply_not_found, inboxErrors.shortcut_taken, inboxErrors.too_many_canned_replies],
  examples: [
    {
      title: 'Opening hours',
      input: { shortcut: 'hours', title: 'Opening hours', body: 'Hello {first_name}, we are here from 9 to 17.' },
    },
  ],

  async run({ cannedReplyId, shortcut, title, body }, { db, org, person, newId, emit, fail }) {
    const kept = await lockCannedReplies(db, org.id)
    if (cannedReplyId !== undefined && !kept.some(({ id }) => id === cannedReplyId)) throw fail('canned_reply_not_found')
    if (kept.some((other) => other.shortcut === shortcut && other.id !== cannedReplyId))
      throw fail('shortcut_taken', { field: 'shortcut' })
    if (cannedReplyId === undefined && kept.length >= mostCannedReplies) throw fail('too_many_canned_replies')
    const row = await db
      .insertInto('canned_replies')
      .values({ org_id: org.id, id: cannedReplyId ?? newId(), shortcut, title, body, created_by: person?.id ?? null })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'id']).doUpdateSet({ shortcut, title, body, updated_at: sql`now()` }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const before = kept.find(({ id }) => id === row.id)
    await emit(cannedReplyEvents.changed, row.id, {
      ...changedFields(before ? cannedReplyFieldsOf(before) : null, cannedReplyFieldsOf(row)),
      is_other_text: before?.body !== row.body,
    })
    return { canned_reply: showCannedReply(row) }
  },
})
