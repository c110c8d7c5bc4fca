import { job } from '#core/job.ts'
import { closeCheckoutsOrder, findPayable } from './checkouts.ts'
import { lookAt, openFor } from './looking.ts'
import { stepsIn } from './steps.ts'

/**
 * Ends what must not be paid any more: the invoice is paid, void, or has a newer checkout. Somebody may pay in the same moment;
 * so what became of it is asked for afterwards, and counted like any other.
 */
export const closeCheckouts = job({
  ...closeCheckoutsOrder,
  summary: 'End the checkouts of an invoice that must not be paid any more',
  retry: { times: 8, delaySeconds: 5 },

  async run({ orgId, invoiceId, exceptId }, context) {
    const looking = { ...context, inOrg: stepsIn(context, orgId) }
    const open = await context.inOrg(orgId, (db) => findPayable(db, orgId, invoiceId))
    for (const checkout of open) {
      if (checkout.id === exceptId || checkout.provider_checkout_id === null) continue
      const payments = await openFor(checkout, looking)
      await payments.closeCheckout(checkout.provider_checkout_id)
      await lookAt(checkout, 'poll', looking)
    }
  },
})
