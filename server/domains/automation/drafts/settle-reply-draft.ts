import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { draftErrors } from './errors.ts'
import { DraftOutcome, settleDraft } from './reply-drafts.ts'

export const settleReplyDraft = action({
  name: 'settle-reply-draft',
  summary: 'Say whether a drafted reply was used',
  description: '`used` as it was, `edited` before it was sent, or `discarded`. The app says it when the message is sent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  input: z.object({ replyDraftId: z.uuid(), outcome: DraftOutcome }),
  output: z.object({ success: z.literal(true) }),
  errors: [draftErrors.reply_draft_not_found],
  examples: [{ title: 'Edited', input: { replyDraftId: '01980000-0000-7000-8000-000000000000', outcome: 'edited' } }],

  async run({ replyDraftId, outcome }, { db, org, person, fail }) {
    if (!(await settleDraft(db, { orgId: org.id, personId: person.id }, replyDraftId, outcome)))
      throw fail('reply_draft_not_found', { field: 'replyDraftId' })
    return { success: true as const }
  },
})
