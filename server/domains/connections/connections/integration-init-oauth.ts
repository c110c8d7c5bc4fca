import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { connectionOf } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { beginFlow, callbackPath, isOwnPath } from './oauth-flows.ts'
import { ProviderName, providerOf } from './providers.ts'

/** RFC 6749, 3.3: what a scope may look like. */
const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/, 'is not a scope')

export const integrationInitOAuth = action({
  name: 'integration-init-oauth',
  summary: 'Begin to connect an account by consent',
  description:
    'Redirect the user to `authorizeUrl`. The service redirects back to `/functions/v1/integration-callback`, which stores the tokens and continues to Settings → Connections. `state` is valid once, for ten minutes, for the same user in the same browser. Without `scopes`, those that Foyer uses are requested; the scopes that identify the account are always included.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    provider: ProviderName,
    orgId: z.uuid(),
    userId: z.uuid().describe('The caller’s own id: a user can only consent for themselves'),
    scopes: z.array(Scope).max(50).optional(),
    wants: z
      .array(z.enum(['documents']))
      .max(1)
      .optional()
      .describe('A use in place of `scopes`: its own are asked for beside those that the account has allowed already'),
    returnTo: z
      .string()
      .trim()
      .max(500)
      .optional()
      .describe('A path of this app, where the browser goes afterwards; Settings → Connections without one'),
  }),
  output: z.object({ authorizeUrl: z.url(), state: z.string() }),
  errors: [
    ...[transportErrors.foreign_person, connectionErrors.provider_wants_key, connectionErrors.provider_not_set_up],
    ...[connectionErrors.consent_step_unknown, connectionErrors.return_address_invalid],
  ],
  examples: [
    {
      title: 'The right to copy Google Docs, beside what is allowed already',
      input: {
        ...{ provider: 'google', wants: ['documents'], returnTo: '/settings/templates/new?from=google' },
        ...{ orgId: '01980000-0000-7000-8000-000000000000', userId: '01980000-0000-7000-8000-000000000000' },
      },
    },
    {
      title: 'The caller’s mail and calendar',
      input: {
        provider: 'google',
        orgId: '01980000-0000-7000-8000-000000000000',
        userId: '01980000-0000-7000-8000-000000000000',
      },
    },
  ],

  async run({ provider, userId, scopes, wants, returnTo }, { db, org, person, ports, vault, settings, now, newId, fail }) {
    if (userId !== person.id) throw fail('foreign_person', { field: 'userId' })
    if (providerOf(provider).kind !== 'oauth') throw fail('provider_wants_key')
    const mode = ports.oauth.modeOf(provider)
    if (mode === null) throw fail('provider_not_set_up')
    if (returnTo !== undefined && !isOwnPath(returnTo, settings.publicUrl))
      throw fail('return_address_invalid', { field: 'returnTo' })
    const ofStep = wants?.includes('documents') ? providerOf(provider).oauth?.service.scopesOfDocuments : []
    if (ofStep === undefined) throw fail('consent_step_unknown', { field: 'wants' })
    // What the account has allowed already is not to be lost with another consent of it.
    const before = ofStep.length > 0 ? ((await connectionOf(db, org.id, provider))?.scopes ?? []) : undefined

    const connectionId = newId()
    const oauth = ports.oauth.open({ orgId: org.id, connectionId, provider, mode })
    const wanted = [...new Set([...oauth.scopesAlways, ...(before ? [...before, ...ofStep] : (scopes ?? oauth.scopesUsual))])]
    const redirectUri = `${settings.publicUrl}${callbackPath}`
    const flow = await beginFlow(db, vault, {
      orgId: org.id,
      personId: person.id,
      sessionId: person.sessionId,
      id: newId(),
      connectionId,
      provider,
      mode,
      redirectUri,
      scopes: wanted,
      ...(returnTo !== undefined && { returnTo }),
      now: now(),
    })
    return { authorizeUrl: await oauth.authorizeUrl({ ...flow, redirectUri, scopes: wanted }), state: flow.state }
  },
})
