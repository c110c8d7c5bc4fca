import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { backgroundEvents } from './events.ts'
import { backgroundJobNotices } from './notices.ts'

/** A request of a provider that could not be read: somebody should look, for the provider takes it as done. */
export const notifyUnreadable = async (
  db: Db,
  orgId: string,
  { inboxId, hook, reason }: { inboxId: string; hook: string; reason: string },
): Promise<void> => {
  await raiseNotice(db, orgId, { notice: backgroundJobNotices.job_failed, subjectId: inboxId, facts: { name: hook, reason } })
  await recordEvent(db, orgId, backgroundEvents.changed, inboxId, { state: 'failed' })
}
