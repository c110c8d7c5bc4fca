import { makeVault } from '#core/vault.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { type Credentials, openCredentials } from '#domains/connections/connections/credentials.ts'
import type { ProviderName } from '#domains/connections/connections/providers.ts'
import type { TestApp } from './app.ts'

/** The key of test/support/app.ts. */
const vault = makeVault(Buffer.alloc(32, 7))

/** What a workspace is connected to a provider with. */
export const credentialsOf = (app: Pick<TestApp, 'database'>, orgId: string, provider: ProviderName): Promise<Credentials> =>
  app.database.inOrg(orgId, async (db) => {
    const row = await connectionOf(db, orgId, provider)
    if (!row) throw new Error(`${provider} is not connected`)
    return openCredentials(vault, row)
  })
