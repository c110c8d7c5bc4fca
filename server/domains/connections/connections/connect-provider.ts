import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { asSecrets } from '#ports/secret.ts'
import { asCredentialsFailure, testConnection } from './connection-tests.ts'
import { type ConnectionMode, connectionOf, findConnection, lockConnection } from './connections.ts'
import { openableCredentials } from './credentials.ts'
import { connectionErrors } from './errors.ts'
import { addConnection, disconnectConnection, replaceCredentials } from './lifecycle.ts'
import { ProviderName, providerOf, readCredentials } from './providers.ts'
import { isSameAccount } from './same-account.ts'
import { Connection, showConnection } from './shown-connections.ts'
import { registerWebhookJob } from './webhooks.ts'

export const connectProvider = action({
  name: 'connect-provider',
  summary: 'Connect a provider account with an API key, or replace the key',
  description:
    'The key is tested with a call that changes nothing; it is stored, encrypted, only if the provider accepts it. A new key of the same account and kind (live or test) replaces the old one: the connection keeps its id, and its webhook its address. A different account (as reported by the provider), or a change from test to live or away from the sandbox, creates a new connection and disconnects the old one. Razorpay does not report the account: a new key belongs to the same account if it can read an order that the old key created.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({
    provider: ProviderName,
    credentials: z.record(z.string().max(100), z.string().max(4_000)).describe('Named as in `fields` of list-connections'),
  }),
  output: z.object({ success: z.literal(true), connection: Connection }),
  errors: [
    transportErrors.missing_field,
    connectionErrors.credentials_malformed,
    connectionErrors.credentials_refused,
    connectionErrors.provider_unreachable,
    connectionErrors.provider_wants_consent,
    connectionErrors.provider_is_crm,
    transportErrors.conflict,
  ],
  examples: [{ title: 'Stripe', input: { provider: 'stripe', credentials: { secretKey: 'sk_test_…' } } }],

  async run({ provider, credentials: given }, { org, person, inOrg, ports, vault, within, settings, newId, now, fail }) {
    if (providerOf(provider).isCrm) throw fail('provider_is_crm', { field: 'provider' })
    if (providerOf(provider).kind === 'oauth') throw fail('provider_wants_consent', { field: 'provider' })
    const credentials = readCredentials(provider, given)

    // Under an id of its own: that these were refused says nothing of those that are stored.
    const id = newId()
    const mode: ConnectionMode = Object.values(credentials).some((text) => /^\w{2,3}_test_/.test(text)) ? 'test' : 'live'
    const tried = await testConnection(ports, {
      orgId: org.id,
      connectionId: id,
      provider,
      mode,
      credentials: asSecrets(credentials),
    }).catch((error: unknown) => {
      throw asCredentialsFailure(error, provider)
    })

    const wanted = {
      orgId: org.id,
      id,
      provider,
      mode: tried.isLive ? ('live' as const) : ('test' as const),
      account: tried.account,
      accountId: tried.accountId,
      credentials,
      personId: person.id,
    }
    const before = await inOrg(({ db }) => connectionOf(db, org.id, provider))
    const found = {
      orgId: org.id,
      connectionId: id,
      provider,
      mode: wanted.mode,
      credentials: asSecrets(credentials),
      tested: tried,
    }
    const isOfSame =
      before?.mode === wanted.mode &&
      (await isSameAccount(before, found, { ports, vault, within, inOrg }).catch((error: unknown) => {
        throw asCredentialsFailure(error, provider)
      }))
    return inOrg(async ({ db, enqueue }) => {
      const connecting = { vault, enqueue, within }
      const latest = await connectionOf(db, org.id, provider)
      const current = latest && (await lockConnection(db, org.id, latest.id))
      // Another account was connected while the provider was called.
      if (current?.id !== before?.id) throw new Failure('conflict')
      const isSame = isOfSame && current !== undefined && current.status !== 'disconnected'
      if (isSame) {
        const { webhookSecret } = openableCredentials(vault, current)
        await replaceCredentials(db, connecting, current, {
          ...wanted,
          credentials: { ...(webhookSecret && { webhookSecret }), ...credentials },
        })
      } else {
        if (current) await disconnectConnection(db, current, connecting, { now: now() })
        if (!(await addConnection(db, connecting, wanted))) throw new Failure('conflict')
      }
      const connectionId = isSame ? current.id : id
      await enqueue(registerWebhookJob, { orgId: org.id, connectionId })
      const row = await findConnection(db, org.id, connectionId)
      if (!row) throw new Error('a connection just written is missing')
      return { success: true as const, connection: showConnection(row, undefined, { ports, vault, settings }) }
    })
  },
})
