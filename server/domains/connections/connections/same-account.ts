import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { newestOfConnection } from '#domains/business/payments/checkouts.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type ConnectionRow, type Credentials, openCredentials, type UsableConnection, usableOf } from './connections.ts'
import { type Tested, type TestingPorts, testConnection } from './testing.ts'

/**
 * Whether credentials are of the account that is connected, and not of another one: checkouts, the webhook and its secret are that
 * account's, and a key of another one knows nothing of them. By the provider's own id; where it tells none, by what both keys can
 * see. What cannot be proven is another account.
 */
export const isSameAccount = async (
  current: ConnectionRow,
  wanted: UsableConnection & { readonly tested: Tested },
  context: {
    readonly ports: TestingPorts
    readonly vault: Vault
    readonly inOrg: <T>(work: (step: { readonly db: Db }) => Promise<T>) => Promise<T>
  },
): Promise<boolean> => {
  const { tested, provider, credentials } = wanted
  const before = opened(context.vault, current)
  if (tested.accountId !== null) return (await idOf(current, before, context)) === tested.accountId
  // What is asked of a model belongs to nobody's account.
  if (provider !== 'razorpay') return true
  if (before.keyId === credentials.keyId) return true
  const checkout = await context.inOrg(({ db }) => newestOfConnection(db, current.org_id, current.id))
  if (!checkout?.provider_checkout_id) return false
  const found = await context.ports.payments.open({ ...wanted, provider }).findCheckout(checkout.provider_checkout_id)
  return found !== null
}

/** As it was noted, as its credentials have it, or as the provider says that is asked with the old key. */
const idOf = async (
  row: ConnectionRow,
  credentials: Credentials,
  { ports, vault }: { readonly ports: TestingPorts; readonly vault: Vault },
): Promise<string | null> => {
  if (row.account_id !== null) return row.account_id
  const { accountSid, businessAccountId, phoneNumberId } = credentials
  if (accountSid) return accountSid
  if (businessAccountId && phoneNumberId) return `${businessAccountId}/${phoneNumberId}`
  try {
    const usable = usableOf(vault, row)
    return usable && (await testConnection(ports, usable)).accountId
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/** What was sealed under a key that is lost is nobody's. */
const opened = (vault: Vault, row: ConnectionRow): Credentials => {
  try {
    return openCredentials(vault, row)
  } catch {
    return {}
  }
}
