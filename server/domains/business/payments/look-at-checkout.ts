import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { findCheckout, recordPollFailure, refreshCheckoutJob } from './checkouts.ts'
import { refreshAndSettle } from './refresh.ts'
import { stepsIn } from './steps.ts'

export const refreshCheckout = job({
  ...refreshCheckoutJob,
  summary: 'Refresh a checkout from its payment provider',
  retry: { times: 8, delaySeconds: 5 },
  atOnce: 4,

  async run({ orgId, checkoutId, source }, context) {
    const checkout = await context.inOrg(orgId, (db) => findCheckout(db, orgId, checkoutId))
    if (!checkout || checkout.provider_checkout_id === null) return
    const inOrg = stepsIn(context, orgId)
    try {
      await refreshAndSettle(checkout, source, { ...context, inOrg })
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'sandbox_is_off')) throw error
      // It is asked for again by itself, so that no job of it has to wait.
      await inOrg(({ db }) => recordPollFailure(db, checkout, error.message, context.now()))
    }
  },
})
