import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import type { Mailboxes } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openMailbox } from './accounts.ts'
import { emailEvents } from './events.ts'
import { watchMailboxJob } from './job-references.ts'
import { endWatch, renewalMs, retryMs } from './watches.ts'

/**
 * Asks a mailbox's provider to tell of changes, anew each day, long before an earlier wish ends. Whatever fails here costs no mail, since
 * the mailbox is polled all the same; it is shown with the mailbox.
 */
export const watchMailbox = job({
  ...watchMailboxJob,
  summary: 'Have a mailbox’s provider say when it changes',
  retry: { times: 0, delaySeconds: 60 },
  atOnce: 4,

  async run({ orgId, mailboxId }, context) {
    const { inOrg, now, log, ports, emitIn } = context
    if (ports.mailboxes.watched.length === 0) return
    const inMs = (ms: number): Date => new Date(now().getTime() + ms)
    let box: Mailboxes | null = null
    try {
      box = await openMailbox(context, orgId, mailboxId)
      // Disconnected, or it rests: it is asked again in an hour.
      if (!box) return
      const watched = await box.watch()
      const never = watched && 'never' in watched ? watched.never : null
      const until = watched && 'expiresAt' in watched ? watched.expiresAt : null
      const outcome = { dueAt: inMs(renewalMs(mailboxId)), until, error: never }
      await inOrg(orgId, (db) => endWatch(db, { orgId, mailboxId }, outcome))
    } catch (error) {
      const isExpected = error instanceof ProviderError || error instanceof Failure
      const reason = error instanceof ProviderError ? error.reason : isExpected ? error.message : 'It is tried again.'
      log.warn({ mailbox_id: mailboxId, reason }, 'a mailbox could not be watched; it is polled')
      await inOrg(orgId, async (db) => {
        await endWatch(db, { orgId, mailboxId }, { dueAt: inMs(retryMs(mailboxId)), error: reason })
        // Pages show it at once.
        await emitIn(db, orgId, emailEvents.read, mailboxId, { mailbox_id: mailboxId, mails: 0 })
      })
      if (!isExpected) throw error
    } finally {
      await box?.close()
    }
  },
})
