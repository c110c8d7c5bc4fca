import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findInvoice, findPayLink, payAddress } from '../invoices/invoices.ts'
import { openCheckout, openingErrors, PageCheckout } from './open-checkout.ts'

export const payInvoice = action({
  name: 'pay-invoice',
  summary: 'Create a checkout from the pay page',
  description: 'For the holder of a payment link. The payer returns to the pay page, which calls `verify-payment`.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  anonymousIdempotency: true,
  limit: { times: 10, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(200) }),
  output: PageCheckout,
  errors: openingErrors,
  examples: [{ title: 'The token of a payment link', input: { token: 'pay_0000000000000000000000' } }],

  async run({ token }, { outside, inOrg, fail, ...context }) {
    const link = await outside((db) => findPayLink(db, token))
    if (!link) throw fail('invoice_not_found')
    const invoice = await inOrg(link.org_id, ({ db }) => findInvoice(db, link.org_id, link.invoice_id))
    if (!invoice) throw fail('invoice_not_found')
    const page = payAddress(context.settings.publicUrl, token)
    return openCheckout(
      link.org_id,
      {
        invoiceId: invoice.id,
        clientEmail: invoice.client_email,
        successUrl: `${page}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: page,
        currency: null,
      },
      { ...context, inOrg: (work) => inOrg(link.org_id, work) },
    )
  },
})
