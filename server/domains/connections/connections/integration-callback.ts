import { action } from '#core/actions/action.ts'
import { ConsentAnswer, Consented, completeConsent, consentErrors } from './complete-consent.ts'
import { callbackPath } from './oauth-flows.ts'

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
  input: ConsentAnswer,
  output: Consented,
  errors: consentErrors,
  examples: [{ title: 'Complete a consent by hand', input: { state: 'sUqJ3…', code: '4/0AX4XfWh…' } }],

  run: (input, context) => completeConsent(input, context, callbackPath),
})
