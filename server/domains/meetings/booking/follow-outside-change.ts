import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { findBooking } from './bookings.ts'
import { changeInJob } from './job-changes.ts'
import { acceptOutsideChange, askHost } from './outside-changes.ts'

export const followOutsideChangeJob = {
  name: 'follow-outside-change',
  data: z.object({ orgId: z.uuid(), bookingId: z.uuid(), personId: z.uuid(), eventId: z.uuid() }),
} as const

/** Moves or cancels a booking as its host did in their calendar; where its new time is taken, the host is asked. */
export const followOutsideChange = job({
  ...followOutsideChangeJob,
  summary: 'Reschedule or cancel a meeting as its host did in their calendar',
  retry: { times: 5, delaySeconds: 5 },

  async run({ orgId, bookingId, ...asked }, context) {
    const refused = await context
      .inOrg(orgId, async (db) => {
        const changing = changeInJob(context, db, orgId)
        const decided = await acceptOutsideChange(changing, orgId, bookingId, { by: 'calendar' }, { personId: asked.personId })
        // What was begun of a move that is refused must not stay.
        if (decided === 'slot_taken' || decided === 'slot_not_offered') throw new Refusal()
        return false
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal) return true
        throw error
      })
    if (!refused) return
    await context.inOrg(orgId, async (db) => {
      const booking = await findBooking(db, orgId, bookingId)
      if (booking) await askHost(db, orgId, booking, asked)
    })
  },
})

class Refusal extends Error {}
