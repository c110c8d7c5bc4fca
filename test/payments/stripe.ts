import type { OpenedCheckout } from '#ports/payments.ts'
import { stripePayments } from '../../server/providers/stripe/payments.ts'
import { isSignedByStripe, parseStripeWebhook } from '../../server/providers/stripe/webhooks.ts'
import { press, type Tried } from './payer.ts'

const open = (base: string, http: Parameters<Tried['open']>[1], secretKey: string) =>
  stripePayments({ base, credentials: { secretKey }, http, now: () => new Date() })

const page = ({ url }: OpenedCheckout): string => {
  if (!url) throw new Error('a checkout without a page')
  return url
}

/** A payment's card on the dashboard; whose it is matters to where the page leads only. */
const button = (address: string, paymentId: string, verb: string): string =>
  `${address}/sandbox/stripe/dashboard/${paymentId}/${verb}`

export const stripe: Tried = {
  provider: 'stripe',
  currency: 'EUR',
  slug: 'stripe',
  pageSize: 100,
  has: { balance: true, closing: true },
  open: (sandbox, http, account) => open(sandbox.address, http, `sk_test_${account}`),
  openWrongly: (sandbox, http) => ({ payments: open(sandbox.address, http, 'pk_test_whatever1234'), secret: 'whatever1234' }),
  isSigned: isSignedByStripe,
  parseWebhook: parseStripeWebhook,
  signatureHeader: 'stripe-signature',
  pay: (_sandbox, checkout) => press(page(checkout), { email: 'payer@example.com', method: 'card', card: '4242424242424242' }),
  decline: (_sandbox, checkout) => press(page(checkout), { email: 'payer@example.com', method: 'card', outcome: 'decline' }),
  payLater: (_sandbox, checkout) => press(page(checkout), { email: 'payer@example.com', method: 'delayed' }),
  arrive: ({ address }, paymentId) => press(button(address, paymentId, 'succeed')),
  refund: ({ address }, paymentId, amountMinor) => press(button(address, paymentId, 'refund'), { amount: String(amountMinor) }),
  dispute: ({ address }, paymentId) => press(button(address, paymentId, 'dispute')),
  endDispute: ({ address }, paymentId, how) => press(button(address, paymentId, how === 'won' ? 'win' : 'lose')),
  async others({ address }, account) {
    const ask = async (path: string) => {
      const answer = await fetch(address + path, { headers: { authorization: `Bearer sk_test_${account}` } })
      return (await answer.json()) as { id: string; data: { id: string }[] }
    }
    await press(`${address}/sandbox/stripe/dashboard/${(await ask('/v1/account')).id}/others`)
    const ids = async (path: string) => (await ask(path)).data.map(({ id }) => id)
    return { checkouts: await ids('/v1/checkout/sessions'), payments: await ids('/v1/payment_intents') }
  },
}
