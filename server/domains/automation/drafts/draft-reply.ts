import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { asAiFailure } from '#domains/connections/ai-models/requests.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { draftErrors } from './errors.ts'
import { makeReplyDraft, mostMessages } from './making-reply-drafts.ts'
import { findReadyDraft, ReplyDraft, shownDraft } from './reply-drafts.ts'
import { readThread } from './thread-sources.ts'

export const draftReply = action({
  name: 'draft-reply',
  summary: 'Draft a reply to a customer',
  description:
    'Of the conversation as the caller may read it, its deal, and the documents of Settings → Knowledge, in the customer’s language. A draft is never a message: it waits for a person, who sends it with `reply-chat` as they leave it. The draft of the same message is answered again; with `again` a new one is made. Outside the WhatsApp window `template` proposes what can be sent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ projectId: z.uuid(), again: z.boolean().default(false) }),
  output: z.object({ draft: ReplyDraft }),
  errors: [
    ...[aiModelErrors.ai_failed, aiModelErrors.ai_budget_exhausted, aiModelErrors.ai_model_unpriced],
    ...[dealErrors.deal_not_found, draftErrors.nothing_to_answer],
  ],
  examples: [{ title: 'A reply', input: { projectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ projectId: threadId, again }, { fail, ...context }) {
    const { org, person, inOrg, requestId } = context
    const own = { orgId: org.id, personId: person.id }
    const reads = context.assistant()
    const thread = await readThread(reads, threadId, mostMessages)
    const { lastIn } = thread
    if (!lastIn) throw fail('nothing_to_answer')
    const ready = again ? undefined : await inOrg(({ db }) => findReadyDraft(db, own, threadId, lastIn.id))
    // What was drafted while anything could be sent proposes no template.
    if (ready && (thread.isWindowOpen || ready.template_name !== null)) return { draft: shownDraft(ready, lastIn.id) }
    try {
      const wish = { ...own, threadId, thread, lastIn, reads, requestId }
      const draft = await makeReplyDraft(wish, {
        ...context,
        inOrg: (work) => inOrg(({ db, enqueue }) => work(db, enqueue)),
      })
      return { draft: shownDraft(draft, lastIn.id) }
    } catch (error) {
      throw asAiFailure(error)
    }
  },
})
