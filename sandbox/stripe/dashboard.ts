import type { FastifyInstance } from 'fastify'
import type { Form } from '../form.ts'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { nameOf } from './accounts.ts'
import { expire } from './checkout-sessions.ts'
import { money } from './currencies.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { sellElsewhere } from './foreign-payments.ts'
import { checkTheClock, decide, delayedSeconds } from './payments.ts'
import { createRefund } from './refunds.ts'
import { Refused } from './refusals.ts'
import type { Account, Charge, Dispute, Intent, Session } from './rows.ts'
import type { Store } from './store.ts'

const rowsShown = 50

/** What a person at Stripe’s dashboard, the payer’s bank or the payer would do. */
export const serveDashboard = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const asPage = 'text/html; charset=utf-8'
  const here = (): string => `${context.base}/stripe/dashboard`

  app.get('/dashboard', forPeople, async (_request, reply) => {
    checkTheClock(store)
    const accounts = store.accounts.list()
    const [only, more] = accounts
    if (only && !more) return reply.redirect(`${here()}/${only.id}`, 302)
    return reply.type(asPage).send(accountsPage(context, here(), accounts))
  })
  app.get<{ Params: { account: string } }>('/dashboard/:account', forPeople, async (request, reply) => {
    checkTheClock(store)
    const account = store.accounts.find(request.params.account)
    if (!account) return reply.redirect(here(), 302)
    return reply.type(asPage).send(accountPage(context, store, here(), account, null))
  })

  const verbs: Readonly<Record<string, (id: string, form: Form) => void>> = {
    expire: (id) => {
      const session = found(store.sessions.find(id))
      if (session.status !== 'open') throw new Refused('This checkout is already closed.')
      expire(store, session)
    },
    succeed: (id) => void decide(store, found(store.intents.find(id)), 'succeed'),
    fail: (id) => void decide(store, found(store.intents.find(id)), 'fail'),
    refund: (id, form) => {
      const amount = typeof form.amount === 'string' && form.amount !== '' ? Number(form.amount) : null
      if (amount !== null && (!Number.isInteger(amount) || amount <= 0))
        throw new Refused('The amount must be a whole number above 0.')
      createRefund(store, chargeOf(store, id), { amount, reason: 'requested_by_customer', metadata: {} })
    },
    dispute: (id) => void openDispute(store, chargeOf(store, id)),
    win: (id) => void closeDispute(store, disputeOf(store, id), 'won'),
    lose: (id) => void closeDispute(store, disputeOf(store, id), 'lost'),
    domain: (id, form) => {
      const origin = typeof form.origin === 'string' ? URL.parse(form.origin)?.origin : undefined
      const { pagesAt: _, ...account } = found(store.accounts.find(id))
      store.accounts.put({ ...account, ...(origin && { pagesAt: origin }) })
    },
    others: (id) => sellElsewhere(store, context, found(store.accounts.find(id))),
  }
  app.post<{ Params: { id: string; verb: string }; Body: Form | undefined }>(
    '/dashboard/:id/:verb',
    forPeople,
    async (request, reply) => {
      const { id, verb } = request.params
      const account = store.accounts.find(ownerOf(store, id) ?? '')
      const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
      if (!account || !act)
        return reply
          .code(404)
          .type(asPage)
          .send(accountsPage(context, here(), store.accounts.list()))
      try {
        act(id, request.body ?? {})
        return reply.redirect(`${here()}/${account.id}`, 303)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return reply
          .code(400)
          .type(asPage)
          .send(accountPage(context, store, here(), account, error.message))
      }
    },
  )
}

const ownerOf = (store: Store, id: string): string | undefined =>
  (store.intents.find(id) ?? store.sessions.find(id) ?? store.disputes.find(id))?.account ?? store.accounts.find(id)?.id

const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Refused('The object does not exist.')
  return row
}

/** A dispute by its own id, or by that of its payment. */
const disputeOf = (store: Store, id: string): Dispute =>
  found(store.disputes.find(id) ?? store.disputes.list().find((each) => each.payment_intent === id))

/** The charge of a payment. */
const chargeOf = (store: Store, intentId: string): Charge => {
  const { latest_charge } = found(store.intents.find(intentId))
  return found(latest_charge === null ? undefined : store.charges.find(latest_charge))
}

const accountsPage = (context: SimulatorContext, here: string, accounts: readonly Account[]): string =>
  page(
    context.base,
    'Stripe · Sandbox',
    html`<main class="prose"><h1>Stripe</h1>
<p>Each secret key is a separate account, from its first use.</p>
${
  accounts.length === 0
    ? html`<p class="quiet">No key was used yet. Send an invoice in Foyer and open its payment link, or point a Stripe client at <code>${context.address()}</code>.</p>`
    : html`<ul class="cards">${accounts.map((each) => html`<li class="card"><h2><a href="${here}/${each.id}">${nameOf(each)}</a> <span class="pill">${each.livemode ? 'live key' : 'test key'}</span></h2><p class="quiet"><code>${each.id}</code> · since ${at(each.created)}</p></li>`)}</ul>`
}</main>`,
  )

const at = (seconds: number): Html | string => moment(new Date(seconds * 1_000))

