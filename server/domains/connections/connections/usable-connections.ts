import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Vault } from '#core/vault.ts'
import { asSecrets, type Secret } from '#ports/secret.ts'
import { ConnectionMode, type ConnectionRow, connectionOf } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { type Connecting, connectSandbox } from './lifecycle.ts'
import type { ProviderName } from './providers.ts'

/** A connection ready for use: what a provider's folder is opened with. */
export interface UsableConnection<Name extends string = string> {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: Name
  readonly mode: ConnectionMode
  readonly credentials: Readonly<Record<string, Secret>>
}

/**
 * A row with its credentials decrypted; null if it is disconnected, needs a new consent, or belongs to the
 * sandbox while that is off. For inbound requests and for display; workers use `workingOf`.
 */
export const usableOf = (vault: Vault, row: ConnectionRow): UsableConnection | null =>
  row.status === 'disconnected' || row.status === 'needs_reauth' || isResting(row)
    ? null
    : {
        orgId: row.org_id,
        connectionId: row.id,
        provider: row.provider,
        mode: ConnectionMode.parse(row.mode),
        credentials: asSecrets(openCredentials(vault, row)),
      }

/** Of the sandbox, while that is off, or until it has random secrets. */
export const isResting = (row: Pick<ConnectionRow, 'status' | 'is_off' | 'has_known_secrets'>): boolean =>
  row.status !== 'disconnected' && (row.is_off || row.has_known_secrets)

/** The same for work: what cannot be done while the sandbox is off is said, and a job waits (`core/waiting.ts`). */
export const workingOf = (vault: Vault, row: ConnectionRow): UsableConnection | null => {
  if (isResting(row)) throw new Failure('sandbox_is_off')
  return usableOf(vault, row)
}

/**
 * A connection that was disconnected while checkouts of it could be paid, as long as its key is kept, as if it were connected: for
 * what asks what became of them and ends them, and never for anything new. Any other one is as it is.
 */
export const asWatched = (row: ConnectionRow): ConnectionRow =>
  row.status === 'disconnected' && row.watched_until !== null ? { ...row, status: 'connected' } : row

interface Using extends Connecting {
  readonly settings: { readonly hasSandbox: boolean }
}

/**
 * What an organization reaches a provider with. Where the sandbox is on and nothing is connected, that is a connection of the
 * sandbox, made here with its first use. Never when something else is connected, whatever state that is in: real money does not
 * turn into pretended money by itself. Null where nothing can be used, `sandbox_is_off` where only that stands in the way. Writes, so not for a transaction that only reads.
 */
export const usableConnection = async <Name extends ProviderName>(
  db: Db,
  orgId: string,
  provider: Name,
  { settings, ...connecting }: Using,
): Promise<UsableConnection<Name> | null> => {
  const row =
    (await connectionOf(db, orgId, provider)) ??
    (settings.hasSandbox ? await connectSandbox(db, orgId, provider, null, connecting) : undefined)
  return row ? (workingOf(connecting.vault, row) as UsableConnection<Name> | null) : null
}
