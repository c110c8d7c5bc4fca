import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { TaskFields } from './add-task.ts'
import { dealErrors } from './errors.ts'
import { addTask, finishTask, lockTask, showTask, Task } from './tasks.ts'

export const completeTask = action({
  name: 'complete-task',
  summary: 'Complete a task and set the next step',
  description:
    'An open deal without a next step causes a notice within two minutes, so send `next` along: the next task, or what you are waiting for. It is assigned to the assignee of the completed task.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'taskId',
  hints: { destructive: false },
  scope: 'deals:write',
  input: z.object({
    taskId: z.uuid(),
    outcome: z.string().trim().max(1_000).optional(),
    next: z.object(TaskFields).optional(),
  }),
  output: z.object({ success: z.literal(true), task: Task, next: Task.nullable() }),
  errors: [dealErrors.task_not_found, dealErrors.task_done],
  examples: [
    {
      title: 'Sent; waiting for their decision',
      input: {
        taskId: '01980000-0000-7000-8000-000000000000',
        outcome: 'Sent by email',
        next: { kind: 'wait', title: 'They decide', dueAt: '2026-12-31T16:00:00Z' },
      },
    },
  ],

  async run({ taskId, outcome, next }, { db, org, person, fail }) {
    const task = await lockTask(db, org.id, taskId)
    if (!task) throw fail('task_not_found')
    if (task.done_at) throw fail('task_done')
    await finishTask(db, org.id, taskId, { personId: person?.id ?? null, outcome: outcome || null })
    const added =
      next &&
      (await addTask(db, org.id, {
        ...{ dealId: task.deal_id, contactId: task.contact_id, assignedTo: task.assigned_to },
        ...{ kind: next.kind, title: next.title, dueAt: next.dueAt === undefined ? null : new Date(next.dueAt) },
        cause: { person_id: person?.id ?? null },
      }))
    return {
      success: true as const,
      task: await showTask(db, org.id, taskId),
      next: added ? await showTask(db, org.id, added.taskId) : null,
    }
  },
})
