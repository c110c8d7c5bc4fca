import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Payments, ProviderBalance } from '#ports/payments.ts'
import { oneLine } from '../answers.ts'
import { fromStripe } from './amounts.ts'
import { apiVersion, type Calls, deniedOn, makeCalls, orNull } from './calls.ts'
import { capture, closeCheckout, findCheckout, findPayment, listCheckouts, openCheckout } from './checkouts.ts'
import { Account, type Amounts, Balance, Endpoint, Endpoints, Removed } from './objects.ts'
import { requireRights } from './rights.ts'
import { wantedEvents } from './webhooks.ts'

/**
 * Stripe by its HTTP API (https://docs.stripe.com/api): a Checkout session for each checkout, with one payment intent in it.
 * Forms with brackets in, JSON out, amounts as Stripe counts them (amounts.ts).
 */
export const stripePayments = ({
  base,
  credentials,
  http,
  now,
}: {
  base: string
  credentials: Readonly<Record<string, string>>
  http: ProviderHttp
  now: () => Date
}): Payments => {
  const { secretKey = '' } = credentials
  const api = makeCalls({ base: base.replace(/\/+$/, ''), secretKey, http, now })

  return {
    provider: 'stripe',
    widget: null,
    canClose: true,

    async test() {
      if (secretKey.startsWith('rk_')) await requireRights(api, credentials.webhookSecret !== undefined)
      return { ...(await ownAccount(api)), isLive: /^[sr]k_live_/.test(secretKey) }
    },

    openCheckout: (wanted) => openCheckout(api, wanted, base),
    findCheckout: (checkoutId) => findCheckout(api, checkoutId),
    findPayment: (paymentId) => findPayment(api, paymentId),
    capture: (payment) => capture(api, payment),
    closeCheckout: (checkoutId) => closeCheckout(api, checkoutId),
    checkReturn: null,
    listCheckouts: (since, cursor) => listCheckouts(api, since, cursor),
    balance: () => balance(api),
    registerWebhook: (url) => registerWebhook(api, url),
  }
}

const ownAccount = async (api: Calls): Promise<{ account: string; accountId: string }> => {
  const asked = api.get('accounts.retrieveCurrent', '/v1/account', Account)
  // A restricted key may seldom read its own account; the refusal names it.
  const account = await asked.catch((error: unknown): z.infer<typeof Account> => {
    const id = deniedOn(error)
    if (id === null) throw error
    return { id }
  })
  const name = account.settings?.dashboard?.display_name || account.business_profile?.name
  const { id } = account
  return { account: name ? `${oneLine(name)} (${id})` : id, accountId: id }
}

const balance = async (api: Calls): Promise<ProviderBalance[]> => {
  const { available, pending } = await api.get('balance.retrieve', '/v1/balance', Balance)
  const currencies = new Set([...available, ...pending].map(({ currency }) => currency))
  const sum = (amounts: Amounts, currency: string): number =>
    amounts.filter((each) => each.currency === currency).reduce((total, { amount }) => total + amount, 0)
  return [...currencies].map((currency) => ({
    currency: currency.toUpperCase(),
    availableMinor: fromStripe(sum(available, currency), currency).amountMinor,
    pendingMinor: fromStripe(sum(pending, currency), currency).amountMinor,
  }))
}

const registerWebhook = async (api: Calls, url: string): Promise<{ readonly secret: string }> => {
  // An earlier one no longer reveals its secret, and would be rejected forever.
  const { data } = await api.get('webhookEndpoints.list', '/v1/webhook_endpoints?limit=100', Endpoints)
  for (const { id } of data.filter((each) => each.url === url))
    await orNull(api.remove('webhookEndpoints.del', `/v1/webhook_endpoints/${encodeURIComponent(id)}`, Removed))
  const form = new URLSearchParams([
    ['url', url],
    ['description', 'Foyer'],
    // Else events come in the version of the account, which may be ten years old.
    ['api_version', apiVersion],
  ])
  for (const type of wantedEvents) form.append('enabled_events[]', type)
  // For the repeats of this one call: with the next there is none any more that it could double.
  const key = `webhook-${randomUUID()}`
  const { secret } = await api.post('webhookEndpoints.create', '/v1/webhook_endpoints', Endpoint, form, key)
  return { secret }
}
