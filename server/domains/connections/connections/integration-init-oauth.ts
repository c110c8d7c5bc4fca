import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { PersonContext } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { beginConsent, ConsentBegun, ConsentEnvironment, clientOfConsent, ReturnTo } from './begin-consent.ts'
import { connectionOf } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { callbackPath } from './oauth-flows.ts'
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
      .array(z.enum(['documents', 'reviews', 'task']))
      .max(1)
      .optional()
      .describe(
        'A use in place of `scopes`: its own are asked for beside those that the account has allowed already. `task`: what save-service-rule has the service do',
      ),
    instance: z
      .string()
      .trim()
      .max(63)
      .optional()
      .describe('Of a service where each account has an address of its own, the name in it: `shop` of shop.myshopify.com'),
    environment: ConsentEnvironment.default('production').describe(
      '`sandbox`: a developer account of DocuSign. Other services have none',
    ),
    returnTo: ReturnTo.optional().describe(
      'A path of this app, where the browser goes afterwards; Settings → Connections without one',
    ),
  }),
  output: ConsentBegun,
  errors: [
    ...[transportErrors.missing_field, connectionErrors.instance_invalid],
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

  async run({ provider, userId, scopes, wants, instance, environment, returnTo }, context) {
    const { db, org, person, fail } = context
    if (userId !== person.id) throw fail('foreign_person', { field: 'userId' })
    const { kind, isCrm, oauth, does } = providerOf(provider)
    if (kind !== 'oauth') throw fail('provider_wants_key')
    if (isCrm) throw fail('provider_is_crm', { field: 'provider' })
    const { mode: usual, client } = await clientOfConsent(context, provider)
    if (environment === 'sandbox' && oauth?.service.testServer === undefined)
      throw fail('consent_step_unknown', { field: 'environment' })
    const mode = environment === 'sandbox' && usual === 'live' ? 'test' : usual
    const server = oauth?.service.instance ? serverOf(context, provider, instance) : undefined
    const { scopesOfDocuments, scopesOfReviews } = oauth?.service ?? {}
    const steps = { documents: scopesOfDocuments, reviews: scopesOfReviews, task: does?.scopes }
    const [step] = wants ?? []
    const ofStep = step === undefined ? [] : steps[step]
    if (ofStep === undefined) throw fail('consent_step_unknown', { field: 'wants' })
    // What the account has allowed already is not to be lost with another consent of it.
    const before = ofStep.length > 0 ? ((await connectionOf(db, org.id, provider))?.scopes ?? []) : undefined
    const asked = before ? [...before, ...ofStep] : (scopes ?? null)
    return beginConsent(context, {
      ...{ provider, mode, client, path: callbackPath, scopes: asked, returnTo },
      ...(server !== undefined && { server }),
    })
  },
})

/** Where the account is that a person named. */
const serverOf = ({ ports }: PersonContext, provider: ProviderName, instance: string | undefined): string => {
  if (!instance) throw new Failure('missing_field', { message: 'Missing required field: instance', field: 'instance' })
  const server = ports.oauth.serverOf(provider, instance)
  if (server === null) throw new Failure(connectionErrors.instance_invalid, { field: 'instance' })
  return server
}
