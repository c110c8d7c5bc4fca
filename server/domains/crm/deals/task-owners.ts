import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvents } from '#core/events/events.ts'
import { taskEvents, taskFieldsOf } from './events.ts'

/** Assigns tasks to another member, or to none, and tells of each that had another one. `personId`: a member, or null. */
export const assignTasks = async (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<void> => {
  if (ids.length === 0) return
  const before = await db
    .selectFrom('tasks')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('assigned_to', 'is distinct from', personId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (before.length === 0) return
  const changed = before.map(({ id }) => id)
  await db.updateTable('tasks').set({ assigned_to: personId }).where('org_id', '=', orgId).where('id', 'in', changed).execute()
  await recordEvents(
    db,
    orgId,
    taskEvents.changed,
    before.map((task) => ({
      subjectId: task.id,
      facts: {
        ...{ change: 'assigned' as const, kind: task.kind, deal_id: task.deal_id, contact_id: task.contact_id },
        ...changedFields(taskFieldsOf(task), taskFieldsOf({ ...task, assigned_to: personId })),
      },
    })),
  )
}
