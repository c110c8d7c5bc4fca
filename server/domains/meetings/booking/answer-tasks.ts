import type { Db } from '#core/context.ts'
import { addTask, finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { findWorkspaceLanguage } from '#domains/platform/organizations/organizations.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { BookingRow } from './bookings.ts'
import { languageOfHost } from './calendar-titles.ts'
import { answerKey } from './meeting-tasks.ts'
import { taskTitles } from './task-titles.ts'

/** A task for the host: what the booker answered by email moves and cancels nothing by itself. */
export const askAboutAnswer = async (
  db: Db,
  orgId: string,
  booking: BookingRow,
  asked: { readonly hostId: string | null; readonly startsAt: Date | null; readonly at: Date },
): Promise<void> => {
  const language = asked.hostId === null ? await findWorkspaceLanguage(db, orgId) : await languageOfHost(db, asked.hostId)
  const said = asked.startsAt && sayTime(asked.startsAt, { locale: language, zone: booking.host_zone }).short
  const titles = taskTitles[language]
  await addTask(db, orgId, {
    ...{ contactId: booking.contact_id, dealId: booking.deal_id, kind: 'next_action', assignedTo: asked.hostId },
    title: said ? titles.proposed(booking.name, said) : titles.declined(booking.name),
    cause: { rule: 'meeting_answered' },
    causeKey: `${answerKey(booking.id)}${booking.sequence}:${asked.at.getTime()}`,
  })
}

/** What the booker answered is settled. */
export const finishAnswerTasks = (db: Db, orgId: string, bookingId: string, doneBy: string | null, outcome: string) =>
  finishTasksOf(db, orgId, answerKey(bookingId), { doneBy, outcome })
