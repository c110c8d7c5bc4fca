import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { Instant } from '#shapes'
import { keepConflicts } from '../calendars/conflicts.ts'
import { type AskedEvent, askCalendar } from './asked-calendars.ts'
import { findBookings, outsideOf, readersClock } from './booking-views.ts'
import { findBooking, isStanding } from './bookings.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents } from './events.ts'
import { finishConflicts } from './meeting-tasks.ts'
import { acceptOutsideChange, undoOutsideChange } from './outside-changes.ts'
import { ownBooking } from './own-bookings.ts'
import { stepReasons } from './step-reasons.ts'

export const decideOutsideChange = action({
  name: 'decide-outside-change',
  summary: 'Decide about a meeting that changed in its host’s calendar',
  description:
    'For a host of the booking, or an admin. `tell_booker` moves or cancels the booking as the host did in their calendar, with an email to the booker. `put_back` writes the event into the calendar again, as it was booked. Of a meeting that several hosts changed, both are about the caller’s own event if that is one of them; else `tell_booker` is about the first host’s, and `put_back` about all. `keep_both` accepts other events over the meeting: they are a conflict again only after they move. With `shown` the host’s calendar is asked first, and a decision about a change that the host has changed again meanwhile is refused, and `outside_change` of the response is what the calendar says now. A meeting that is over is not decided about.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'bookings:write',
  hints: { destructive: true, idempotent: true },
  input: z.object({
    bookingId: z.uuid(),
    decision: z.enum(['tell_booker', 'put_back', 'keep_both']),
    shown: z
      .object({ change: z.enum(['moved', 'deleted']), starts_at: Instant.nullable() })
      .optional()
      .describe('`outside_change` as it was read; not for `keep_both`'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.forbidden,
    bookingErrors.booking_not_found,
    bookingErrors.booking_cancelled,
    bookingErrors.booking_over,
    bookingErrors.booking_not_changed,
    bookingErrors.booking_changed_again,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
  ],
  examples: [{ title: 'Put it back', input: { bookingId: '01980000-0000-7000-8000-000000000000', decision: 'put_back' } }],

  async prepare({ bookingId, decision, shown }, context) {
    if (!shown || decision === 'keep_both' || context.orgId === null) return null
    return askCalendar(context, context.orgId, { bookingId, personId: context.personId })
  },

  async run({ bookingId, decision, shown }, { fail, prepared: asked, ...context }) {
    const { db, org, person, now, emit } = context
    const booking = await ownBooking(context, await findBooking(db, org.id, bookingId), fail)
    if (isStanding(booking) && booking.ends_at <= now()) throw fail('booking_over')
    const personId = person?.id ?? null
    if (decision === 'keep_both') {
      await keepConflicts(db, org.id, bookingId, { by: personId, at: now() })
      await finishConflicts(db, org.id, bookingId, { doneBy: personId, outcome: stepReasons.bothKept })
    } else {
      const decide = decision === 'tell_booker' ? acceptOutsideChange : undoOutsideChange
      const decided = await decide(context, org.id, bookingId, { by: 'member', personId }, { personId, shown, asked })
      if (decided === 'booking_changed_again') {
        const change = asked
          ? outsideOf(asOutside(asked), await readersClock(db, org.id, personId))
          : (await findBookings(db, org.id, personId, { id: bookingId, limit: 1 }))[0]
        throw fail(decided, { facts: { outside_change: change?.outside_change ?? null } })
      }
      if (decided !== 'done') throw fail(decided)
    }
    await emit(bookingEvents.updated, bookingId, { change: 'conflict' })
    return { success: true as const }
  },
})

const asOutside = ({ startsAt }: AskedEvent) =>
  startsAt === null ? { change: 'deleted', starts_at: null } : { change: 'moved', starts_at: startsAt.toISOString() }
