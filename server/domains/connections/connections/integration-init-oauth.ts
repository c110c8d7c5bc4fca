import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { beginConsent, ConsentBegun, modeOfConsent, ReturnTo } from './begin-consent.ts'
import { connectionOf } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { callbackPath } from './oauth-flows.ts'
import { ProviderName, providerOf } from './providers.ts'

/** RFC 6749, 3.3: what a scope may look like. */
const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/, 'is not a scope')

/** Where a service has the scopes of each step. */
const stepScopes = { documents: 'scopesOfDocuments', reviews: 'scopesOfReviews' } as const

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
      .array(z.enum(['documents', 'reviews']))
      .max(1)
      .optional()
      .describe('A use in place of `scopes`: its own are asked for beside those that the account has allowed already'),
    returnTo: ReturnTo.optional().describe(
      'A path of this app, where the browser goes afterwards; Settings → Connections without one',
    ),
  }),
  output: ConsentBegun,
  errors: [
    ...[transportErrors.foreign_person, connectionErrors.provider_wants_key, connectionErrors.provider_not_set_up],
    ...[connectionErrors.consent_step_unknown, connectionErrors.return_address_invalid, connectionErrors.provider_is_crm],
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

  async run({ provider, userId, scopes, wants, returnTo }, context) {
    const { db, org, person, fail } = context
    if (userId !== person.id) throw fail('foreign_person', { field: 'userId' })
    const { kind, isCrm, oauth } = providerOf(provider)
    if (kind !== 'oauth') throw fail('provider_wants_key')
    if (isCrm) throw fail('provider_is_crm', { field: 'provider' })
    const mode = modeOfConsent(context, provider)
    const ofStep = wants?.[0] === undefined ? [] : oauth?.service[stepScopes[wants[0]]]
    if (ofStep === undefined) throw fail('consent_step_unknown', { field: 'wants' })
    // What the account has allowed already is not to be lost with another consent of it.
    const before = ofStep.length > 0 ? ((await connectionOf(db, org.id, provider))?.scopes ?? []) : undefined
    const asked = before ? [...before, ...ofStep] : (scopes ?? null)
    return beginConsent(context, { provider, mode, path: callbackPath, scopes: asked, returnTo })
  },
})
