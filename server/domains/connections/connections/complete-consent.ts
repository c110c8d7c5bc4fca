import { z } from 'zod'
import { atLeast } from '#core/actions/caller.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import type { OAuth, OAuthGrant } from '#ports/oauth.ts'
import { shape } from '#shapes'
import { credentialsOf, credentialsOfClient } from './credentials.ts'
import { connectionErrors } from './errors.ts'
import { ownClient } from './oauth-clients.ts'
import { sealOf, spendFlow } from './oauth-flows.ts'
import { asProviderFailure } from './provider-failures.ts'
import { ProviderName } from './providers.ts'
import { storeConnection } from './store-connection.ts'

const Text = z.string().max(4_096)

/** What every service sends back. */
export const ConsentAnswer = z.object({
  state: Text,
  code: Text.optional(),
  iss: Text.optional().describe('The issuer identifier of the service (RFC 9207)'),
  error: Text.optional().describe('Why there is no code'),
})

/** What a consent ended in. */
export const Consented = z.object({
  success: z.literal(true),
  connection: shape('ConsentedConnection', {
    id: z.uuid(),
    provider: z.string(),
    mode: z.string(),
    account: z.string(),
    scopes: z.array(z.string()),
  }),
  return_to: z.string().nullable().describe('A path of this app, where the browser goes afterwards'),
})

export const consentErrors = [
  transportErrors.forbidden,
  connectionErrors.consent_unknown,
  connectionErrors.consent_denied,
  connectionErrors.consent_failed,
  connectionErrors.provider_refuses_client,
  connectionErrors.provider_unreachable,
  connectionErrors.provider_busy,
  connectionErrors.provider_failed,
]

/**
 * Ends a consent that this person began in this browser, with `path` as the address to come back to: trades the code, and stores the
 * tokens in the connection of that account. Throws the failures of `consentErrors`; then nothing is stored.
 */
export const completeConsent = async (
  input: Readonly<Record<string, string | undefined>> & { readonly state: string },
  { org, person, ports, vault, within, settings, now, inOrg }: PersonAskingContext,
  path: string,
): Promise<z.output<typeof Consented>> => {
  const who = { orgId: org.id, personId: person.id, sessionId: person.sessionId }
  const redirectUri = `${settings.publicUrl}${path}`
  const { flow, client } = await inOrg(async ({ db }) => {
    const spent = await spendFlow(db, who, { state: input.state, redirectUri }, now())
    return { flow: spent, client: spent ? await ownClient(db, vault, org.id, spent.provider) : null }
  })
  // A code is good for the client that the person was sent there with: another one was saved meanwhile.
  if (!flow || flow.client_id !== (client?.id ?? null)) throw new Failure(connectionErrors.consent_unknown)
  if (flow.owner_id === null && !atLeast(person.role, 'admin')) throw new Failure('forbidden')
  const provider = ProviderName.parse(flow.provider)
  const mode = z.enum(['live', 'test', 'sandbox']).parse(flow.mode)

  const asked = { orgId: org.id, connectionId: flow.connection_id, provider, mode, client, server: flow.server }
  const query = Object.fromEntries(Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== undefined))
  const verifier = vault.open(flow.verifier_sealed, sealOf(flow.id))
  const exchanged = { query, state: input.state, verifier, redirectUri: flow.redirect_uri }
  const grant = await named(() => ports.oauth.open(asked).exchange(exchanged))
  const { server } = grant
  const oauth = ports.oauth.open({ ...asked, apiBase: grant.apiBase, server, accountId: grant.accountId })
  const { account, accountId, apiBase } = await named(() => oauth.whose(grant.accessToken)).catch((error: unknown) =>
    forget(oauth, grant, error),
  )

  const scopes = grant.scopes ?? flow.scopes
  const credentials = { ...credentialsOf({ ...grant, apiBase }), ...credentialsOfClient(client), accountId }
  const wanted = {
    ...{ orgId: org.id, provider, kind: 'oauth' as const, mode, account, accountId, credentials, scopes },
    ...{ expiresAt: grant.expiresAt, personId: person.id, ownerId: flow.owner_id, id: flow.connection_id },
  }
  const { id } = await inOrg(({ db, enqueue }) => storeConnection(db, { vault, enqueue, within }, wanted))
  const connection = { id, provider, mode, account, scopes: [...scopes] }
  return { success: true as const, connection, return_to: flow.return_to }
}

/** Tokens without a holder are revoked, if the service can be reached. */
const forget = async (oauth: OAuth, grant: OAuthGrant, error: unknown): Promise<never> => {
  await oauth.revoke(grant).catch(() => {})
  throw error
}

const named = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asProviderFailure(error, {
      codes: { refused: connectionErrors.consent_failed },
      message: ({ reason }) => reason,
    })
  }
}
