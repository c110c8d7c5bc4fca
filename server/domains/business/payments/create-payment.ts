import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { readEmail } from '#shapes/emails.ts'
import { Currency } from '#shapes/money.ts'
import { Checkout, openCheckout, openingErrors } from './open-checkout.ts'

export const createPayment = action({
  name: 'create-payment',
  summary: 'Create a checkout for an invoice',
  description:
    'Rupees are collected through Razorpay, every other currency through Stripe. The amount is that of the invoice, in the smallest unit of its currency; `targetCurrency` must be that currency, as nothing is converted. `successUrl` and `cancelUrl` are http or https: at the address of Foyer itself or, where ALLOWED_ORIGIN_DOMAIN is set, at that domain and its subdomains. The same call returns the same checkout as long as it can be paid; a different call for the same invoice closes earlier checkouts.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  callsProvider: true,
  scope: 'payments:write',
  limit: { times: 10, seconds: 60 },
  input: z.object({
    invoiceId: z.uuid(),
    clientEmail: z.string().trim().max(254),
    successUrl: z.string().max(2_048),
    cancelUrl: z.string().max(2_048),
    targetCurrency: Currency,
  }),
  output: Checkout,
  errors: [...openingErrors, transportErrors.bad_request],
  examples: [
    {
      title: 'An invoice in euros',
      input: {
        invoiceId: '01980000-0000-7000-8000-000000000000',
        clientEmail: 'maya@example.com',
        successUrl: 'https://app.example.com/paid?session_id={CHECKOUT_SESSION_ID}',
        cancelUrl: 'https://app.example.com/invoices',
        targetCurrency: 'EUR',
      },
    },
  ],

  async run({ invoiceId, clientEmail, successUrl, cancelUrl, targetCurrency }, context) {
    if (!('key' in readEmail(clientEmail)))
      throw context.fail('bad_request', { message: 'clientEmail: is not a valid address', field: 'clientEmail' })
    return openCheckout(context.org.id, { invoiceId, clientEmail, successUrl, cancelUrl, currency: targetCurrency }, context)
  },
})
