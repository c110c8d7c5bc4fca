import { shownCharge } from './charges.ts'
import { expire, shownSession } from './checkout-sessions.ts'
import { emit } from './events.ts'
import { shownIntent } from './payment-intents.ts'
import { Refused } from './refusals.ts'
import type { Intent, Session, Trouble, Way } from './rows.ts'
import type { Store } from './store.ts'

/** How long a bank takes to decide, unless a button is clicked: two minutes instead of days. */
export const delayedSeconds = 120

/** The session's method that is not the card. */
export const delayedTypeOf = ({ payment_method_types }: Session): string =>
  payment_method_types.find((type) => type !== 'card') ?? 'customer_balance'

/** The charge of a session's intent, and what the two become by the way the payer chose. */
export const pay = (store: Store, session: Session, way: Way, email: string | null): Session => {
  if (session.status !== 'open') throw new Refused('This checkout is already closed.')
  const account = store.accountOf(session)
  if (session.mode === 'setup') {
    const done = store.sessions.put({ ...session, status: 'complete', payer_email: email })
    emit(store, account, 'checkout.session.completed', shownSession(done, store.address()))
    return done
  }
  const before = session.payment_intent === null ? undefined : store.intents.find(session.payment_intent)
  const isNew = before === undefined
  const base: Intent = before ?? {
    ...store.owned(account, 'pi_3'),
    session: session.id,
    amount: session.amount_total,
    amount_received: 0,
    currency: session.currency,
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
    payment_method_types: session.payment_method_types,
    metadata: session.intent_metadata,
    decided_at: null,
    decision: null,
  }
  if (isNew) emit(store, account, 'payment_intent.created', shownIntent(base))

  const refused = way.kind === 'card' ? way.refused : null
  const isPaid = way.kind === 'card' && refused === null
  const charge = store.charges.put({
    ...store.owned(account, way.kind === 'card' ? 'ch_3' : 'py_3'),
    payment_intent: base.id,
    amount: base.amount,
    amount_refunded: 0,
    currency: base.currency,
    status: isPaid ? 'succeeded' : refused ? 'failed' : 'pending',
    disputed: false,
    method: way.kind === 'card' ? 'card' : delayedTypeOf(session),
    last4: way.kind === 'card' ? way.last4 : '3201',
    email,
    failure: refused,
    metadata: base.metadata,
  })
  const intent = store.intents.put({
    ...base,
    status: isPaid ? 'succeeded' : refused ? 'requires_payment_method' : 'processing',
    amount_received: isPaid ? base.amount : 0,
    latest_charge: charge.id,
    last_payment_error: refused,
    decided_at: way.kind === 'delayed' ? store.seconds() + delayedSeconds : null,
    decision: way.kind === 'delayed' ? way.decision : null,
  })
  const changed = store.sessions.put({
    ...session,
    // That of a subscription belongs to its first invoice, and the session does not name it.
    payment_intent: session.mode === 'subscription' ? null : intent.id,
    payer_email: email,
    ...(!refused && { status: 'complete', payment_status: isPaid ? 'paid' : 'unpaid' }),
  })
  if (refused) {
    emit(store, account, 'charge.failed', shownCharge(charge))
    emit(store, account, 'payment_intent.payment_failed', shownIntent(intent))
    return changed
  }
  emit(store, account, isPaid ? 'charge.succeeded' : 'charge.pending', shownCharge(charge))
  emit(store, account, isPaid ? 'payment_intent.succeeded' : 'payment_intent.processing', shownIntent(intent))
  emit(store, account, 'checkout.session.completed', shownSession(changed, store.address()))
  return changed
}

/** What the bank says of a payment that is on its way. */
export const decide = (store: Store, intent: Intent, decision: 'succeed' | 'fail'): Intent => {
  const charge = intent.latest_charge === null ? undefined : store.charges.find(intent.latest_charge)
  const session = intent.session === null ? undefined : store.sessions.find(intent.session)
  if (intent.status !== 'processing' || !charge) throw new Refused('This payment is not processing.')
  const account = store.accountOf(intent)
  const failure: Trouble | null =
    decision === 'succeed'
      ? null
      : { code: 'payment_method_provider_decline', decline_code: null, message: 'The customer’s bank declined the payment.' }
  const settled = store.charges.put({ ...charge, status: failure ? 'failed' : 'succeeded', failure })
  const changed = store.intents.put({
    ...intent,
    status: failure ? 'requires_payment_method' : 'succeeded',
    amount_received: failure ? 0 : intent.amount,
    last_payment_error: failure,
    decided_at: null,
    decision: null,
  })
  emit(store, account, failure ? 'charge.failed' : 'charge.succeeded', shownCharge(settled))
  emit(store, account, failure ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', shownIntent(changed))
  // The oldest checkouts go when there are many.
  if (session) {
    const shown = store.sessions.put({ ...session, payment_status: failure ? 'unpaid' : 'paid' })
    const type = failure ? 'checkout.session.async_payment_failed' : 'checkout.session.async_payment_succeeded'
    emit(store, account, type, shownSession(shown, store.address()))
  }
  return changed
}

/** What time does by itself: sessions end, and banks decide. What the oldest belonged to may be gone. */
export const checkTheClock = (store: Store): void => {
  const at = store.seconds()
  for (const session of store.sessions.list())
    if (session.status === 'open' && session.expires_at <= at && store.accounts.find(session.account)) expire(store, session)
  for (const intent of store.intents.list()) {
    const isDue = intent.status === 'processing' && intent.decided_at !== null && intent.decided_at <= at
    if (isDue && store.accounts.find(intent.account) && store.charges.find(intent.latest_charge ?? ''))
      decide(store, intent, intent.decision ?? 'succeed')
  }
}
