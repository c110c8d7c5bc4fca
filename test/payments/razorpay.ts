import type { OpenedCheckout } from '#ports/payments.ts'
import { razorpayPayments } from '../../server/providers/razorpay/payments.ts'
import { isSignedByRazorpay, parseRazorpayWebhook } from '../../server/providers/razorpay/webhooks.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { press, type Tried } from './payer.ts'

const open = (base: string, http: Parameters<Tried['open']>[1], credentials: Record<string, string>) =>
  razorpayPayments({ base, credentials, mode: 'sandbox', http, now: () => new Date() })

/** Whose order or payment it is: a payer's page knows its key, and the dashboard shows one account at a time. */
const keys = new Map<string, string>()

const keyOf = (id: string): string => {
  const keyId = keys.get(id)
  if (keyId === undefined) throw new Error(`nobody opened ${id}`)
  return keyId
}

/** What the widget's page does when somebody presses its button. */
const tryToPay = async ({ address }: TestSandbox, { checkoutId }: OpenedCheckout, outcome: string): Promise<void> => {
  const keyId = keyOf(checkoutId)
  const response = await fetch(`${address}/v1/checkout/public/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key_id: keyId, order_id: checkoutId, method: 'upi', outcome }),
  })
  const answer = (await response.json()) as { razorpay_payment_id?: string; error?: { metadata: { payment_id: string } } }
  keys.set(answer.razorpay_payment_id ?? answer.error?.metadata.payment_id ?? '', keyId)
}

const button = ({ address }: TestSandbox, keyId: string, fields: Record<string, string>): Promise<void> =>
  press(`${address}/sandbox/razorpay/dashboard/${keyId}`, fields)

export const razorpay: Tried = {
  provider: 'razorpay',
  currency: 'INR',
  slug: 'razorpay',
  pageSize: 100,
  has: { balance: false, closing: false },
  open(sandbox, http, account) {
    const keyId = `rzp_test_${account}`
    const payments = open(sandbox.address, http, { keyId, keySecret: 'secret' })
    return {
      ...payments,
      async openCheckout(wanted) {
        const opened = await payments.openCheckout(wanted)
        keys.set(opened.checkoutId, keyId)
        return opened
      },
      async listCheckouts(since, cursor) {
        const page = await payments.listCheckouts(since, cursor)
        for (const { payments: tried } of page.items) for (const { paymentId } of tried) keys.set(paymentId, keyId)
        return page
      },
    }
  },
  openWrongly: (sandbox, http) => ({
    payments: open(sandbox.address, http, { keyId: 'nonsense', keySecret: 'whatever1234' }),
    secret: 'whatever1234',
  }),
  isSigned: isSignedByRazorpay,
  parseWebhook: parseRazorpayWebhook,
  signatureHeader: 'x-razorpay-signature',
  pay: (sandbox, checkout) => tryToPay(sandbox, checkout, 'success'),
  decline: (sandbox, checkout) => tryToPay(sandbox, checkout, 'failure'),
  async payLater(sandbox, checkout) {
    // An account that captures by hand: what is authorized waits.
    await button(sandbox, keyOf(checkout.checkoutId), { do: 'switch', id: '' })
    await tryToPay(sandbox, checkout, 'success')
  },
  async arrive() {
    // Nothing is on its way: it is there to be captured.
  },
  refund: (sandbox, id, amountMinor) => button(sandbox, keyOf(id), { do: 'refund', id, amount: String(amountMinor) }),
  dispute: (sandbox, id) => button(sandbox, keyOf(id), { do: 'dispute', id }),
  endDispute: (sandbox, id, how) => button(sandbox, keyOf(id), { do: how === 'won' ? 'win' : 'lose', id }),
  async others(sandbox, account) {
    const keyId = `rzp_test_${account}`
    const ids = async (path: string) => {
      const headers = { authorization: `Basic ${btoa(`${keyId}:secret`)}` }
      const answer = await fetch(sandbox.address + path, { headers })
      return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    await ids('/v1/orders')
    await button(sandbox, keyId, { do: 'others', id: keyId })
    return { checkouts: await ids('/v1/orders'), payments: await ids('/v1/payments') }
  },
}
