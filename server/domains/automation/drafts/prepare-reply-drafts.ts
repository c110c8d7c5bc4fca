import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { findOrgsWithDraftsAhead } from '#domains/connections/ai-models/settings.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { prepareReplyDraftJob } from './job-references.ts'

/** What one has to say comes in several messages: the last of them is answered. */
const settledMs = 10_000

/** Where the workspace wants it: a draft is made when a customer writes, for who answers them. */
export const prepareReplyDrafts = reaction({
  name: 'prepare-reply-drafts',
  summary: 'Have replies drafted when customers write',
  on: [messageEvents.received],
  failing: { retries: 5, delaySeconds: 5, atLast: 'pass' },
  orgs: findOrgsWithDraftsAhead,

  async run(events, { db, enqueue, org }) {
    const ids = events.map(({ subjectId }) => subjectId)
    // Of several of one person the newest.
    const { rows } = await sql<{ id: string }>`
      select distinct on (contact_id) id from messages
      where org_id = ${org.id} and id = any(${ids}::uuid[]) and kind not in ('reaction', 'system')
      order by contact_id, at desc, id desc`.execute(db)
    for (const { id: messageId } of rows) await enqueue(prepareReplyDraftJob, { orgId: org.id, messageId }, { inMs: settledMs })
  },
})
