import type { FastifyInstance } from 'fastify'
import type { Form } from '../form.ts'
import { type Html, html, page, pagePolicy } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { nameOf } from './accounts.ts'
import { money } from './currencies.ts'
import { checkTheClock, delayedSeconds, delayedTypeOf, pay } from './payments.ts'
import { Refused } from './refusals.ts'
import type { Session, Trouble, Way } from './rows.ts'
import type { Store } from './store.ts'

/** Cards that a bank refuses: https://docs.stripe.com/testing#declined-payments. Every other valid number pays. */
const refusedCards: Readonly<Record<string, Trouble>> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  '4000000000000069': { code: 'expired_card', decline_code: null, message: 'Your card has expired.' },
}
const declined = '4000000000000002'
const good = '4242424242424242'

/** The page that a person pays on. */
export const serveCheckout = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const asPage = 'text/html; charset=utf-8'
  const show = (session: Session, said: string | null): string => checkoutPage(context, store, session, said)
  /** Where the forms of this page finally lead: back to the merchant. */
  const policyOf = (session: Session): string =>
    pagePolicy(...new Set([session.success_url, session.cancel_url].flatMap((url) => (url ? new URL(url).origin : []))))

  app.get<{ Params: { id: string } }>('/c/pay/:id', forPeople, async (request, reply) => {
    checkTheClock(store)
    const session = store.sessions.find(request.params.id)
    reply.type(asPage)
    if (!session) return reply.code(404).send(lostPage(context))
    return reply.header('Content-Security-Policy', policyOf(session)).send(show(session, null))
  })
  app.post<{ Params: { id: string }; Body: Form | undefined }>('/c/pay/:id', forPeople, async (request, reply) => {
    checkTheClock(store)
    const session = store.sessions.find(request.params.id)
    reply.type(asPage)
    if (!session) return reply.code(404).send(lostPage(context))
    reply.header('Content-Security-Policy', policyOf(session))
    // Two windows, or a click too many: what is done is done, and the page says so.
    if (session.status !== 'open') return reply.send(show(session, null))
    try {
      const form = request.body ?? {}
      const email = typeof form.email === 'string' && form.email !== '' ? form.email.slice(0, 320) : session.customer_email
      const way = wayOf(form)
      const paid = pay(store, session, way, email)
      if (way.kind === 'card' && way.refused) return reply.code(402).send(show(paid, way.refused.message))
      return reply.redirect(returnUrl(session), 303)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return reply.code(400).send(show(session, error.message))
    }
  })
}

const returnUrl = ({ success_url, id }: Session): string => success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

const wayOf = (form: Form): Way => {
  if (form.method === 'delayed') return { kind: 'delayed', decision: 'succeed' }
  if (form.method === 'delayed_fails') return { kind: 'delayed', decision: 'fail' }
  const typed = typeof form.card === 'string' ? form.card.replace(/[\s-]/g, '') : good
  const number = form.outcome === 'decline' ? declined : typed
  if (!isCardNumber(number)) throw new Refused('Your card number is incorrect.', { code: 'incorrect_number' })
  return { kind: 'card', last4: number.slice(-4), refused: refusedCards[number] ?? null }
}

/** Luhn's check. */
const isCardNumber = (text: string): boolean => {
  if (!/^\d{13,19}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const lostPage = (context: SimulatorContext): string =>
  page(
    context.base,
    'No such checkout',
    html`<main class="prose"><h1>No such checkout</h1><p>The sandbox has no checkout at this address. It may have been restarted with an empty folder.</p></main>`,
    { bare: true },
  )

const bankNames: Readonly<Record<string, string>> = {
  sepa_debit: 'SEPA Direct Debit',
  us_bank_account: 'US bank account',
  bacs_debit: 'Bacs Direct Debit',
  acss_debit: 'Pre-authorized debit',
  au_becs_debit: 'BECS Direct Debit',
  konbini: 'Konbini',
}

const checkoutPage = (context: SimulatorContext, store: Store, session: Session, said: string | null): string => {
  const total = money(session.amount_total, session.currency)
  const account = store.accounts.find(session.account)
  return page(
    context.base,
    `${total} · Checkout`,
    html`<main class="checkout">
<section aria-labelledby="total">
<p class="quiet">${account ? nameOf(account) : 'Sandbox'} <span class="pill">${session.livemode ? 'live key, no real money' : 'test'}</span></p>
<h1 id="total"><span class="quiet">Pay</span> <span class="sum">${total}</span></h1>
<ul class="items">${session.line_items.map(
      ({ name, quantity, unit_amount }) =>
        html`<li><span>${name}${quantity > 1 && ` × ${quantity}`}</span><span>${money(unit_amount * quantity, session.currency)}</span></li>`,
    )}</ul>
<p class="quiet">This is the sandbox, not Stripe. No card is charged.</p>
</section>
<section class="card">${session.status === 'open' ? payForm(session, total, said) : closedNote(session)}</section>
</main>`,
    { bare: true },
  )
}

const payForm = (session: Session, total: string, said: string | null): Html => {
  const delayed = delayedTypeOf(session)
  const bank = bankNames[delayed] ?? 'Bank transfer'
  const hasCard = session.payment_method_types.includes('card')
  const hasBank = session.payment_method_types.some((type) => type !== 'card')
  return html`${said && html`<p class="notice bad" role="alert">${said} You were not charged; try again.</p>`}
<form method="post" action="${session.id}" class="pay">
<p><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" value="${session.payer_email ?? session.customer_email ?? ''}" required></p>
<fieldset><legend>Payment method</legend>
${
  hasCard &&
  html`<p><label><input type="radio" name="method" value="card" checked> Card</label></p>
<p><label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" aria-describedby="cards"></p>
<p class="quiet" id="cards">Any valid number pays. 4000 0000 0000 9995 has no funds, 4000 0000 0000 0069 has expired.</p>`
}
${
  hasBank &&
  html`<p><label><input type="radio" name="method" value="delayed"${!hasCard && html` checked`}> ${bank}: paid after ${delayedSeconds / 60} minutes</label></p>
<p><label><input type="radio" name="method" value="delayed_fails"> ${bank}: fails after ${delayedSeconds / 60} minutes</label></p>`
}
</fieldset>
<p><button class="main" name="outcome" value="pay">Pay ${total}</button></p>
${hasCard && html`<p><button name="outcome" value="decline">Card is declined</button></p>`}
${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">← Go back without paying</a></p>`}
</form>`
}

const closedNote = (session: Session): Html => {
  const [title, words] =
    session.status === 'expired'
      ? ['This checkout has ended', 'You were not charged. Request a new checkout from the sender.']
      : session.payment_status === 'paid'
        ? ['Paid', 'Thank you.']
        : ['Processing', 'The bank has not confirmed yet.']
  const back = session.status === 'complete' ? returnUrl(session) : session.cancel_url
  return html`<h2>${title}</h2><p>${words}</p>${back !== null && html`<p><a href="${back}">Back</a></p>`}`
}
