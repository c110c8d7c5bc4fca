import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { workGivenUp } from '#domains/platform/background-jobs/moments.ts'
import { findBooking, isStanding } from './bookings.ts'
import { doEffectJob, findEffect } from './effects.ts'
import { bookingEvents } from './events.ts'
import { failStep } from './failed-steps.ts'
import { followOutsideChangeJob } from './follow-outside-change.ts'
import { askHost } from './outside-changes.ts'
import { stepReasons } from './step-reasons.ts'

/** A step after a booking whose job is not tried any more says so; a change in a calendar that could not be followed is asked about. */
export const settleDeadSteps = contribution({
  name: 'settle-dead-steps-of-bookings',
  to: workGivenUp,
  async run({ name, data, why }, { db, orgId }) {
    if (name === doEffectJob.name) {
      const order = doEffectJob.data.safeParse(data)
      if (order.success) await settleStep(db, orgId, order.data.effectId, why === 'discarded')
    }
    if (name === followOutsideChangeJob.name) {
      const order = followOutsideChangeJob.data.safeParse(data)
      const booking = order.success && (await findBooking(db, orgId, order.data.bookingId))
      if (booking && isStanding(booking)) await askHost(db, orgId, booking, order.data)
    }
  },
})

const settleStep = async (db: Db, orgId: string, effectId: string, isDiscarded: boolean): Promise<void> => {
  const effect = await findEffect(db, orgId, effectId)
  if (effect?.state !== 'queued') return
  const end = isDiscarded ? stepReasons.discarded : stepReasons.notTriedAgain
  await failStep(db, orgId, effect, end)
  await recordEvent(db, orgId, bookingEvents.updated, effect.booking_id, { change: 'effect' })
}
