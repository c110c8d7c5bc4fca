import { reaction } from '#core/events/reaction.ts'
import { findAnsweringMail } from '#domains/conversations/mail/calendar-answers.ts'
import { emailEvents } from '#domains/conversations/mail/events.ts'
import { hearAnswers } from './booker-answers.ts'
import { bookingEvents } from './events.ts'

/** A booker answered the invitation in their calendar: the booking shows it, and a task asks the host about a no or another time. */
export const readBookerAnswers = reaction({
  name: 'read-booker-answers',
  summary: 'Show on a meeting what its booker answered by email',
  on: [emailEvents.answered],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, emit }) {
    for (const { subjectId } of events) {
      const mail = await findAnsweringMail(db, org.id, subjectId)
      if (!mail) continue
      for (const bookingId of await hearAnswers(db, org.id, mail))
        await emit(bookingEvents.updated, bookingId, { change: 'answer' })
    }
  },
})
