import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { answerErrors, answerWait, lockWait } from '../workflows/step-answers.ts'
import { humanStepErrors } from './errors.ts'
import { enterByStepLink } from './linked-steps.ts'
import { StepToken } from './step-links.ts'

export const answerLinkedStep = action({
  name: 'answer-linked-step',
  summary: 'Answer a step by the link of a client',
  description:
    'The link is the proof, for this one step. `data` and `choice` are as in resume-workflow; the same answer again changes nothing.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    token: StepToken,
    data: z.record(z.string().max(64), z.unknown()).default({}),
    choice: z.string().max(40).optional(),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [humanStepErrors.step_link_unknown, ...answerErrors],
  examples: [
    {
      title: 'Approve',
      input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', choice: 'approve', data: { remark: 'Fine' } },
    },
  ],

  async run({ token, data, choice }, { fail, ...context }) {
    const { db } = context
    const { orgId, stepId } = await enterByStepLink(context, token, fail)
    const wait = await lockWait(db, orgId, stepId)
    if (!wait) throw fail('step_link_unknown')
    if (wait.state === 'answered' && wait.answered_via !== 'client')
      throw fail('already_resumed', { message: 'The step was answered by the sender.' })
    await answerWait(db, orgId, wait, { choice, data }, { personId: null, keyId: null, via: 'client' }, fail)
    return { success: true as const }
  },
})
