import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Locale } from '#shapes/languages.ts'
import { humanStepErrors } from './errors.ts'
import { enterByStepLink, findLinkedStep, LinkedStep } from './linked-steps.ts'
import { StepToken } from './step-links.ts'

export const showLinkedStep = action({
  name: 'show-linked-step',
  summary: 'Show a step by the link of a client',
  description: 'What the public page of a step shows; once it has ended, how.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({
    token: StepToken,
    locale: Locale.default('en').describe('The language in which the country of the address is named'),
  }),
  output: z.object({ step: LinkedStep }),
  errors: [humanStepErrors.step_link_unknown],
  examples: [{ title: 'The token of a link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token, locale }, { fail, ...context }) {
    const { orgId, stepId } = await enterByStepLink(context, token, fail)
    const step = await findLinkedStep(context.db, orgId, stepId, locale)
    if (!step) throw fail('step_link_unknown')
    return { step }
  },
})
