import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openMailbox } from './accounts.ts'
import { emailEvents } from './events.ts'
import { markMailJob } from './job-references.ts'
import { findMail, settlePlaces } from './mails.ts'

/** Marks a mail at its provider as it is marked here now: marks that overtake each other end in the last one. */
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
      return mail && { mail, refs: places.map(({ ref }) => ref) }
    })
    if (!found) return
    const box = await openMailbox(context, orgId, found.mail.mailbox_id)
    if (!box) return
    try {
      for (const ref of found.refs) await box.mark(ref, found.mail.is_seen)
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.isPermanent) throw error
      // As it is there: the copy follows the provider.
      const places = await box.places(found.refs)
      await inOrg(orgId, async (db) => {
        for (const { ref, isRead } of places)
          await db
            .updateTable('mailbox_places')
            .set({ is_seen: isRead })
            .where('org_id', '=', orgId)
            .where('mailbox_id', '=', found.mail.mailbox_id)
            .where('ref', '=', ref)
            .execute()
        await db
          .updateTable('mailbox_mails')
          .set({ seen_error: error.reason.slice(0, 500) })
          .where('org_id', '=', orgId)
          .where('id', '=', mailId)
          .execute()
        await settlePlaces(db, orgId, [mailId])
        await context.emitIn(db, orgId, emailEvents.updated, mailId, { mailbox_id: found.mail.mailbox_id, change: 'seen' })
      })
    } finally {
      await box.close()
    }
  },
})
