import { reaction } from '#core/events/reaction.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { findMessage } from '#domains/conversations/inbox/messages.ts'
import { demoData } from '#shapes/demo-people.ts'
import { bookingEvents } from './events.ts'
import { findStepOf } from './failed-steps.ts'
import { notifyOfFailedStep } from './host-notices.ts'

export const notifyOfFailedMessages = reaction({
  name: 'notify-of-failed-booking-messages',
  summary: 'Notify hosts of a WhatsApp message about their meeting that was not delivered',
  on: [messageEvents.changed],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, emit }) {
    for (const { subjectId, facts } of events) {
      if (facts?.channel !== 'whatsapp' || !hasFailed(facts.after?.state)) continue
      const message = await findMessage(db, org.id, subjectId)
      // It reached the phone after all, or is of the demo.
      if (!message || !hasFailed(message.state) || message.error_code === demoData.code) continue
      const step = await findStepOf(db, org.id, subjectId)
      if (!step) continue
      await notifyOfFailedStep(db, org.id, step.booking, { kind: step.kind, reason: message.error })
      await emit(bookingEvents.updated, step.booking.id, { change: 'effect' })
    }
  },
})

const hasFailed = (state: unknown): boolean => state === 'failed' || state === 'uncertain'
