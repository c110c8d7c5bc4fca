import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { type BookingRow, findBooking } from './bookings.ts'
import { doEffectJob, queueCalendarAgain } from './effects.ts'
import { bookingEvents } from './events.ts'

const bookingsAtOnce = 100

export const writeEarlierBookingsJob = {
  name: 'write-earlier-bookings',
  data: z.object({ orgId: z.uuid(), personId: z.uuid(), after: z.uuid().nullable() }),
} as const

/** Queues the events of meetings that were booked before their host had a calendar, a batch a transaction. */
export const writeEarlierBookings = job({
  ...writeEarlierBookingsJob,
  summary: 'Write earlier meetings into a calendar that was connected',
  retry: { times: 8, delaySeconds: 10 },

  async run({ orgId, personId, after }, context) {
    await context.inOrg(orgId, async (db) => {
      const bookings = await findUnwritten(db, orgId, { personId, after, from: context.now() })
      for (const booking of bookings) {
        const effectId = await queueCalendarAgain(db, orgId, booking, personId)
        await context.enqueueIn(db, doEffectJob, { orgId, effectId })
        await context.emitIn(db, orgId, bookingEvents.updated, booking.id, { change: 'effect' })
      }
      const last = bookings.at(-1)
      if (last && bookings.length === bookingsAtOnce)
        await context.enqueueIn(db, writeEarlierBookingsJob, { orgId, personId, after: last.id })
    })
  },
})

/** Meetings ahead that a host has in no calendar which is still connected, and no step on the way, by id. */
const findUnwritten = async (
  db: Db,
  orgId: string,
  { personId, after, from }: { readonly personId: string; readonly after: string | null; readonly from: Date },
): Promise<BookingRow[]> => {
  const { rows } = await sql<{ id: string }>`
    select b.id from booking_spans s join bookings b on b.org_id = s.org_id and b.id = s.booking_id
    where s.org_id = ${orgId} and s.person_id = ${personId} and s.state in ('pending', 'confirmed')
      and b.state in ('pending', 'confirmed') and b.ends_at > ${from} and (${after}::uuid is null or b.id > ${after}::uuid)
      and not exists (select from calendar_writes w join calendars c on c.org_id = w.org_id and c.id = w.calendar_id
        where w.org_id = b.org_id and w.booking_id = b.id and w.person_id = s.person_id and w.state = 'written')
      and not exists (select from booking_effects e
        where e.org_id = b.org_id and e.booking_id = b.id and e.person_id = s.person_id and e.kind = 'calendar' and e.state = 'queued')
    order by b.id limit ${bookingsAtOnce}`.execute(db)
  const found: BookingRow[] = []
  for (const { id } of rows) {
    const booking = await findBooking(db, orgId, id)
    if (booking) found.push(booking)
  }
  return found
}
