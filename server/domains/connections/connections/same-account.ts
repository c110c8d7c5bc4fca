import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { findProvider } from '#ports/providers.ts'
import { type Tested, type TestingPorts, testConnection } from './connection-tests.ts'
import type { ConnectionRow } from './connections.ts'
import { type Credentials, openableCredentials } from './credentials.ts'
import { knownCheckout } from './moments.ts'
import { type UsableConnection, usableOf } from './usable-connections.ts'
import { sendsWebhooks } from './webhooks.ts'

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
    readonly within: Within
    readonly inOrg: <T>(work: (step: { readonly db: Db }) => Promise<T>) => Promise<T>
  },
): Promise<boolean> => {
  const { tested, provider, credentials } = wanted
  const before = openableCredentials(context.vault, current)
  if (tested.accountId !== null) return (await idOf(current, before, context)) === tested.accountId
  // An AI provider reports no account, and nothing depends on it.
  if (!sendsWebhooks(provider)) return true
  if (before.keyId === credentials.keyId?.reveal()) return true
  const checkouts = await context.inOrg(({ db }) =>
    context.within(db, current.org_id, knownCheckout, { connectionId: current.id, provider }),
  )
  const checkoutId = checkouts.find((each) => each !== null)
  if (!checkoutId) return false
  return (await context.ports.payments.open({ ...wanted, provider }).findCheckout(checkoutId)) !== null
}

/** As it was noted, as its credentials have it, or as the provider says that is asked with the old key. */
const idOf = async (
  row: ConnectionRow,
  credentials: Credentials,
  { ports, vault }: { readonly ports: TestingPorts; readonly vault: Vault },
): Promise<string | null> => {
  if (row.account_id !== null) return row.account_id
  const said = findProvider(row.provider)?.accountIdIn?.(credentials) ?? null
  if (said !== null) return said
  try {
    const usable = usableOf(vault, row)
    return usable && (await testConnection(ports, usable)).accountId
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}
