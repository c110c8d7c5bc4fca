import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findThreadOf } from '#domains/conversations/inbox/conversations.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { mostMessages } from './making-reply-drafts.ts'
import { readsOf } from './member-reads.ts'
import { findNewestDraft, ReplyDraft, shownDraft } from './reply-drafts.ts'
import { readThread } from './thread-sources.ts'

export const showReplyDraft = action({
  name: 'show-reply-draft',
  summary: 'Show the drafted reply that waits for the caller',
  description:
    'The newest of the caller’s own that was neither used nor discarded; null where there is none. No model is asked: `draft-reply` makes one, and so does Foyer when a customer writes, where `set-ai-defaults` says `draftsAhead`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ projectId: z.uuid() }),
  output: z.object({ draft: ReplyDraft.nullable() }),
  errors: [dealErrors.deal_not_found],
  examples: [{ title: 'A draft', input: { projectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ projectId: threadId }, { db, org, person, within, fail }) {
    const own = { orgId: org.id, personId: person.id }
    const draft = await findNewestDraft(db, own, threadId)
    if (!draft) {
      if (!(await findThreadOf(db, org.id, threadId))) throw fail('deal_not_found')
      return { draft: null }
    }
    const reads = readsOf({ ...own, within, inOrg: (work) => work(db) })
    const { messages, lastIn } = await readThread(reads, threadId, mostMessages)
    // The deal may have another contact by now: what was drafted for one is not offered to the other.
    const isOfThread = messages.some(({ id }) => id === draft.upto)
    return { draft: isOfThread ? shownDraft(draft, lastIn?.id ?? null) : null }
  },
})
