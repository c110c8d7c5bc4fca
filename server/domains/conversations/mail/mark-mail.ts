import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openMailbox } from './accounts.ts'
import { markMailJob } from './job-references.ts'
import { findMail } from './mails.ts'
import { recordMarked, recordUnmarked } from './marks.ts'

/**
 * Marks a mail at its provider as it is marked here now: marks that overtake each other end in the last one. One that cannot be signed in
 * for waits with the mail until the mailbox is let in again (`orderWaitingMarks`).
 */
export const markMail = job({
  ...markMailJob,
  summary: 'Mark a mail as read in its mailbox',
  retry: { times: 8, delaySeconds: 5 },
  atOnce: 4,

  async run({ orgId, mailId }, context) {
    const { inOrg } = context
    const found = await inOrg(orgId, async (db) => {
      const mail = await findMail(db, orgId, mailId)
      const places = await db
        .selectFrom('mailbox_places')
        .select('ref')
        .where('org_id', '=', orgId)
        .where('mail_id', '=', mailId)
        .execute()
      const connection = mail && (await findConnection(db, orgId, mail.mailbox_id))
      return mail && { mail, connection, refs: places.map(({ ref }) => ref) }
    })
    if (!found) return
    const { mail, connection, refs } = found
    // It is looked at again in time, until the sandbox is on.
    if (connection && isResting(connection)) throw new Failure('sandbox_is_off')
    const box = await openMailbox(context, orgId, mail.mailbox_id)
    if (!box) return
    const isSeen = mail.seen_wanted ?? mail.is_seen
    try {
      for (const ref of refs) await box.mark(ref, isSeen)
      await inOrg(orgId, (db) => recordMarked(db, mail, isSeen))
    } catch (error) {
      if (error instanceof Failure || (error instanceof ProviderError && error.kind === 'credentials')) return
      if (!(error instanceof ProviderError) || !error.isPermanent) throw error
      // As it is there: the copy follows the provider.
      const places = await box.places(refs)
      await inOrg(orgId, async (db) => {
        for (const { ref, isRead } of places)
          await db
            .updateTable('mailbox_places')
            .set({ is_seen: isRead })
            .where('org_id', '=', orgId)
            .where('mailbox_id', '=', mail.mailbox_id)
            .where('ref', '=', ref)
            .execute()
        await recordUnmarked(db, mail, error.reason)
      })
    } finally {
      await box.close()
    }
  },
})
