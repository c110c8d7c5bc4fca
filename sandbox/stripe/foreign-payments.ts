import type { Form } from '../form.ts'
import type { SimulatorContext } from '../simulators.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { readSession } from './new-session.ts'
import { chargeDirectly } from './payment-intents.ts'
import { pay } from './payments.ts'
import { createRefund } from './refunds.ts'
import type { Account } from './rows.ts'
import type { Store } from './store.ts'

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
    pay(store, session, { kind: 'card', last4: '4242', refused: null }, 'reader@example.com')
  }
  const charge = (amount: string) => {
    const { latest_charge } = chargeDirectly(store, account, { amount, currency: 'eur', confirm: 'true' })
    const found = store.charges.find(latest_charge ?? '')
    if (!found) throw new Error('a charge just created is missing')
    return found
  }
  createRefund(store, charge('4000'), { amount: 2_000, reason: null, metadata: {} })
  closeDispute(store, openDispute(store, charge('5000')), 'lost')
}
