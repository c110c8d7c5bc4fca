import { job } from '#core/job.ts'
import { findCheckout, lookAtCheckoutOrder } from './checkouts.ts'
import { lookAt } from './looking.ts'
import { stepsIn } from './steps.ts'

export const lookAtCheckout = job({
  ...lookAtCheckoutOrder,
  summary: 'Ask a payment provider what became of a checkout',
  retry: { times: 8, delaySeconds: 5 },
  atOnce: 4,

  async run({ orgId, checkoutId, source }, context) {
    const checkout = await context.inOrg(orgId, (db) => findCheckout(db, orgId, checkoutId))
    if (!checkout || checkout.provider_checkout_id === null) return
    await lookAt(checkout, source, { ...context, inOrg: stepsIn(context, orgId) })
  },
})
