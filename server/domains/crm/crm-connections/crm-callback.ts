import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConsentAnswer, Consented, completeConsent, consentErrors } from '#domains/connections/connections/complete-consent.ts'
import { crmCallbackPath } from '#domains/connections/connections/oauth-flows.ts'

const Text = z.string().max(4_096)

/** What Zoho sends back beside the code. */
export const crmFields = ['location', 'accounts-server'] as const

export const crmCallback = action({
  name: 'crm-callback',
  summary: 'Complete the OAuth consent of a CRM',
  description:
    'Where a CRM sends the browser back to. A GET shows a page that posts what came; the POST does the work and goes on to `returnTo` of crm-init-oauth, else to the page of the connection, which offers the first sync. A program may post the same as JSON, there or to the gateway. What does not belong to a consent that this person began with crm-init-oauth in this browser in the last ten minutes is refused, and nothing is stored; so is an answer that names a host the CRM is not known for.',
  who: 'member',
  transports: ['gateway', 'function'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 30, seconds: 60 },
  input: ConsentAnswer.extend({
    location: Text.optional().describe('The data center of the account (Zoho)'),
    'accounts-server': Text.optional().describe('The server that its tokens are from (Zoho)'),
  }),
  output: Consented,
  errors: consentErrors,
  examples: [{ title: 'Complete a consent by hand', input: { state: 'sUqJ3…', code: 'na1-1f3a…' } }],

  async run(input, context) {
    const done = await completeConsent(input, context, crmCallbackPath)
    return { ...done, return_to: done.return_to ?? `/settings/connections/crm/${done.connection.id}` }
  },
})
