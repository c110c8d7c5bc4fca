import { reaction } from '#core/events/reaction.ts'
import { calendarEvents } from '../calendars/events.ts'
import { writeEarlierBookingsJob } from './write-earlier-bookings.ts'

/** A host has a calendar now: meetings that were booked before come into it. */
export const enterEarlierBookings = reaction({
  name: 'enter-earlier-bookings',
  summary: 'Write earlier meetings into a calendar that was connected',
  on: [calendarEvents.targeted],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { org, enqueue }) {
    const hosts = new Set(events.flatMap(({ facts }) => (facts ? [facts.person_id] : [])))
    for (const personId of hosts) await enqueue(writeEarlierBookingsJob, { orgId: org.id, personId, after: null })
  },
})
