import { reaction } from '#core/events/reaction.ts'
import { mailEvents } from '#domains/platform/mail-out/events.ts'
import { findMail } from '#domains/platform/mail-out/mails.ts'
import { demoData } from '#shapes/demo-people.ts'
import { findStepOf } from './failed-steps.ts'
import { notifyOfFailedStep } from './host-notices.ts'

export const notifyOfFailedEmails = reaction({
  name: 'notify-of-failed-booking-emails',
  summary: 'Notify hosts of an email about their meeting that could not be sent',
  on: [mailEvents.changed],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org }) {
    for (const { subjectId, facts } of events) {
      if (facts?.after?.state !== 'failed' || !facts.template.startsWith('booking')) continue
      const mail = await findMail(db, org.id, subjectId)
      // Sent again by hand meanwhile, or to a person of the demo.
      if (mail?.state !== 'failed' || mail.last_error === demoData.words) continue
      const step = await findStepOf(db, org.id, subjectId)
      if (step) await notifyOfFailedStep(db, org.id, step.booking, { kind: step.kind, reason: mail.last_error })
    }
  },
})
