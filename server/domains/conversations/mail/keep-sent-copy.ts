import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openMailbox } from './accounts.ts'
import { keepSentCopyJob, readMailboxJob } from './job-references.ts'
import { mailReasons } from './mail-reasons.ts'
import { findMail, lockMail } from './mails.ts'
import { writeOutgoing } from './send-mailbox-mail.ts'
import { listUnkept, recordKept, recordUnkept } from './sent-copies.ts'

/**
 * Puts a mail that has left among what was sent in its mailbox, where that did not keep it at first: nine times in some eight hours, and each
 * time it is looked for before. Then it says that it is kept here alone (`settle-dead-mails`).
 */
export const keepSentCopy = job({
  ...keepSentCopyJob,
  summary: 'Keep the copy of a sent mail in its mailbox',
  retry: { times: 8, delaySeconds: 120 },
  atOnce: 4,

  async run({ orgId, mailId }, context) {
    const mail = await context.inOrg(orgId, (db) => findMail(db, orgId, mailId))
    // Given up before: an admin has its job run again.
    if (!mail || mail.copy_state === null) return
    try {
      const box = await openMailbox(context, orgId, mail.mailbox_id)
      if (!box) return await context.inOrg(orgId, (db) => recordUnkept(db, mail, mailReasons.notConnected))
      try {
        const ref = await box.keepSent(await writeOutgoing(context, box, mail))
        await context.inOrg(orgId, async (db) => {
          if ((await lockMail(db, orgId, mailId)) === undefined) return
          await recordKept(db, mail, ref)
          await context.enqueueIn(db, readMailboxJob, { orgId, mailboxId: mail.mailbox_id })
        })
      } finally {
        await box.close()
      }
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : error instanceof Failure ? error.message : null
      if (reason !== null) await context.inOrg(orgId, (db) => listUnkept(db, mail, reason))
      throw error
    }
  },
})