const accountPage = (context: SimulatorContext, store: Store, here: string, account: Account, said: string | null): string => {
  const intents = store.of(store.intents, account)
  const sessions = store.of(store.sessions, account)
  const disputes = store.of(store.disputes, account)
  const endpoints = store.of(store.endpoints, account)
  return page(
    context.base,
    `${nameOf(account)} · Stripe · Sandbox`,
    html`<main class="wide"><h1>${nameOf(account)} <span class="pill">${account.livemode ? 'live key' : 'test key'}</span></h1>
<p class="quiet"><code>${account.id}</code> · <a href="${here}">All accounts</a></p>
${said && html`<p class="notice bad" role="alert">${said}</p>`}
<h2>Payments</h2>
${intents.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ul class="cards">${intents.slice(0, rowsShown).map((each) => paymentCard(store, here, each))}</ul>`}
${disputes.length > 0 && html`<h2>Disputes</h2><ul class="cards">${disputes.map((each) => disputeCard(here, each))}</ul>`}
<h2>Checkouts</h2>
${sessions.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ul class="cards">${sessions.slice(0, rowsShown).map((each) => sessionCard(context, here, each))}</ul>`}
<h2>Custom domain</h2>
<p class="quiet">The domain of new checkout pages, like Stripe’s custom domains. It must resolve to this machine, such as <code>http://pay.localhost:3000</code>.</p>
<form method="post" action="${here}/${account.id}/domain" class="actions"><label class="hidden" for="origin">Custom domain</label><input id="origin" name="origin" type="url" value="${account.pagesAt ?? ''}"><button>Save</button></form>
<h2>Other programs</h2>
<p class="quiet">Creates a subscription, a saved card, a shop order, charges without a checkout, a refund and a lost dispute that do not belong to Foyer.</p>
<div class="actions">${button(`${here}/${account.id}/others`, 'Add payments of another program')}</div>
<h2>Webhooks</h2>
${endpoints.length === 0 ? html`<p class="quiet">No endpoints are registered.</p>` : html`<ul>${endpoints.map(({ url, enabled_events }) => html`<li><code>${url}</code> <span class="quiet">${enabled_events.join(', ')}</span></li>`)}</ul>`}
<p><a href="${context.base}/webhooks?of=stripe">Webhooks sent</a> · <a href="${context.base}/faults#stripe">Faults</a></p>
</main>`,
  )
}

const pill = (text: string, kind: 'good' | 'bad' | 'wait' | ''): Html => html`<span class="pill ${kind}">${text}</span>`

const paymentCard = (store: Store, here: string, intent: Intent): Html => {
  const charge = intent.latest_charge === null ? undefined : store.charges.find(intent.latest_charge)
  const left = charge?.status === 'succeeded' ? charge.amount - charge.amount_refunded : 0
  const isLost = store.disputes.list().some((each) => each.charge === charge?.id && each.status !== 'won')
  return html`<li class="card"><h3>${money(intent.amount, intent.currency)}
${intent.status === 'succeeded' ? pill('paid', 'good') : intent.status === 'processing' ? pill('processing', 'wait') : pill('not paid', 'bad')}
${charge && charge.amount_refunded > 0 && pill(charge.amount_refunded === charge.amount ? 'refunded' : `${money(charge.amount_refunded, charge.currency)} refunded`, 'wait')}
${charge?.disputed && pill('disputed', 'bad')}</h3>
<p class="quiet"><code>${intent.id}</code> · ${at(intent.created)}${charge && html` · ${charge.method} …${charge.last4}`}${charge?.email && html` · ${charge.email}`}</p>
${intent.last_payment_error && html`<p class="quiet">${intent.last_payment_error.message}</p>`}
${
  intent.status === 'processing' &&
  html`<p class="quiet">The bank decides automatically after ${delayedSeconds / 60} minutes.</p><div class="actions">${button(`${here}/${intent.id}/succeed`, 'Confirm payment')}${button(`${here}/${intent.id}/fail`, 'Fail payment')}</div>`
}
${
  left > 0 &&
  !isLost &&
  html`<div class="actions"><form method="post" action="${here}/${intent.id}/refund" class="actions"><label class="hidden" for="amount-${intent.id}">Amount to refund, in the smallest unit</label><input id="amount-${intent.id}" name="amount" type="number" min="1" max="${left}" placeholder="${left}"><button>Refund</button></form>${!charge?.disputed && button(`${here}/${intent.id}/dispute`, 'Dispute')}</div>`
}</li>`
}

const disputeCard = (
  here: string,
  dispute: Dispute,
): Html => html`<li class="card"><h3>${money(dispute.amount, dispute.currency)} ${pill(dispute.status.replace('_', ' '), dispute.status === 'won' ? 'good' : dispute.status === 'lost' ? 'bad' : 'wait')}</h3>
<p class="quiet"><code>${dispute.id}</code> of <code>${dispute.payment_intent}</code> · ${at(dispute.created)}</p>
${dispute.status === 'needs_response' && html`<div class="actions">${button(`${here}/${dispute.id}/win`, 'Won: the money is returned')}${button(`${here}/${dispute.id}/lose`, 'Lost')}</div>`}</li>`

const sessionCard = (
  context: SimulatorContext,
  here: string,
  session: Session,
): Html => html`<li class="card"><h3>${session.mode === 'setup' ? 'Saved card' : money(session.amount_total, session.currency)} ${session.mode === 'subscription' && pill('subscription', '')} ${
  session.status === 'open'
    ? pill('open', 'wait')
    : session.status === 'expired'
      ? pill('expired', '')
      : pill(
          session.payment_status === 'paid' ? 'paid' : 'complete, not paid',
          session.payment_status === 'paid' ? 'good' : 'wait',
        )
}</h3>
<p>${session.line_items.map(({ name }) => name).join(', ')}</p>
<p class="quiet"><code>${session.id}</code> · ${at(session.created)}${session.client_reference_id && html` · for <code>${session.client_reference_id}</code>`}</p>
${session.status === 'open' && html`<div class="actions"><a href="${context.address()}/c/pay/${session.id}">Open the page</a>${button(`${here}/${session.id}/expire`, 'Expire')}</div>`}</li>`
