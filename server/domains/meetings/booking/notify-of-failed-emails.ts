import { reaction } from '#core/events/reaction.ts'
import { mailEvents } from '#domains/platform/mail-out/events.ts'
import { findMail } from '#domains/platform/mail-out/mails.ts'
import { findBooking } from './bookings.ts'
import { notifyOfFailedStep } from './host-notices.ts'

export const notifyOfFailedEmails = reaction({
  name: 'notify-of-failed-booking-emails',
  summary: 'Notify hosts of an email about their meeting that could not be sent',
  on: [mailEvents.changed],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org }) {
    for (const { subjectId, facts } of events) {
      if (facts?.after?.state !== 'failed' || !facts.template.startsWith('booking')) continue
      const step = await db
        .selectFrom('booking_effects')
        .select(['booking_id', 'kind'])
        .where('org_id', '=', org.id)
        .where('ref', '=', subjectId)
        .where('state', '<>', 'skipped')
        .executeTakeFirst()
      const booking = step && (await findBooking(db, org.id, step.booking_id))
      const mail = await findMail(db, org.id, subjectId)
      // Sent again by hand meanwhile.
      if (!step || !booking || mail?.state !== 'failed') continue
      await notifyOfFailedStep(db, org.id, booking, { kind: step.kind, reason: mail.last_error })
    }
  },
})
