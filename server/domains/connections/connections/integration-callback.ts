import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Provider } from '#ports/provider.ts'
import { providers } from '#ports/providers.ts'
import { ConsentAnswer, Consented, completeConsent, consentErrors } from './complete-consent.ts'
import { callbackPath } from './oauth-flows.ts'

const all: readonly Provider[] = providers

/** What services send back beside the parameters of the standard. */
export const moreFields = [...new Set(all.flatMap(({ oauth }) => oauth?.service.returns ?? []))]

const Text = z.string().max(4_096).optional()

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
  input: ConsentAnswer.extend({
    realmId: Text.describe('The company that was chosen (QuickBooks)'),
    shop: Text.describe('The host of the shop (Shopify)'),
    hmac: Text.describe('The signature of all of it (Shopify)'),
    timestamp: Text.describe('Signed with the rest (Shopify)'),
    host: Text.describe('Signed with the rest (Shopify)'),
  }),
  output: Consented,
  errors: consentErrors,
  examples: [{ title: 'Complete a consent by hand', input: { state: 'sUqJ3…', code: '4/0AX4XfWh…' } }],

  run: (input, context) => completeConsent(input, context, callbackPath),
})
