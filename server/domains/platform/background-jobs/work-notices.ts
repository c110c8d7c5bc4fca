import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { backgroundEvents } from './events.ts'
import { backgroundJobNotices } from './notices.ts'

/** An inbound webhook that could not be processed: a member should check it, for the provider counts it as delivered. */
export const notifyUnreadable = async (
  db: Db,
  orgId: string,
  { inboxId, hook, reason }: { inboxId: string; hook: string; reason: string },
): Promise<void> => {
  await raiseNotice(db, orgId, { notice: backgroundJobNotices.job_failed, subjectId: inboxId, facts: { name: hook, reason } })
  await recordEvent(db, orgId, backgroundEvents.changed, inboxId, {
    ...{ kind: 'inbox', name: hook },
    ...{ before: { state: 'waiting' }, after: { state: 'failed' } },
  })
}
