import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { Instant } from '#shapes'
import { wasMeans } from '../edits/edits.ts'
import { editErrors } from '../edits/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { ChangedOwner, requireMember } from '../records/owners.ts'
import { dealErrors } from './errors.ts'
import { changeTask } from './task-changes.ts'
import { isTaskInBin, lockTask, showTask, Task, TaskKind } from './tasks.ts'

/** A task as its editor saw it. */
const Was = z
  .object({ title: z.string().max(1_000), kind: TaskKind, dueAt: Instant.nullable(), assignedTo: z.uuid().nullable() })
  .partial()

export const updateTask = action({
  name: 'update-task',
  summary: 'Reschedule, rename or reassign a task',
  description:
    'Only open tasks change: reopen a completed one first. Omitted fields keep their values; `dueAt: null` removes the date. A new assignee is notified. The time by which a first reply is due stays the same, whenever its task is due.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'taskId',
  hints: { destructive: false, idempotent: true },
  scope: 'deals:write',
  input: z.object({
    taskId: z.uuid(),
    title: z.string().trim().min(1).max(500).optional(),
    kind: TaskKind.optional().describe('`wait`: waiting for the other side'),
    dueAt: Instant.nullish(),
    assignedTo: ChangedOwner,
    was: Was.optional().describe(wasMeans),
  }),
  output: z.object({ success: z.literal(true), task: Task }),
  errors: [
    ...[dealErrors.task_not_found, dealErrors.task_done, recordErrors.record_in_bin],
    ...[memberErrors.person_not_found, editErrors.record_changed],
  ],
  examples: [
    {
      title: 'They asked to be called on Friday',
      input: { taskId: '01980000-0000-7000-8000-000000000000', title: 'Call again', dueAt: '2027-01-15T09:00:00Z' },
    },
    { title: 'Without an assignee', input: { taskId: '01980000-0000-7000-8000-000000000000', assignedTo: null } },
  ],

  async run({ taskId, was, ...wanted }, { db, org, person, fail }) {
    await requireMember(db, org.id, wanted.assignedTo, 'assignedTo')
    const task = await lockTask(db, org.id, taskId)
    if (!task) throw fail((await isTaskInBin(db, org.id, taskId)) ? 'record_in_bin' : 'task_not_found')
    if (task.done_at) throw fail('task_done')
    await changeTask(db, org.id, task, { wanted, was: was ?? {}, personId: person?.id ?? null })
    return { success: true as const, task: await showTask(db, org.id, taskId) }
  },
})
