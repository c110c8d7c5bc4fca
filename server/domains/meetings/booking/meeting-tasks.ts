import type { Db } from '#core/context.ts'
import { finishTasksOf } from '#domains/crm/deals/tasks.ts'

/** By what the tasks about a meeting are found: what a host did in their calendar, another event over it, what its booker answered. */
export const changedKey = (bookingId: string): string => `meeting_changed:${bookingId}:`
export const conflictKey = (bookingId: string): string => `meeting_conflict:${bookingId}:`
export const answerKey = (bookingId: string): string => `meeting_answer:${bookingId}:`

/** A meeting has another time, or is over: whatever was asked about it is settled. */
export const finishMeetingTasks = async (
  db: Db,
  orgId: string,
  bookingId: string,
  doneBy: string | null,
  outcome: string,
): Promise<void> => {
  for (const keyOf of [changedKey, conflictKey, answerKey])
    await finishTasksOf(db, orgId, keyOf(bookingId), { doneBy, outcome })
}
