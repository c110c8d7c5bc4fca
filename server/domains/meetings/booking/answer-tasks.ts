import type { Db } from '#core/context.ts'
import { addTask, finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { BookingRow } from './bookings.ts'
import { answerKey } from './meeting-tasks.ts'

/** A task for the host: what the booker answered by email moves and cancels nothing by itself. */
export const askAboutAnswer = async (
  db: Db,
  orgId: string,
  booking: BookingRow,
  asked: { readonly hostId: string | null; readonly startsAt: Date | null; readonly at: Date },
): Promise<void> => {
  const who = booking.name ?? 'The booker'
  const said = asked.startsAt && sayTime(asked.startsAt, { locale: 'en', zone: booking.host_zone }).short
  await addTask(db, orgId, {
    ...{ contactId: booking.contact_id, dealId: booking.deal_id, kind: 'next_action', assignedTo: asked.hostId },
    title: said
      ? `${who} proposes ${said} by email: accept the new time, or cancel the meeting`
      : `${who} declined the meeting by email: cancel it, or keep it`,
    cause: { rule: 'meeting_answered' },
    causeKey: `${answerKey(booking.id)}${booking.sequence}:${asked.at.getTime()}`,
  })
}

/** What the booker answered is settled. */
export const finishAnswerTasks = (db: Db, orgId: string, bookingId: string, doneBy: string | null, outcome: string) =>
  finishTasksOf(db, orgId, answerKey(bookingId), { doneBy, outcome })
