import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events.ts'
import { newId } from '#core/ids.ts'
import { clearNotice } from '#domains/notices/notices.ts'
import { cut } from '#shapes/texts.ts'

export const taskKinds = ['next_action', 'wait', 'call_back'] as const
export type TaskKind = (typeof taskKinds)[number]

/** Where a task comes from: a rule of the product, a person, a call. */
export type TaskCause = { readonly rule: string } | { readonly person_id: string | null } | { readonly call_id: string }

/** Puts down what is next, or what is waited for. With a `causeKey` the same cause makes one task, however often it is told. */
export const addTask = async (
  db: Db,
  orgId: string,
  task: {
    readonly dealId?: string | null
    readonly contactId?: string | null
    readonly kind: TaskKind
    readonly title: string
    readonly dueAt?: Date | null
    readonly assignedTo?: string | null
    readonly cause: TaskCause
    readonly causeKey?: string | null
  },
): Promise<{ taskId: string; isNew: boolean }> => {
  const id = newId()
  const made = await db
    .insertInto('tasks')
    .values({
      org_id: orgId,
      id,
      deal_id: task.dealId ?? null,
      contact_id: task.contactId ?? null,
      kind: task.kind,
      title: cut(task.title.trim(), 500),
      due_at: task.dueAt ?? null,
      assigned_to: task.assignedTo ?? null,
      cause: JSON.stringify(task.cause),
      cause_key: task.causeKey ?? null,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'cause_key']).where('cause_key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return { taskId: await findByCause(db, orgId, task.causeKey ?? ''), isNew: false }
  if (task.dealId) await clearNotice(db, orgId, 'deal_idle', task.dealId)
  await recordEvent(db, orgId, 'task.changed', id, { change: 'added' })
  return { taskId: id, isNew: true }
}

const findByCause = async (db: Db, orgId: string, causeKey: string): Promise<string> => {
  const found = await db
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', orgId)
    .where('cause_key', '=', causeKey)
    .executeTakeFirstOrThrow()
  return found.id
}
