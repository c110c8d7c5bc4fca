import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import type { OAuth, OAuthGrant } from '#ports/oauth.ts'
import { findConnections, findOwnConnections, lockConnection } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { connectionErrors } from './errors.ts'
import { addConnection, replaceCredentials } from './lifecycle.ts'
import { oneConsentAtATime, sealOf, spendFlow } from './oauth-flows.ts'
import { asProviderFailure } from './provider-failures.ts'
import { ProviderName } from './providers.ts'

const Text = z.string().max(4_096)

export const integrationCallback = action({
  name: 'integration-callback',
  summary: 'Complete the OAuth consent of a connection',
  description:
    'Where a service sends the browser back to. A GET shows a page that posts what came; the POST does the work and goes on to Settings → Connections. A program may post the same as JSON, there or to the gateway. What does not belong to a consent that this person began in this browser in the last ten minutes is refused, and nothing is stored.',
  who: 'member',
  transports: ['gateway', 'function'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    state: Text,
    code: Text.optional(),
    iss: Text.optional().describe('The issuer identifier of the service (RFC 9207)'),
    error: Text.optional().describe('Why there is no code'),
  }),
  output: z.object({
    success: z.literal(true),
    connection: z.object({
      id: z.uuid(),
      provider: z.string(),
      mode: z.string(),
      account: z.string(),
      scopes: z.array(z.string()),
    }),
    return_to: z.string().nullable().describe('A path of this app, where the browser goes afterwards'),
  }),
  errors: [
    transportErrors.forbidden,
    connectionErrors.consent_unknown,
    connectionErrors.consent_denied,
    connectionErrors.consent_failed,
    connectionErrors.provider_refuses_client,
    connectionErrors.provider_unreachable,
    connectionErrors.provider_busy,
    connectionErrors.provider_failed,
  ],
  examples: [{ title: 'Complete a consent by hand', input: { state: 'sUqJ3…', code: '4/0AX4XfWh…' } }],

  async run(input, { org, person, ports, vault, within, now, fail, inOrg }) {
    const { id: personId, sessionId } = person
    const flow = await inOrg(({ db }) => spendFlow(db, { orgId: org.id, personId, sessionId }, input.state, now()))
    if (!flow) throw fail('consent_unknown')
    if (flow.owner_id === null && !atLeast(person.role, 'admin')) throw fail('forbidden')
    const provider = ProviderName.parse(flow.provider)
    const mode = z.enum(['live', 'test', 'sandbox']).parse(flow.mode)

    const oauth = ports.oauth.open({ orgId: org.id, connectionId: flow.connection_id, provider, mode })
    const query = Object.fromEntries(Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== undefined))
    const grant = await named(() =>
      oauth.exchange({
        query,
        state: input.state,
        verifier: vault.open(flow.verifier_sealed, sealOf(flow.id)),
        redirectUri: flow.redirect_uri,
      }),
    )
    const { account, accountId } = await named(() => oauth.whose(grant.accessToken)).catch((error: unknown) =>
      forget(oauth, grant, error),
    )

    const scopes = grant.scopes ?? flow.scopes
    const credentials = {
      accessToken: grant.accessToken,
      ...(grant.refreshToken !== null && { refreshToken: grant.refreshToken }),
      accountId,
    }
    const wanted = {
      orgId: org.id,
      provider,
      mode,
      account,
      accountId,
      credentials,
      scopes,
      expiresAt: grant.expiresAt,
      personId,
      ownerId: flow.owner_id,
    }
    const id = await inOrg(async ({ db, enqueue }) => {
      const connecting = { vault, enqueue, within }
      await oneConsentAtATime(db, org.id, provider)
      // By the service's own id: an address can be reassigned, and one person can have several.
      const known = flow.owner_id
        ? await findOwnConnections(db, org.id, provider, flow.owner_id)
        : await findConnections(db, org.id)
      const same = known.find(
        (each) =>
          each.provider === provider &&
          each.mode === mode &&
          (each.account_id ?? openCredentials(vault, each).accountId ?? null) === accountId,
      )
      const held = same && (await lockConnection(db, org.id, same.id))
      if (held && held.status !== 'disconnected') {
        await replaceCredentials(db, connecting, held, wanted)
        return held.id
      }
      await addConnection(db, connecting, { ...wanted, id: flow.connection_id })
      return flow.connection_id
    })
    const connection = { id, provider, mode, account, scopes: [...scopes] }
    return { success: true as const, connection, return_to: flow.return_to }
  },
})

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
