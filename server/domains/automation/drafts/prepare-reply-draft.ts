import type { Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { wake } from '#core/events/events.ts'
import { job } from '#core/jobs/job.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { findAiSettings } from '#domains/connections/ai-models/settings.ts'
import { findThreadOf } from '#domains/conversations/inbox/conversations.ts'
import { findThreads } from '#domains/conversations/inbox/threads.ts'
import { findMember } from '#domains/platform/users/users.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { replyDraftEvents } from './events.ts'
import { prepareReplyDraftJob } from './job-references.ts'
import { makeReplyDraft, mostMessages } from './making-reply-drafts.ts'
import { readsOf } from './member-reads.ts'
import { hasDraft } from './reply-drafts.ts'
import { readThread } from './thread-sources.ts'

export const prepareReplyDraft = job({
  ...prepareReplyDraftJob,
  summary: 'Draft a reply to a message before it is asked for',
  // What is not there within minutes is drafted on demand.
  retry: { times: 4, delaySeconds: 10 },
  expireSeconds: 180,
  atOnce: 4,

  async run({ orgId, messageId }, context) {
    const { within, log } = context
    const inOrg = <T>(work: (db: Db, enqueue: Enqueue) => Promise<T>): Promise<T> =>
      context.inOrg(orgId, (db) => work(db, (order, data, start) => context.enqueueIn(db, order, data, start)))
    const found = await inOrg((db) => findWaiting(db, orgId, messageId))
    if (!found) return
    const { personId, threadId } = found
    const reads = readsOf({ orgId, personId, within, inOrg: (work) => inOrg((db) => work(db)) })
    const thread = await readThread(reads, threadId, mostMessages)
    const { lastIn } = thread
    // A newer message has a job of its own; what was answered needs no draft; what the member may not read is not drafted for them.
    if (lastIn?.id !== messageId || !thread.isWaiting) return
    try {
      await makeReplyDraft({ orgId, personId, threadId, thread, lastIn, reads, requestId: null }, { ...context, inOrg })
      await inOrg((db) => wake(db, orgId, replyDraftEvents.ready))
    } catch (error) {
      const inMs = waitOf(error, thread.newestAt, context.now())
      if (inMs !== null) {
        log.info({ org_id: orgId, message_id: messageId, reason: (error as Error).message }, 'a draft waits for a budget')
        return inOrg(async (_, enqueue) => void (await enqueue(prepareReplyDraftJob, { orgId, messageId }, { inMs })))
      }
      // A refusal, and nothing to ask: a member who opens the conversation asks for a draft, and reads why there is none.
      if (!isOver(error)) throw error
      log.info({ org_id: orgId, message_id: messageId, reason: (error as Error).message }, 'no reply was drafted ahead')
    }
  },
})

/** A budget is looked at again so often: it may have been raised, and what is answered meanwhile needs no draft. */
const lookAgainMs = 900_000
/** A message that was not answered for so long needs a person. */
const mostWaitMs = 86_400_000

/** When it is tried again where a budget is used up; null where it is not, or the message has waited long enough. The job stands in Background work. */
const waitOf = (error: unknown, writtenAt: Date | null, now: Date): number | null => {
  if (!(error instanceof Failure) || error.code !== aiModelErrors.ai_budget_exhausted.code) return null
  const inMs = Math.min(Math.max(Date.parse(String(error.facts.resets_at)) - now.getTime(), 60_000), lookAgainMs)
  return now.getTime() + inMs - (writtenAt?.getTime() ?? 0) > mostWaitMs ? null : inMs
}

const overCodes = [aiModelErrors.ai_budget_exhausted, aiModelErrors.ai_model_unpriced, aiModelErrors.ai_failed].map(
  ({ code }) => code as string,
)
const isOver = (error: unknown): boolean =>
  error instanceof Failure ? overCodes.includes(error.code) : error instanceof ProviderError && error.kind === 'refused'

/** Who answers a message, and under which thread they find it: where the workspace still wants drafts, and none was made. */
const findWaiting = async (db: Db, orgId: string, messageId: string) => {
  if (!(await findAiSettings(db, orgId)).draftsAhead) return null
  const message = await db
    .selectFrom('messages')
    .select('contact_id')
    .where('org_id', '=', orgId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  const thread = message && (await findThreadOf(db, orgId, message.contact_id))
  const [conversation] = thread?.contactId ? await findThreads(db, orgId, null, { contactId: thread.contactId, limit: 1 }) : []
  const personId = conversation?.assigned_to
  if (!conversation || !personId || !(await findMember(db, orgId, personId))) return null
  // The app asks by the deal, or where there is none by the contact.
  const threadId = conversation.deal_id ?? conversation.id
  return (await hasDraft(db, { orgId, personId }, threadId, messageId)) ? null : { personId, threadId }
}
