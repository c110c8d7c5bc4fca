import { z } from 'zod'
import { event, ofSubject, type Reader, subjectsOf } from '#core/events/event.ts'
import { BookingFacts, findBookingFacts } from './booking-facts.ts'

const read: Reader<z.output<typeof BookingFacts>> = async (events, { db, orgId }) =>
  ofSubject(await findBookingFacts(db, orgId, subjectsOf(events)), (booking) => booking)

const told = {
  body: BookingFacts,
  tell: ({ facts }: { facts: { booking: z.output<typeof BookingFacts> } }) => facts.booking,
  read,
}
const facts = z.object({ booking: BookingFacts })

export const bookingEvents = {
  created: event({
    type: 'booking.created',
    about: 'A meeting was booked, or requested where it needs approval.',
    facts,
    webhook: told,
  }),
  confirmed: event({ type: 'booking.confirmed', about: 'A requested meeting was approved.', facts, webhook: told }),
  moved: event({
    type: 'booking.rescheduled',
    about: 'A meeting was moved to another time, or given to another host.',
    facts,
    webhook: told,
  }),
  cancelled: event({ type: 'booking.cancelled', about: 'A meeting was cancelled or declined.', facts, webhook: told }),
  updated: event({
    type: 'booking.updated',
    about:
      'Something about a meeting changed: a step after it, an answer, a conflict, its time on the wall, whether its host is a member, a reminder.',
    facts: z.object({ change: z.enum(['effect', 'answer', 'conflict', 'room', 'clock', 'host', 'reminder']) }),
  }),
}

export const eventTypeEvents = {
  saved: event({
    type: 'event_type.saved',
    about: 'An event type was made or changed.',
    facts: z.object({ slug: z.string() }),
  }),
  archived: event({
    type: 'event_type.archived',
    about: 'An event type was archived: it can no longer be booked.',
    facts: z.object({ slug: z.string() }),
  }),
}
