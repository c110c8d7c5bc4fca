import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findMemberNamed } from '#domains/platform/members/seats.ts'
import { workflowErrors } from '../workflows/errors.ts'
import { lockWait, mayAnswer } from '../workflows/step-answers.ts'
import { passStep } from '../workflows/step-recipients.ts'
import { announceStep } from './announcing.ts'
import { endStepLinks } from './step-links.ts'

export const delegateHumanStep = action({
  name: 'delegate-human-step',
  summary: 'Delegate a step to another member',
  description:
    'For those whom it asks, and admins. The other member is notified and answers in your place; a link that a client had for it ends. Its reminder, escalation and time stay as they are.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ stepId: z.uuid(), personId: z.uuid().describe('A member') }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    ...[workflowErrors.step_not_found, memberErrors.member_not_found, transportErrors.forbidden],
    ...[workflowErrors.already_resumed, workflowErrors.wait_ended, workflowErrors.run_ended],
  ],
  examples: [
    {
      title: 'To a colleague',
      input: { stepId: '01980000-0000-7000-8000-000000000000', personId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ stepId, personId }, { fail, ...context }) {
    const { db, org, person } = context
    const wait = await lockWait(db, org.id, stepId)
    if (wait?.kind !== 'person') throw fail('step_not_found')
    if (person && !mayAnswer(wait, person)) throw fail('forbidden')
    if (wait.state === 'answered') throw fail('already_resumed')
    if (wait.state === 'timed_out') throw fail('wait_ended')
    if (wait.state === 'cancelled') throw fail('run_ended')
    const member = await findMemberNamed(db, org.id, personId)
    if (!member) throw fail('member_not_found', { field: 'personId' })
    if (wait.person_id === member.id) return { success: true as const }
    await passStep(db, org.id, stepId, {
      recipient: { kind: 'person', person: member.id },
      owner: { personId: member.id, role: null },
    })
    await endStepLinks(db, org.id, stepId)
    await announceStep(context, org.id, stepId, 'delegated')
    return { success: true as const }
  },
})
