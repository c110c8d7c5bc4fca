import { Refused } from './refusals.ts'
import type { Account } from './rows.ts'

/** The key of `Bearer …`, or the user name of Basic, as curl sends it. */
export const keyOf = (header: string | undefined): string => {
  const bearer = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
  const basic = /^Basic\s+([\w+/=-]+)$/i.exec(header ?? '')?.[1]
  const key = bearer ?? (basic && Buffer.from(basic, 'base64').toString('utf8').split(':')[0])
  if (!key)
    throw new Refused(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    )
  if (!/^[sr]k_(test|live)_\w{1,200}$/.test(key))
    throw new Refused(`Invalid API Key provided: ${'*'.repeat(8)}${key.slice(-4)}`, { status: 401 })
  return key
}

/** What each part of the API asks of a restricted key: https://docs.stripe.com/keys#limit-access */
const rightsOf: readonly (readonly [path: string, right: string])[] = [
  ['/v1/checkout/sessions', 'checkout_session'],
  ['/v1/payment_intents', 'payment_intent'],
  ['/v1/charges', 'charge'],
  ['/v1/refunds', 'refund'],
  ['/v1/disputes', 'dispute'],
  ['/v1/balance', 'balance'],
  ['/v1/events', 'event'],
  ['/v1/webhook_endpoints', 'webhook'],
]

/**
 * A key that begins with rk_ has every right but those that it names, `rk_test_…_without_dispute_read_without_webhook_write`, and but
 * for its own account, which restricted keys are told only by being refused. Who may not read may not write either.
 */
export const requireRight = (key: string, account: Account, method: string, url: string): void => {
  if (!key.startsWith('rk_')) return
  const path = url.slice(url.indexOf('/v1/')).split('?')[0] ?? ''
  const kind = method === 'GET' ? 'read' : 'write'
  const name = rightsOf.find(([begin]) => path.startsWith(begin))?.[1]
  const lacks = key.split('_without_').slice(1)
  const isLacking = lacks.includes(`${name}_${kind}`) || lacks.includes(`${name}_read`)
  const right = path.startsWith('/v1/account') ? 'accounts_kyc_basic_read' : isLacking ? `${name}_${kind}` : null
  if (right === null) return
  const shown = `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`
  throw new Refused(
    `The provided key '${shown}' does not have the required permissions for this endpoint on account '${account.id}'. Having the 'rak_${right}' permission would allow this request to continue.`,
    { status: 403 },
  )
}
