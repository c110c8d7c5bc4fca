import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Booking, findBookings } from '#domains/meetings/booking/booking-views.ts'

export const TodaysMeetings = z.object({
  count: z.int().describe('Counted up to 20'),
  rows: z.array(Booking),
})

/** The calendar shows a day with more. */
const mostMeetings = 20

/** Meetings of a day that are not over, in their order. */
export const findTodaysMeetings = async (
  db: Db,
  orgId: string,
  { hostId, viewerId }: { hostId: string | null; viewerId: string },
  { now, before }: { now: Date; before: Date },
): Promise<z.output<typeof TodaysMeetings>> => {
  const rows = await findBookings(db, orgId, viewerId, {
    ...{ states: ['pending', 'confirmed'], from: now, to: before, limit: mostMeetings },
    hostId: hostId ?? undefined,
  })
  return { count: rows.length, rows: rows.slice(0, 6) }
}
