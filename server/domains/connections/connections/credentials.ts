import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { OAuthClient, OAuthGrant } from '#ports/oauth.ts'
import type { ConnectionRow } from './connections.ts'

export type Credentials = Readonly<Record<string, string>>

/** What sealed credentials are bound to: they open for their own connection and no other. */
export const purposeOf = (connectionId: string): string => `connection ${connectionId}`

const CredentialsShape = z.record(z.string(), z.string())

/** The credentials of a connection; none of one that was disconnected. */
export const openCredentials = (vault: Vault, row: Pick<ConnectionRow, 'id' | 'credentials'>): Credentials =>
  row.credentials === null ? {} : CredentialsShape.parse(JSON.parse(vault.open(row.credentials, purposeOf(row.id))))

/** The same; none where they cannot be opened, since the key they were sealed under is lost: they are replaced all the same. */
export const openableCredentials = (vault: Vault, row: Pick<ConnectionRow, 'id' | 'credentials'>): Credentials => {
  try {
    return openCredentials(vault, row)
  } catch {
    return {}
  }
}

export const sealCredentials = (vault: Vault, connectionId: string, credentials: Credentials): string =>
  vault.seal(JSON.stringify(credentials), purposeOf(connectionId))

/** Changes some of the credentials: a token that was renewed, the secret of a webhook. The caller holds the connection. */
export const changeCredentials = async (
  db: Db,
  vault: Vault,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'credentials'>,
  changes: Credentials,
  expiresAt?: Date | null,
): Promise<void> => {
  await db
    .updateTable('connections')
    .set((set) => ({
      credentials: sealCredentials(vault, row.id, { ...openCredentials(vault, row), ...changes }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      version: set('version', '+', 1),
    }))
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .where('status', '<>', 'disconnected')
    .execute()
}

/** What is kept of a grant. */
export const credentialsOf = ({ accessToken, refreshToken, apiBase, server }: Omit<OAuthGrant, 'accountId'>): Credentials => ({
  accessToken,
  ...(refreshToken !== null && { refreshToken }),
  ...(apiBase !== null && { apiBase }),
  ...(server !== null && { server }),
})

/** What is kept of the workspace's own client that a grant was given to; nothing of the operator's. */
export const credentialsOfClient = (client: OAuthClient | null): Credentials =>
  client === null ? {} : { clientId: client.id, clientSecret: client.secret }

/** The client that a connection was made with; null: the operator's. */
export const clientIn = ({ clientId, clientSecret = '' }: Credentials): OAuthClient | null =>
  clientId === undefined ? null : { id: clientId, secret: clientSecret }
