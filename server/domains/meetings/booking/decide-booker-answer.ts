import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { acceptProposal, keepDespiteAnswer } from './booker-answers.ts'
import { findBooking } from './bookings.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents } from './events.ts'
import { ownBooking } from './own-bookings.ts'

export const decideBookerAnswer = action({
  name: 'decide-booker-answer',
  summary: 'Decide about a booker who declined or proposed another time by email',
  description:
    'For a host of the booking, or an admin. The booker’s calendar program sends its answer by email, which does not change the meeting. `accept` moves the meeting to the proposed time and emails the booker; `keep` leaves it unchanged and sends nothing. To cancel the meeting, use `manage-booking`.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'bookings:write',
  hints: { destructive: true, idempotent: true },
  input: z.object({ bookingId: z.uuid(), decision: z.enum(['accept', 'keep']) }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.forbidden,
    bookingErrors.booking_not_found,
    bookingErrors.booking_cancelled,
    bookingErrors.booking_not_answered,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
  ],
  examples: [
    { title: 'Accept the new time', input: { bookingId: '01980000-0000-7000-8000-000000000000', decision: 'accept' } },
  ],

  async run({ bookingId, decision }, { fail, ...context }) {
    const { db, org, person, emit } = context
    await ownBooking(context, await findBooking(db, org.id, bookingId), fail)
    const personId = person?.id ?? null
    const decided =
      decision === 'accept'
        ? await acceptProposal(context, org.id, bookingId, { by: 'member', personId })
        : await keepDespiteAnswer(context, org.id, bookingId, personId)
    if (decided !== 'done') throw fail(decided)
    await emit(bookingEvents.updated, bookingId, { change: 'answer' })
    return { success: true as const }
  },
})
