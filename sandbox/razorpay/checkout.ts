import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, page, pagePolicy } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { asBody } from './api.ts'
import { lateSeconds, outcomes, pay, signatureOf } from './payments.ts'
import { Refused } from './refusals.ts'
import type { Account, Order } from './rows.ts'
import { find, type Store } from './store.ts'
import { notify } from './webhooks.ts'

const files = { '/v1/checkout.js': 'checkout.js', '/widget.js': 'widget.js', '/razorpay.css': 'razorpay.css' }

/** Our own rules beside those of every page of the sandbox. */
export const ownLooks = (base: string): Html => html`<link rel="stylesheet" href="${base}/razorpay/razorpay.css">`

/** What checkout.js asks the widget's page for, in its address. */
interface Wanted {
  readonly key_id?: string
  readonly order_id?: string
  readonly name?: string
  readonly description?: string
  readonly email?: string
  /** Where the page that opened it lives: what is told goes to it alone. Not there: the widget is a page of its own. */
  readonly origin?: string
  /** Where a page of its own leads to, by a POST. */
  readonly callback_url?: string
}

/**
 * Standard Checkout (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/): `checkout.js`, which opens
 * the widget over the page that asked for it, and the widget itself.
 */
export const serveCheckout = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  for (const [url, name] of Object.entries(files))
    app.get(url, forPeople, async (_request, reply) =>
      reply
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        .send(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
    )

  app.get<{ Querystring: Wanted }>('/v1/checkout/public', forPeople, async (request, reply) => {
    const wanted = request.query
    const callback = wanted.callback_url === undefined ? null : readHttp(wanted.callback_url)
    sendFramed(reply, callback?.origin)
    try {
      const { order } = accountAndOrder(store, wanted)
      return reply.send(widgetPage(context.base, order, wanted, callback))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return reply.code(400).send(troublePage(context.base, error.message))
    }
  })

  /** What the widget's page does when a button is clicked. Programs can do the same: the payer has no key. */
  app.post('/v1/checkout/public/payments', forPeople, async (request) => {
    const body = asBody(request.body)
    const { account, order } = accountAndOrder(store, body)
    const outcome = outcomes.find((one) => one === (body.outcome ?? 'success'))
    if (!outcome) throw new Refused(`The outcome is one of ${outcomes.join(', ')}.`, { field: 'outcome' })
    const method = body.method ?? 'card'
    if (method !== 'card' && method !== 'upi') throw new Refused('The method is card or upi.', { field: 'method' })
    const { payment, happened } = pay(store, account, order, {
      method,
      outcome,
      email: asText(body.email),
      description: asText(body.description),
    })
    notify(store, account, happened)
    // A decline is an answer like another here, as it is on the vendor's own page: no error in the payer's browser.
    if (payment.error) return { error: { ...payment.error, metadata: { payment_id: payment.id, order_id: order.id } } }
    return {
      razorpay_payment_id: payment.id,
      razorpay_order_id: order.id,
      razorpay_signature: signatureOf(account, payment),
    }
  })
}

const accountAndOrder = (
  store: Store,
  { key_id, order_id }: { readonly key_id?: unknown; readonly order_id?: unknown },
): { account: Account; order: Order } => {
  const account = typeof key_id === 'string' ? store.named(key_id) : undefined
  if (!account) throw new Refused('The api key provided is invalid')
  return { account, order: find(store.orders, account, typeof order_id === 'string' ? order_id : '') }
}

/** A page that can be framed by the page that opened it, and lead on to `formsTo`. */
const sendFramed = (reply: FastifyReply, ...formsTo: readonly (string | undefined)[]): void => {
  const policy = pagePolicy(...formsTo.filter((one) => one !== undefined))
  reply
    .removeHeader('X-Frame-Options')
    .header('Content-Security-Policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .type('text/html; charset=utf-8')
}

const widgetPage = (base: string, order: Order, wanted: Wanted, callback: URL | null): string => {
  const amount = shownAmount(order)
  const business = wanted.name || 'A business'
  return page(
    base,
    `Pay ${amount} · Razorpay, simulated`,
    html`${ownLooks(base)}<main class="widget" data-api="${base}/razorpay" data-key="${wanted.key_id}" data-order="${order.id}" data-origin="${wanted.origin ?? ''}"
 data-callback="${callback?.href ?? ''}" data-email="${wanted.email ?? ''}" data-description="${wanted.description ?? ''}">
<p class="notice">Razorpay sandbox: no real money moves.</p>
<h1>${business}</h1>
<p class="quiet">${wanted.description}</p>
<p class="amount">${amount}</p>
${
  order.status === 'paid'
    ? html`<p role="status">This order is already paid.</p>`
    : html`<form>
<fieldset><legend>Payment method</legend>
<label><input type="radio" name="method" value="upi" checked> UPI <span class="quiet">success@razorpay</span></label>
<label><input type="radio" name="method" value="card"> Card <span class="quiet">5267 3181 8797 5449</span></label>
</fieldset>
<fieldset><legend>Result at the bank</legend>
<label><input type="radio" name="outcome" value="success" checked> Payment succeeds</label>
<label><input type="radio" name="outcome" value="failure"> Payment is declined</label>
<label><input type="radio" name="outcome" value="late"> Payment fails, then is authorized ${lateSeconds} seconds later</label>
</fieldset>
<p id="said" class="said" role="alert"></p>
<button class="main" id="pay">Pay ${amount}</button>
</form>`
}
<button type="button" id="leave">${order.status === 'paid' ? 'Close' : 'Leave without paying'}</button>
</main>`,
    { script: 'razorpay/widget.js', bare: true },
  )
}

const troublePage = (base: string, said: string): string =>
  page(
    base,
    'Razorpay, simulated',
    html`${ownLooks(base)}<main class="widget" data-origin="*"><h1>This checkout cannot be opened</h1><p role="alert">${said}</p></main>`,
    { bare: true },
  )

/** As its country writes it: `₹500.00`. */
export const shownAmount = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string => {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, 255) : null)

const readHttp = (text: string): URL | null => {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : null
}
