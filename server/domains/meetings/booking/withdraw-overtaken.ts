import { job } from '#core/jobs/job.ts'
import { lockBooking } from './bookings.ts'
import { changeInJob } from './job-changes.ts'
import { withdrawOvertaken, withdrawOvertakenJob } from './overtaken.ts'

/** By its next run what was being sent is sent, or waits for another try and is withdrawn. */
export const withdrawOvertakenOnce = job({
  ...withdrawOvertakenJob,
  summary: 'Withdraw emails and messages about a booking that was changed while they were being sent',
  retry: { times: 5, delaySeconds: 5 },

  async run({ orgId, bookingId }, context) {
    await context.inOrg(orgId, async (db) => {
      const booking = await lockBooking(db, orgId, bookingId)
      if (booking) await withdrawOvertaken(changeInJob(context, db, orgId), orgId, booking)
    })
  },
})
