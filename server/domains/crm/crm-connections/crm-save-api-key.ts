import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { revokeGrant } from '#domains/connections/connections/access-tokens.ts'
import { asCredentialsFailure, testConnection } from '#domains/connections/connections/connection-tests.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { type ProviderName, providerOf, readCredentials } from '#domains/connections/connections/providers.ts'
import { storeConnection } from '#domains/connections/connections/store-connection.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asSecrets } from '#ports/secret.ts'
import { knownHost } from '#shapes/known-hosts.ts'
import { CrmProvider } from './crm-providers.ts'

export const crmSaveApiKey = action({
  name: 'crm-save-api-key',
  summary: 'Connect a CRM with an API key, or replace the key',
  description:
    'HubSpot takes the access token of a private app, Pipedrive an API token; Salesforce and Zoho are connected with crm-init-oauth. Blanks and newlines around the key are removed. The key is tried with a call that changes nothing, and stored, encrypted, only if the CRM accepts it. A key of an account that is connected already, with a key or by consent, takes the place of its credentials; a key of another account creates another connection.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    provider: CrmProvider,
    orgId: z.uuid(),
    userId: z.uuid().describe('The caller’s own id'),
    apiKey: z.string().min(1).max(4_000),
    instanceDomain: z
      .string()
      .max(253)
      .optional()
      .describe('Pipedrive: the host of the company, such as company.pipedrive.com. A host name and nothing else'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.missing_field,
    transportErrors.foreign_person,
    connectionErrors.provider_wants_consent,
    connectionErrors.credentials_malformed,
    connectionErrors.credentials_refused,
    connectionErrors.provider_unreachable,
  ],
  examples: [
    {
      title: 'Pipedrive',
      input: {
        provider: 'pipedrive',
        orgId: '01980000-0000-7000-8000-000000000000',
        userId: '01980000-0000-7000-8000-000000000001',
        apiKey: '4a1f…',
        instanceDomain: 'company.pipedrive.com',
      },
    },
  ],

  async run({ provider, userId, apiKey, instanceDomain }, { org, person, inOrg, ports, vault, within, log, newId, fail }) {
    if (userId !== person.id) throw fail('foreign_person', { field: 'userId' })
    if (providerOf(provider).fields.length === 0) throw fail('provider_wants_consent', { field: 'provider' })
    const { apiKey: key = '' } = readCredentials(provider, { apiKey })
    const apiBase = instanceDomain === undefined ? null : baseOf(provider, instanceDomain)
    const given = { apiKey: key, ...(apiBase !== null && { apiBase }) }

    // Under an id of its own: that this key was refused says nothing of one that is stored.
    const asked = { orgId: org.id, connectionId: newId(), provider, mode: ports.crm.modeOfKeys(provider) }
    const tried = await testConnection(ports, { ...asked, credentials: asSecrets(given) }).catch((error: unknown) => {
      throw asCredentialsFailure(error, provider)
    })
    const { account, accountId } = tried
    if (accountId === null) throw new Error(`${provider} does not say whose a key is`)

    const wanted = {
      ...{ orgId: org.id, id: asked.connectionId, provider, kind: 'key' as const, mode: asked.mode, account, accountId },
      ...{ credentials: { ...given, accountId }, scopes: [], expiresAt: null, personId: person.id, ownerId: null },
    }
    const replaced = await inOrg(({ db, enqueue }) => storeConnection(db, { vault, enqueue, within }, wanted))
    // Tokens that a key took the place of have no holder any more.
    if (replaced.before?.kind === 'oauth')
      await revokeGrant({ ports, vault }, replaced.before).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        log.warn({ connection_id: replaced.id, kind: error.kind }, 'a consent could not be revoked at its service')
      })
    return { success: true as const }
  },
})

/** The API at the host of a company. Refused before anything is sent: `known-hosts.ts` says what else a host can be (P32). */
const baseOf = (provider: ProviderName, instanceDomain: string): string => {
  const host = knownHost(instanceDomain, providerOf(provider).oauth?.service.api?.hosts ?? [])
  if (host === null)
    throw new Failure(connectionErrors.credentials_malformed, {
      message: `This is no host of ${providerOf(provider).title}.`,
      field: 'instanceDomain',
    })
  return `https://${host}`
}
