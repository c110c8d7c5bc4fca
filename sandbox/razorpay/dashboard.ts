import type { FastifyInstance, FastifyReply } from 'fastify'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { asBody } from './api.ts'
import { ownLooks, shownAmount } from './checkout.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { sellElsewhere } from './foreign-payments.ts'
import { paymentsOf } from './orders.ts'
import { authorizeLate, capture, captureAgain } from './payments.ts'
import { createRefund } from './refunds.ts'
import { Refused } from './refusals.ts'
import type { Account, Order, Payment } from './rows.ts'
import { find, of, type Store } from './store.ts'
import { type Happened, notify } from './webhooks.ts'

/** What a merchant, a bank and an unhappy payer do, each a button. */
export const serveDashboard = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const home = `${context.base}/razorpay/dashboard`
  const accountOf = (keyId: string): Account => {
    const account = store.accounts.find(keyId)
    if (!account) throw new Refused('The account does not exist.', { statusCode: 404 })
    return account
  }
  const asPage = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text)

  app.get('/dashboard', forPeople, async (_request, reply) => asPage(reply, accountsPage(context.base, home, store)))
  app.get<{ Params: { keyId: string } }>('/dashboard/:keyId', forPeople, async (request, reply) =>
    asPage(reply, accountPage(context.base, home, store, accountOf(request.params.keyId))),
  )
  app.post<{ Params: { keyId: string }; Body: unknown }>('/dashboard/:keyId', forPeople, async (request, reply) => {
    const account = accountOf(request.params.keyId)
    const { do: wish, id, amount } = asBody(request.body)
    press(store, account, String(wish), String(id), amount)
    return reply.redirect(`${home}/${account.id}`, 303)
  })
}

const press = (store: Store, account: Account, wish: string, id: string, amount: unknown): void => {
  const payment = () => find(store.payments, account, id)
  const dispute = () =>
    find(store.disputes, account, of(store.disputes, account).find((one) => one.payment_id === id)?.id ?? id)
  const captureWhole = (it: Payment) => capture(store, account, it, { amount: it.amount, currency: it.currency })
  const buttons: Record<string, () => readonly Happened[]> = {
    authorize: () => authorizeLate(store, account, payment()),
    capture: () => captureWhole(payment()),
    refund: () =>
      createRefund(store, account, payment(), { amount: amount === undefined ? undefined : Number(amount) }).happened,
    dispute: () => openDispute(store, account, payment()),
    win: () => closeDispute(store, account, dispute(), 'won'),
    lose: () => closeDispute(store, account, dispute(), 'lost'),
    again: () => captureAgain(store, account, find(store.orders, account, id)),
    others: () => sellElsewhere(store, account),
    switch: () => {
      store.accounts.put({ ...account, isCapturing: !account.isCapturing })
      return []
    },
  }
  const pressed = buttons[wish]
  if (!pressed) throw new Refused('The action does not exist.')
  notify(store, account, pressed())
}

const accountsPage = (base: string, home: string, store: Store): string =>
  page(
    base,
    'Razorpay · Sandbox',
    html`<main class="prose">
<h1>Razorpay</h1>
<p>Each key is a separate account; it appears after its first call.</p>
${
  store.accounts.count === 0
    ? html`<p class="quiet">None yet. Send an invoice in rupees and open its pay page, or call <code>POST ${base}/razorpay/v1/orders</code> with a key like <code>rzp_test_mine:secret</code>.</p>`
    : html`<ul class="cards">${store.accounts
        .list()
        .map(
          (account) =>
            html`<li class="card"><h2><a href="${home}/${account.id}">${account.id}</a></h2><p class="quiet">${counted(of(store.orders, account).length, 'order')} · ${counted(of(store.payments, account).length, 'payment')}</p></li>`,
        )}</ul>`
}
</main>`,
  )

const shownOrders = 50

