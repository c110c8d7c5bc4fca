import { createHash } from 'node:crypto'
import type { Table } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import {
  accountVersion,
  apiVersion,
  shownCharge,
  shownDispute,
  shownEvent,
  shownIntent,
  shownRefund,
  shownSession,
} from './objects.ts'
import { Refused } from './refusals.ts'
import type {
  Account,
  Cause,
  Charge,
  Dispute,
  Event,
  Intent,
  Metadata,
  Owned,
  Refund,
  Session,
  Trouble,
  Way,
  WebhookEndpoint,
} from './rows.ts'

export const byPerson: Cause = { id: null, idempotency_key: null }

/** How long a bank takes to decide, unless a button is clicked: two minutes instead of days. */
export const delayedSeconds = 120

/** The store of every account: its objects, and how each changes. Sends webhooks to registered endpoints. */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const sessions = context.table<Session>('sessions')
  const intents = context.table<Intent>('intents')
  const charges = context.table<Charge>('charges')
  const refunds = context.table<Refund>('refunds')
  const disputes = context.table<Dispute>('disputes')
  const events = context.table<Event>('events')
  const endpoints = context.table<WebhookEndpoint>('endpoints')
  const seconds = (): number => Math.floor(context.now().getTime() / 1_000)
  const owned = (account: Account, prefix: string): Owned => ({
    id: context.newId(prefix),
    account: account.id,
    livemode: account.livemode,
    created: seconds(),
  })
  const accountOf = (thing: Owned): Account => {
    const found = accounts.find(thing.account)
    if (!found) throw new Error('an object without an account')
    return found
  }

  const tell = (account: Account, type: string, object: object, request: Cause = byPerson): void => {
    const listening = endpoints
      .list()
      .filter(
        (each) => each.account === account.id && (each.enabled_events.includes('*') || each.enabled_events.includes(type)),
      )
    const event: Event = { ...owned(account, 'evt_1'), type, object, pending_webhooks: listening.length, request }
    events.put(event)
    for (const { id, url, secret, api_version = apiVersion } of listening) {
      const body = JSON.stringify(shownEvent(event, api_version ?? accountVersion), null, 2)
      context.deliver({ id, url, secret }, { id: event.id, type, body })
    }
  }

  /** The charge of a session's intent, and what the two become by the way the payer chose. */
  const pay = (session: Session, way: Way, email: string | null): Session => {
    if (session.status !== 'open') throw new Refused('This checkout is already closed.')
    const account = accountOf(session)
    if (session.mode === 'setup') {
      const done = sessions.put({ ...session, status: 'complete', payer_email: email })
      tell(account, 'checkout.session.completed', shownSession(done, context.address()))
      return done
    }
    const before = session.payment_intent === null ? undefined : intents.find(session.payment_intent)
    const isNew = before === undefined
    const base: Intent = before ?? {
      ...owned(account, 'pi_3'),
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
    if (isNew) tell(account, 'payment_intent.created', shownIntent(base))

    const refused = way.kind === 'card' ? way.refused : null
    const isPaid = way.kind === 'card' && refused === null
    const charge = charges.put({
      ...owned(account, way.kind === 'card' ? 'ch_3' : 'py_3'),
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
    const intent = intents.put({
      ...base,
      status: isPaid ? 'succeeded' : refused ? 'requires_payment_method' : 'processing',
      amount_received: isPaid ? base.amount : 0,
      latest_charge: charge.id,
      last_payment_error: refused,
      decided_at: way.kind === 'delayed' ? seconds() + delayedSeconds : null,
      decision: way.kind === 'delayed' ? way.decision : null,
    })
    const changed = sessions.put({
      ...session,
      // That of a subscription belongs to its first invoice, and the session does not name it.
      payment_intent: session.mode === 'subscription' ? null : intent.id,
      payer_email: email,
      ...(!refused && { status: 'complete', payment_status: isPaid ? 'paid' : 'unpaid' }),
    })
    if (refused) {
      tell(account, 'charge.failed', shownCharge(charge))
      tell(account, 'payment_intent.payment_failed', shownIntent(intent))
      return changed
    }
    tell(account, isPaid ? 'charge.succeeded' : 'charge.pending', shownCharge(charge))
    tell(account, isPaid ? 'payment_intent.succeeded' : 'payment_intent.processing', shownIntent(intent))
    tell(account, 'checkout.session.completed', shownSession(changed, context.address()))
    return changed
  }

  /** What the bank says of a payment that is on its way. */
  const decide = (intent: Intent, decision: 'succeed' | 'fail'): Intent => {
    const charge = intent.latest_charge === null ? undefined : charges.find(intent.latest_charge)
    const session = intent.session === null ? undefined : sessions.find(intent.session)
    if (intent.status !== 'processing' || !charge) throw new Refused('This payment is not processing.')
    const account = accountOf(intent)
    const failure: Trouble | null =
      decision === 'succeed'
        ? null
        : { code: 'payment_method_provider_decline', decline_code: null, message: 'The customer’s bank declined the payment.' }
    const settled = charges.put({ ...charge, status: failure ? 'failed' : 'succeeded', failure })
    const changed = intents.put({
      ...intent,
      status: failure ? 'requires_payment_method' : 'succeeded',
      amount_received: failure ? 0 : intent.amount,
      last_payment_error: failure,
      decided_at: null,
      decision: null,
    })
    tell(account, failure ? 'charge.failed' : 'charge.succeeded', shownCharge(settled))
    tell(account, failure ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', shownIntent(changed))
    // The oldest checkouts go when there are many.
    if (session) {
      const shown = sessions.put({ ...session, payment_status: failure ? 'unpaid' : 'paid' })
      const type = failure ? 'checkout.session.async_payment_failed' : 'checkout.session.async_payment_succeeded'
      tell(account, type, shownSession(shown, context.address()))
    }
    return changed
  }

  const expire = (session: Session, cause: Cause = byPerson): Session => {
    const expired = sessions.put({ ...session, status: 'expired' })
    tell(accountOf(session), 'checkout.session.expired', shownSession(expired, context.address()), cause)
    return expired
  }

  const refund = (
    charge: Charge,
    wanted: { amount: number | null; reason: string | null; metadata: Metadata },
    cause: Cause = byPerson,
  ): Refund => {
    const left = charge.amount - charge.amount_refunded
    if (charge.status !== 'succeeded') throw new Refused(`Charge ${charge.id} has not been paid and cannot be refunded.`)
    if (left === 0) throw new Refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
    const amount = wanted.amount ?? left
    if (amount > left)
      throw new Refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' })
    const account = accountOf(charge)
    const made = refunds.put({
      ...owned(account, 're_3'),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount,
      currency: charge.currency,
      reason: wanted.reason,
      metadata: wanted.metadata,
    })
    const changed = charges.put({ ...charge, amount_refunded: charge.amount_refunded + amount })
    tell(account, 'refund.created', shownRefund(made), cause)
    tell(account, 'charge.refunded', shownCharge(changed), cause)
    return made
  }

  const dispute = (charge: Charge): Dispute => {
    if (charge.status !== 'succeeded') throw new Refused('Only a payment that succeeded can be disputed.')
    if (charge.disputed) throw new Refused('This payment is already disputed.')
    const account = accountOf(charge)
    const made = disputes.put({
      ...owned(account, 'dp_1'),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount: charge.amount,
      currency: charge.currency,
      status: 'needs_response',
    })
    charges.put({ ...charge, disputed: true })
    tell(account, 'charge.dispute.created', shownDispute(made))
    tell(account, 'charge.dispute.funds_withdrawn', shownDispute(made))
    return made
  }

  const closeDispute = (open: Dispute, status: 'won' | 'lost'): Dispute => {
    if (open.status !== 'needs_response') throw new Refused('This dispute is already closed.')
    const account = accountOf(open)
    const closed = disputes.put({ ...open, status })
    tell(account, 'charge.dispute.closed', shownDispute(closed))
    if (status === 'won') tell(account, 'charge.dispute.funds_reinstated', shownDispute(closed))
    return closed
  }

  /** What time does by itself: sessions end, and banks decide. What the oldest belonged to may be gone. */
  const checkTheClock = (): void => {
    const at = seconds()
    for (const session of sessions.list())
      if (session.status === 'open' && session.expires_at <= at && accounts.find(session.account)) expire(session)
    for (const intent of intents.list()) {
      const isDue = intent.status === 'processing' && intent.decided_at !== null && intent.decided_at <= at
      if (isDue && accounts.find(intent.account) && charges.find(intent.latest_charge ?? ''))
        decide(intent, intent.decision ?? 'succeed')
    }
  }

  return {
    accounts,
    sessions,
    intents,
    charges,
    refunds,
    disputes,
    events,
    endpoints,
    seconds,
    owned,
    tell,
    pay,
    decide,
    expire,
    refund,
    dispute,
    closeDispute,
    checkTheClock,
    /** The account of a secret key; it begins with its first use. `…_key2` and `…_without_…` are other keys of the account of what stands before. */
    enter(key: string): Account {
      const id = `acct_1${createHash('sha256')
        .update(key.replace(/_(key|without_)\w*$/, ''))
        .digest('hex')
        .slice(0, 15)}`
      return (
        accounts.find(id) ??
        accounts.put({
          id,
          livemode: key.startsWith('sk_live_') || key.startsWith('rk_live_'),
          hint: key.slice(-4),
          created: seconds(),
        })
      )
    },
    /** Rows of one account, newest first. */
    of: <Row extends Owned>(table: Table<Row>, account: Account): readonly Row[] =>
      table.list().filter((row) => row.account === account.id),
  }
}
export type Store = ReturnType<typeof openStore>

/** The session's method that is not the card. */
export const delayedTypeOf = ({ payment_method_types }: Session): string =>
  payment_method_types.find((type) => type !== 'card') ?? 'customer_balance'
