import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { clearOutsideChange } from '../calendars/writes.ts'
import { lockBooking } from './bookings.ts'
import type { ChangeContext } from './changes.ts'
import { bookingEvents } from './events.ts'
import { finishMeetingTasks } from './meeting-tasks.ts'
import { stepReasons } from './step-reasons.ts'

/** A meeting that is over while something is still asked about it. */
interface PastQuestion {
  readonly orgId: string
  readonly bookingId: string
}

/** Of all workspaces. */
export const findPastQuestions = async (db: Db, now: Date, most: number): Promise<PastQuestion[]> => {
  const { rows } = await sql<{ org_id: string; booking_id: string }>`
    select org_id, booking_id from past_questions(${now}, ${most})`.execute(db)
  return rows.map(({ org_id: orgId, booking_id: bookingId }) => ({ orgId, bookingId }))
}

/** Ends what is asked about a meeting that is over; one that was moved ahead meanwhile stays asked about. */
export const endPastQuestions = async (
  { db, now, emit }: Pick<ChangeContext, 'db' | 'now' | 'emit'>,
  orgId: string,
  bookingId: string,
): Promise<void> => {
  const booking = await lockBooking(db, orgId, bookingId)
  if (!booking || booking.ends_at > now()) return
  await finishMeetingTasks(db, orgId, bookingId, {
    ...{ doneBy: null, outcome: stepReasons.over, isMoved: true, isOver: true },
  })
  await clearOutsideChange(db, orgId, bookingId)
  await emit(bookingEvents.updated, bookingId, { change: 'conflict' })
}
