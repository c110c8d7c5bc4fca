import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { workflowErrors } from '../workflows/errors.ts'
import { mayAnswer } from '../workflows/step-answers.ts'
import { findHumanStep, HumanStep, humanStepOf } from './human-step-rows.ts'

export const showHumanStep = action({
  name: 'show-human-step',
  summary: 'Show a step that waits for a person',
  description: 'Also once it has ended: then with the answer, and who gave it. For those whom it asks, and admins.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({ stepId: z.uuid() }),
  output: z.object({ step: HumanStep }),
  errors: [workflowErrors.step_not_found, transportErrors.forbidden],
  examples: [{ title: 'One step', input: { stepId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ stepId }, { db, org, person, fail }) {
    const row = await findHumanStep(db, org.id, stepId)
    if (!row) throw fail('step_not_found')
    if (person && !mayAnswer(row, person)) throw fail('forbidden')
    return { step: humanStepOf(row) }
  },
})
