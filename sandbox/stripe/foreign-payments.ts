import type { Form } from '../form.ts'
import type { SimulatorContext } from '../simulators.ts'
import { isTaken, leastOf, mostOf } from './currencies.ts'
import { readSession } from './new-session.ts'
import { shownCharge, shownIntent } from './objects.ts'
import { allow, readMetadata, readWhole } from './parameters.ts'
import { Refused } from './refusals.ts'
import type { Account, Intent } from './rows.ts'
import type { Store } from './store.ts'

/** A card that is charged without a checkout: `POST /v1/payment_intents` with `confirm`, as a shop of one's own does. */
export const chargeDirectly = (store: Store, account: Account, params: Form): Intent => {
  allow(params, 'amount automatic_payment_methods confirm currency description metadata off_session payment_method return_url')
  const { amount, currency, metadata } = params
  for (const param of ['amount', 'currency'] as const)
    if (params[param] === undefined)
      throw new Refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (typeof currency !== 'string' || !isTaken(currency)) throw new Refused('Invalid currency', { param: 'currency' })
  if (params.confirm !== 'true') throw new Refused('The sandbox supports confirm=true only.', { param: 'confirm' })
  const cents = readWhole(amount as string, 'amount', leastOf(currency), mostOf(currency))
  const owned = store.owned(account, 'pi_3')
  const charge = store.charges.put({
    ...store.owned(account, 'ch_3'),
    payment_intent: owned.id,
    amount: cents,
    amount_refunded: 0,
    currency: currency.toLowerCase(),
    status: 'succeeded',
    disputed: false,
    method: 'card',
    last4: '4242',
    email: null,
    failure: null,
    metadata: readMetadata(metadata),
  })
  const intent = store.intents.put({
    ...owned,
    session: null,
    amount: cents,
    amount_received: cents,
    currency: charge.currency,
    status: 'succeeded',
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method_types: ['card'],
    metadata: charge.metadata,
    decided_at: null,
    decision: null,
  })
  store.tell(account, 'charge.succeeded', shownCharge(charge))
  store.tell(account, 'payment_intent.succeeded', shownIntent(intent))
  return intent
}

/**
 * Another program on the same account does its business: a subscription is begun, a card is kept for later, an order is paid by
 * its own kind of checkout, a card is charged without one, half of it goes back, and another charge is disputed and lost.
 */
export const sellElsewhere = (store: Store, context: SimulatorContext, account: Account): void => {
  const price = { currency: 'eur', unit_amount: '1900', product_data: { name: 'Newsletter' }, recurring: { interval: 'month' } }
  const item = { quantity: '1', price_data: price }
  const common = { success_url: 'https://shop.example.com/done', client_reference_id: 'order-1' }
  for (const params of [
    { mode: 'subscription', line_items: [item], ...common },
    { mode: 'setup', currency: 'eur', ...common },
    { mode: 'payment', line_items: [item], metadata: { invoice_id: 'order-1' }, ...common },
  ] satisfies Form[]) {
    const session = store.sessions.put(readSession(params, account, store, context))
    store.pay(session, { kind: 'card', last4: '4242', refused: null }, 'reader@example.com')
  }
  const charge = (amount: string) => {
    const { latest_charge } = chargeDirectly(store, account, { amount, currency: 'eur', confirm: 'true' })
    const found = store.charges.find(latest_charge ?? '')
    if (!found) throw new Error('a charge just created is missing')
    return found
  }
  store.refund(charge('4000'), { amount: 2_000, reason: null, metadata: {} })
  store.closeDispute(store.dispute(charge('5000')), 'lost')
}
