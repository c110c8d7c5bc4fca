import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { inboxErrors } from './errors.ts'
import { cannedReplyEvents, cannedReplyFieldsOf } from './events.ts'

export const removeCannedReply = action({
  name: 'remove-canned-reply',
  summary: 'Remove a canned reply',
  description: 'Messages sent with it stay unchanged.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ cannedReplyId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [inboxErrors.canned_reply_not_found],
  examples: [{ title: 'Remove a canned reply', input: { cannedReplyId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ cannedReplyId }, { db, org, emit, fail }) {
    const removed = await db
      .deleteFrom('canned_replies')
      .where('org_id', '=', org.id)
      .where('id', '=', cannedReplyId)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw fail('canned_reply_not_found')
    await emit(cannedReplyEvents.changed, cannedReplyId, {
      ...{ before: cannedReplyFieldsOf(removed), after: null },
      is_other_text: false,
    })
    return { success: true as const }
  },
})
