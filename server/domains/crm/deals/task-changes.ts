import type { Selectable } from 'kysely'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { findOwners, type Meant, requireAsSeen } from '../edits/edits.ts'
import { taskEvents, taskFieldsOf } from './events.ts'

type TaskRow = Selectable<Tables['tasks']>

/** What an editor changes of a task, or saw of it; what is left out stays as it is. */
interface TaskEdit {
  readonly title?: string | undefined
  readonly kind?: string | undefined
  readonly dueAt?: string | null | undefined
  readonly assignedTo?: string | null | undefined
}

/**
 * Changes an open task that the caller holds, and tells of it unless all stands there already. `assignedTo`: a member, or null. Throws
 * `record_changed` where a field is another by now than its editor saw.
 */
export const changeTask = async (
  db: Db,
  orgId: string,
  task: TaskRow,
  { wanted, was, personId }: { readonly wanted: TaskEdit; readonly was: TaskEdit; readonly personId: string | null },
): Promise<void> => {
  await requireAsSeen(db, orgId, task.id, await meantOf(db, task, wanted, was))
  const after = {
    title: wanted.title ?? task.title,
    kind: wanted.kind ?? task.kind,
    due_at: wanted.dueAt === undefined ? task.due_at : timeOf(wanted.dueAt),
    assigned_to: wanted.assignedTo === undefined ? task.assigned_to : wanted.assignedTo,
  }
  const isSame =
    after.title === task.title &&
    after.kind === task.kind &&
    after.due_at?.getTime() === task.due_at?.getTime() &&
    after.assigned_to === task.assigned_to
  if (isSame) return
  await db.updateTable('tasks').set(after).where('org_id', '=', orgId).where('id', '=', task.id).execute()
  await recordEvent(db, orgId, taskEvents.changed, task.id, {
    ...{ change: 'edited', kind: after.kind, deal_id: task.deal_id, contact_id: task.contact_id, person_id: personId },
    ...changedFields(taskFieldsOf(task), taskFieldsOf({ ...task, ...after })),
  })
}

const timeOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
const sameInstant = (instant: string | null | undefined): string | null | undefined =>
  instant ? new Date(instant).toISOString() : instant

/** No timeline has the edits of tasks: whose the value is that stands there is not known. */
const meantOf = async (db: Db, task: TaskRow, wanted: TaskEdit, was: TaskEdit): Promise<Meant[]> => {
  const member = await findOwners(db, [task.assigned_to])
  const person = (id: string | null | undefined) => (id === undefined ? undefined : member(id))
  const now = {
    title: task.title,
    kind: task.kind,
    dueAt: task.due_at?.toISOString() ?? null,
    assignedTo: person(task.assigned_to),
  }
  const shown = (edit: TaskEdit) => ({ ...edit, dueAt: sameInstant(edit.dueAt), assignedTo: person(edit.assignedTo) })
  const [seen, then] = [shown(was), shown(wanted)]
  return (['title', 'kind', 'dueAt', 'assignedTo'] as const).map((field) => ({
    ...{ field, edited: field, was: seen[field], now: now[field], wanted: then[field] },
  }))
}
