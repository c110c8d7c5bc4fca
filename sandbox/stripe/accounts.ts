import type { Api } from './calls.ts'
import { disputeFee } from './disputes.ts'
import { missing } from './refusals.ts'
import type { Account } from './rows.ts'
import type { Store } from './store.ts'

// https://docs.stripe.com/api/accounts and https://docs.stripe.com/api/balance

export const serveAccounts = (api: Api, store: Store): void => {
  api.get('/balance', ({ account }) => balanceOf(account, store))
  api.get('/account', ({ account }) => shownAccount(account))
  api.get('/accounts/:id', ({ account, id }) => {
    if (id !== account.id) throw missing('account', id, 'account')
    return shownAccount(account)
  })
}

/** What Stripe holds before it pays out; the sandbox never does, and takes no fees. Card money is available at once. */
const balanceOf = (account: Account, store: Store): object => {
  const available = new Map<string, number>()
  const pending = new Map<string, number>()
  const add = (to: Map<string, number>, currency: string, amount: number): void => {
    to.set(currency, (to.get(currency) ?? 0) + amount)
  }
  for (const charge of store.of(store.charges, account)) {
    if (charge.status === 'succeeded') add(available, charge.currency, charge.amount - charge.amount_refunded)
    if (charge.status === 'pending') add(pending, charge.currency, charge.amount)
  }
  for (const dispute of store.of(store.disputes, account))
    add(available, dispute.currency, -disputeFee - (dispute.status === 'won' ? 0 : dispute.amount))
  const shown = (money: Map<string, number>, other: Map<string, number>) =>
    [...new Set([...money.keys(), ...other.keys()])].map((currency) => ({
      amount: money.get(currency) ?? 0,
      currency,
      source_types: { card: money.get(currency) ?? 0 },
    }))
  const none = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }]
  return {
    object: 'balance',
    available: available.size + pending.size === 0 ? none : shown(available, pending),
    livemode: account.livemode,
    pending: available.size + pending.size === 0 ? none : shown(pending, available),
  }
}

const shownAccount = (account: Account): object => ({
  id: account.id,
  object: 'account',
  business_profile: { mcc: null, name: nameOf(account), product_description: null, support_email: null, url: null },
  business_type: 'company',
  charges_enabled: true,
  country: 'US',
  created: account.created,
  default_currency: 'usd',
  details_submitted: true,
  email: 'owner@example.com',
  payouts_enabled: true,
  settings: { dashboard: { display_name: nameOf(account), timezone: 'Etc/UTC' } },
  type: 'standard',
})

export const nameOf = (account: Account): string => `Sandbox …${account.hint}`