const accountPage = (base: string, home: string, store: Store, account: Account): string => {
  const press = (label: string, wish: string, id: string, more: Readonly<Record<string, string>> = {}): Html =>
    button(`${home}/${account.id}`, label, { do: wish, id, ...more })
  const orders = of(store.orders, account)
  const endpoints = of(store.endpoints, account)
  return page(
    base,
    `${account.id} · Razorpay · Sandbox`,
    html`${ownLooks(base)}<main class="prose">
<p><a href="${home}">Razorpay</a></p>
<h1>${account.id}</h1>
<div class="card">
<p>${account.isCapturing ? 'Authorized payments are captured automatically.' : 'Authorized payments must be captured by hand.'}</p>
${press(account.isCapturing ? 'Capture by hand' : 'Capture at once', 'switch', account.id)}
<p>Webhooks go to ${endpoints.length === 0 ? html`no endpoint: register one with <code>POST ${base}/razorpay/endpoints</code> and the key.` : endpoints.map((endpoint) => html`<code>${endpoint.url}</code> `)}</p>
<p>Creates a shop order, a payment link, a subscription, a QR code, a refund and a lost dispute that do not belong to Foyer.</p>
${press('Add payments of another program', 'others', account.id)}
</div>
<h2>Orders</h2>
${orders.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ol class="cards">${orders.slice(0, shownOrders).map((order) => orderCard(store, account, order, press))}</ol>`}
${orders.length > shownOrders && html`<p class="quiet">The newest ${shownOrders} of ${orders.length}.</p>`}
</main>`,
  )
}

type Press = (label: string, wish: string, id: string, more?: Readonly<Record<string, string>>) => Html

const orderCard = (store: Store, account: Account, order: Order, press: Press): Html => html`<li class="card">
<h3>${shownAmount(order)} <span class="pill ${kinds[order.status]}">${order.status}</span></h3>
<p class="quiet"><code>${order.id}</code> · ${moment(asDate(order.created_at))}</p>
${order.status === 'paid' && html`<div class="actions">${press('Capture a second payment', 'again', order.id)}</div>`}
${paymentsOf(store, order).map((payment) => paymentPart(store, account, payment, press))}
</li>`

const paymentPart = (store: Store, account: Account, payment: Payment, press: Press): Html => {
  const dispute = of(store.disputes, account).find((one) => one.payment_id === payment.id)
  const isTaken = payment.status === 'captured'
  const left = payment.amount - payment.amount_refunded
  return html`<section class="payment" aria-label="Payment ${payment.id}">
<p><span class="pill ${kinds[payment.status]}">${payment.status}</span> ${shownAmount(payment)} by ${payment.method} ${
    payment.amount_refunded > 0 &&
    html`<span class="pill wait">${shownAmount({ ...payment, amount: payment.amount_refunded })} refunded</span>`
  } ${dispute && html`<span class="pill bad">dispute ${dispute.status}</span>`}</p>
<p class="quiet"><code>${payment.id}</code> ${payment.error?.description}</p>
<div class="actions">
${payment.status === 'failed' && press('Authorize late', 'authorize', payment.id)}
${payment.status === 'authorized' && press('Capture', 'capture', payment.id)}
${isTaken && press('Refund', 'refund', payment.id)}
${isTaken && left >= 200 && press('Refund half', 'refund', payment.id, { amount: String(Math.floor(left / 2)) })}
${isTaken && !dispute && press('Dispute', 'dispute', payment.id)}
${dispute?.status === 'open' && html`${press('Merchant wins', 'win', dispute.id)}${press('Payer wins', 'lose', dispute.id)}`}
</div>
</section>`
}

/** Colours of the pills. */
const kinds: Readonly<Record<Order['status'] | Payment['status'], string>> = {
  created: '',
  attempted: 'wait',
  paid: 'good',
  authorized: 'wait',
  captured: 'good',
  refunded: 'wait',
  failed: 'bad',
}

const asDate = (seconds: number): Date => new Date(seconds * 1_000)

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
