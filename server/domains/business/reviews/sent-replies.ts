import type { Db, JobContext } from '#core/context.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { sendReplyReference } from './job-references.ts'
import { isDisconnected, needsConsent, reasonOf } from './obstacles.ts'
import { type ReplyRow, settleReply } from './replies.ts'

/** After so many tries, some hours, a person decides. */
const mostTries = 12

/** Half a minute, doubled each time, half an hour at the most: Google takes ten edits a minute. */
const pauseMs = (tries: number): number => Math.min(1_800_000, 15_000 * 2 ** Math.min(tries, 7))

interface Fault {
  readonly code: string
  readonly reason: string
}

/** What ends a reply, with what to do; null for what passes. */
const faultOf = (error: unknown): Fault | null => {
  if (isDisconnected(error))
    return { code: 'disconnected', reason: 'Google is disconnected. Connect it on the page Reviews, then reply again.' }
  if (needsConsent(error))
    return { code: 'needs_consent', reason: 'Google no longer accepts the connection. Connect it again, then reply again.' }
  if (!(error instanceof ProviderError)) return null
  if (error.code === 'review_not_there')
    return { code: 'review_gone', reason: 'The review, its location or its account is no longer at Google.' }
  if (error.code === 'location_denied' || error.code === 'location_not_there') {
    const reason = 'Google does not let the account answer reviews of this location. Verify it at Google, then reply again.'
    return { code: 'location_denied', reason }
  }
  if (error.code === 'quota_zero') return { code: 'quota_zero', reason: error.reason }
  return error.kind === 'refused' ? { code: 'refused', reason: error.reason } : null
}

/** Notes why a reply is not sent yet, and when it is tried again; or that it failed, and what to do. The caller holds the review. */
export const settleError = async (db: Db, context: JobContext, reply: ReplyRow, error: unknown): Promise<void> => {
  const now = context.now()
  const { org_id: orgId, id, review_id: reviewId, tries } = reply
  const fault = faultOf(error)
  if (fault) return settleReply(db, reply, { state: 'failed', ...fault, now })
  const reason = reasonOf(error)
  if (tries >= mostTries)
    return settleReply(db, reply, { state: 'failed', code: 'given_up', reason: `${reason} Reply again to retry.`, now })
  const asked = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0
  const waitMs = Math.max(pauseMs(tries), Math.min(asked, 3_600_000))
  await db
    .updateTable('review_replies')
    .set({ next_at: new Date(now.getTime() + waitMs), reason })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  await context.enqueueIn(db, sendReplyReference, { orgId, reviewId }, { inMs: waitMs })
}
