import { reaction } from '#core/events/reaction.ts'
import { calendarEvents } from '../calendars/events.ts'
import { findBooking, isStanding } from './bookings.ts'
import { findTypeOf } from './changes.ts'
import { bookingEvents } from './events.ts'
import { followOutsideChangeJob } from './follow-outside-change.ts'
import { askAboutConflict, askHost, settleConflict, settlePutBack } from './outside-changes.ts'

/**
 * A host moved or deleted a meeting in their own calendar: by the event type, the booking follows, or a task asks the host what the booker
 * shall be told. Another event over a meeting is always a task. What the host solves in their calendar is over.
 */
export const raiseOutsideChanges = reaction({
  name: 'raise-outside-changes',
  summary: 'Ask the host about a meeting that changed in their calendar, or follow it',
  on: [calendarEvents.changedOutside, calendarEvents.putBack, calendarEvents.conflict, calendarEvents.conflictEnded],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, emit, enqueue }) {
    for (const each of events) {
      const booking = await findBooking(db, org.id, each.subjectId)
      if (!booking || !each.facts || !isStanding(booking) || booking.ends_at <= new Date()) continue
      const asked = { personId: each.facts.person_id, eventId: each.id }
      if (each.type === 'calendar.conflict') await askAboutConflict(db, org.id, booking, asked)
      else if (each.type === 'calendar.conflict_ended') await settleConflict(db, org.id, booking, asked.personId)
      else if (each.type === 'calendar.meeting_put_back') await settlePutBack(db, org.id, booking, asked.personId)
      else if ((await findTypeOf(db, org.id, booking)).from_outside === 'follow')
        await enqueue(followOutsideChangeJob, { orgId: org.id, bookingId: booking.id, ...asked })
      else await askHost(db, org.id, booking, asked)
      await emit(bookingEvents.updated, booking.id, { change: 'conflict' })
    }
  },
})
