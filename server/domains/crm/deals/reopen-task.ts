import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { dealErrors } from './errors.ts'
import { lockTask, reopenTask as reopen, showTask, Task } from './tasks.ts'

export const reopenTask = action({
  name: 'reopen-task',
  summary: 'Open a completed task again',
  description:
    'Its outcome is removed. A task that is open stays as it is; a next step that was added when it was completed stays too.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'taskId',
  hints: { destructive: false, idempotent: true },
  scope: 'deals:write',
  input: z.object({ taskId: z.uuid() }),
  output: z.object({ success: z.literal(true), task: Task }),
  errors: [dealErrors.task_not_found],
  examples: [{ title: 'It was completed by mistake', input: { taskId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ taskId }, { db, org, fail }) {
    const task = await lockTask(db, org.id, taskId)
    if (!task) throw fail('task_not_found')
    if (task.done_at) await reopen(db, org.id, task)
    return { success: true as const, task: await showTask(db, org.id, taskId) }
  },
})
