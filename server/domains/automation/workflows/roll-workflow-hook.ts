import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { notifyKeyChanged } from '#domains/platform/api-keys/keys.ts'
import { workflowErrors } from './errors.ts'
import { workflowEvents } from './workflow-events.ts'
import { hookUrl, rollHook, showHookOf, WorkflowHook } from './workflow-hooks.ts'
import { lockWorkflow } from './workflows.ts'

const hourMs = 3_600_000

export const rollWorkflowHook = action({
  name: 'roll-workflow-hook',
  summary: 'Make the webhook address and secret of a workflow, or new ones',
  description:
    'Address and secret are shown in this answer and never again. The first time both are made. Later `what` is replaced, and what was there before holds for `overlapHours`, so that the sender can switch at its own pace; 0 revokes it at once. Rolling again during that time revokes the oldest one. A sender that has a secret of its own takes no other: give it as `secret`. The address starts runs from when a version with a webhook trigger is published.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  limit: { times: 20, seconds: 60 },
  input: z.object({
    workflowId: z.uuid(),
    what: z.enum(['address', 'secret', 'both']).default('both'),
    secret: z.string().trim().min(8).max(512).optional().describe('The sender’s own'),
    overlapHours: z.number().min(0).max(168).default(24),
  }),
  output: z.object({
    hook: WorkflowHook,
    url: z.string().nullable().describe('Null where it stays as it is'),
    secret: z.string().nullable().describe('Null where it stays as it is, or is the sender’s own'),
  }),
  errors: [workflowErrors.workflow_not_found, workflowErrors.workflow_archived],
  examples: [
    { title: 'The first time', input: { workflowId: '01980000-0000-7000-8000-000000000000' } },
    {
      title: 'A new secret, with a day of overlap',
      input: { workflowId: '01980000-0000-7000-8000-000000000000', what: 'secret', overlapHours: 24 },
    },
  ],

  async run({ workflowId, what, secret, overlapHours }, { org, db, now, vault, emit, settings, fail }) {
    const workflow = await lockWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    if (workflow.archived_at) throw fail('workflow_archived')
    const at = now()
    const before = await showHookOf(db, org.id, workflowId, at)
    const made = await rollHook(db, vault, org.id, workflowId, {
      ...{ address: what !== 'secret', secret: what !== 'address', given: secret ?? null },
      ...{ now: at, overlapUntil: new Date(at.getTime() + overlapHours * hourMs) },
    })
    await notifyKeyChanged(db, workflowId)
    const hook = await showHookOf(db, org.id, workflowId, at)
    if (!hook) throw new Error('a hook that was just made is not there')
    await emit(workflowEvents.hook_rolled, workflowId, {
      before: before && { token_hint: before.token_hint, secret_hint: before.secret_hint },
      after: { token_hint: hook.token_hint, secret_hint: hook.secret_hint },
    })
    return { hook, url: made.token === null ? null : hookUrl(settings.publicUrl, made.token), secret: made.secret }
  },
})
