import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent, recordEvents } from '#core/events/events.ts'
import { newId, nilId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { AuthorWorkflow, ContactReference, choice, Instant, Reference, shape } from '#shapes'
import { cut } from '#shapes/texts.ts'
import { rootId } from '../identities/root-ids.ts'
import { taskEvents, taskFieldsOf } from './events.ts'
import { dealNotices } from './notices.ts'

export const taskKinds = ['next_action', 'wait', 'call_back'] as const
export const TaskKind = choice('TaskKind', taskKinds)
export type TaskKind = z.output<typeof TaskKind>

/** Where a task comes from: a rule of the product, a person, a call, a review. */
export type TaskCause =
  | { readonly rule: string }
  | { readonly person_id: string | null }
  | { readonly call_id: string }
  | { readonly review_id: string }

/** Puts down what is next, or what is waited for. With a `causeKey` the same cause makes one task, however often it is told. */
export const addTask = async (
  db: Db,
  orgId: string,
  task: {
    readonly dealId?: string | null
    readonly contactId?: string | null
    readonly companyId?: string | null
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
      company_id: task.companyId ?? null,
      kind: task.kind,
      title: cut(task.title.trim(), 500),
      due_at: task.dueAt ?? null,
      assigned_to: task.assignedTo ?? null,
      cause: JSON.stringify(task.cause),
      cause_key: task.causeKey ?? null,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'cause_key']).where('cause_key', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) return { taskId: await findByCause(db, orgId, task.causeKey ?? ''), isNew: false }
  if (task.dealId) await clearNotice(db, orgId, dealNotices.deal_idle, task.dealId)
  await recordEvent(db, orgId, taskEvents.changed, id, {
    ...{ change: 'added', kind: task.kind, deal_id: made.deal_id, contact_id: made.contact_id },
    ...{ before: null, after: taskFieldsOf(made) },
  })
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

// ── Reading and doing ───────────────────────────────────────────────────────────────────────────────────────────────

/** A task as it is sent. */
export const Task = shape('Task', {
  id: z.uuid(),
  kind: TaskKind.describe('`wait`: waiting for the other side'),
  title: z.string(),
  due_at: z.iso.datetime().nullable(),
  assigned_to: z.uuid().nullable(),
  assigned_name: z.string().nullable(),
  deal: Reference.nullable(),
  contact: ContactReference.nullable(),
  company: Reference.nullable().describe('The company that it is about, where it was added to one'),
  cause: z.record(z.string(), z.unknown()).describe('`{rule}`, `{person_id}`, `{call_id}` or `{review_id}`'),
  created_at: z.iso.datetime(),
  done_at: z.iso.datetime().nullable(),
  outcome: z.string().nullable(),
  workflow: AuthorWorkflow.describe('The workflow whose step added it, by the name that it had then'),
})

const shownTasks = (db: Db, orgId: string) =>
  db
    .selectFrom('tasks')
    // Each looked up by its key, whatever the planner believes of tables that it has not counted yet.
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('deals')
          .select(['deals.name', 'deals.contact_id'])
          .where('deals.org_id', '=', orgId)
          .whereRef('deals.id', '=', 'tasks.deal_id')
          .limit(1)
          .as('deal'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('contacts')
          .select(rootId('contacts').as('root_id'))
          .where('contacts.org_id', '=', orgId)
          .where(
            'contacts.id',
            '=',
            sql<string>`case when tasks.contact_id is null then deal.contact_id else tasks.contact_id end`,
          )
          .limit(1)
          .as('record'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('contacts')
          .select(['contacts.id', 'contacts.full_name'])
          .where('contacts.org_id', '=', orgId)
          .whereRef('contacts.id', '=', 'record.root_id')
          .limit(1)
          .as('person'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('companies as own')
          .innerJoin('companies as top', (join) => join.on('top.org_id', '=', orgId).on('top.id', '=', rootId('own')))
          .select(['top.id', 'top.name'])
          .where('own.org_id', '=', orgId)
          .whereRef('own.id', '=', 'tasks.company_id')
          .limit(1)
          .as('company'),
      (join) => join.onTrue(),
    )
    .leftJoin('directory.people as owner', 'owner.id', 'tasks.assigned_to')
    .selectAll('tasks')
    .select(['deal.name as deal_name', 'owner.name as assigned_name', 'person.id as person_id', 'person.full_name'])
    .select(['company.id as shown_company_id', 'company.name as company_name'])
    .where('tasks.org_id', '=', orgId)

type ShownTask = Awaited<ReturnType<ReturnType<typeof shownTasks>['execute']>>[number]

const sentTask = (row: ShownTask): z.output<typeof Task> => ({
  id: row.id,
  kind: row.kind as TaskKind,
  title: row.title,
  due_at: row.due_at?.toISOString() ?? null,
  assigned_to: row.assigned_to,
  assigned_name: row.assigned_name,
  deal: row.deal_id === null ? null : { id: row.deal_id, name: row.deal_name ?? '' },
  contact: row.person_id === null ? null : { id: row.person_id, name: row.full_name },
  company: row.shown_company_id === null ? null : { id: row.shown_company_id, name: row.company_name ?? '' },
  cause: row.cause as Record<string, unknown>,
  created_at: row.created_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
  outcome: row.outcome,
  workflow: row.workflow,
})

export const showTask = async (db: Db, orgId: string, taskId: string): Promise<z.output<typeof Task>> =>
  sentTask(await shownTasks(db, orgId).where('tasks.id', '=', taskId).executeTakeFirstOrThrow())

interface OfCompany {
  readonly contactIds: readonly string[]
  readonly dealIds: readonly string[]
  readonly companyIds: readonly string[]
}

export interface TaskFilter {
  readonly assignedTo?: string | undefined
  readonly dealId?: string | undefined
  readonly mergeGroup?: readonly string[] | undefined
  /** What belongs to a company: its own tasks, and those of its people and deals. */
  readonly ofCompany?: OfCompany | undefined
  readonly isDone: boolean
}

/**
 * What is to be done, the most urgent first, what has no time last; or what was done, the newest first. Tasks of deals that are
 * closed rest until the deal is opened again.
 */
export const findTasks = async (
  db: Db,
  orgId: string,
  filter: TaskFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ tasks: z.output<typeof Task>[]; nextCursor: string | null }> => {
  let query = db
    .selectFrom('tasks')
    .select(['tasks.id', 'tasks.due_at'])
    .where('tasks.org_id', '=', orgId)
    .where('tasks.deleted_at', 'is', null)
    .limit(limit + 1)
  if (filter.assignedTo) query = query.where('tasks.assigned_to', '=', filter.assignedTo)
  if (filter.dealId) query = query.where('tasks.deal_id', '=', filter.dealId)
  const { mergeGroup } = filter
  if (mergeGroup) {
    const ofThem = db
      .selectFrom('deals')
      .select('deals.id')
      .where('deals.org_id', '=', orgId)
      .where('deals.contact_id', 'in', [...mergeGroup, nilId])
    query = query.where(({ eb, or }) =>
      or([eb('tasks.contact_id', 'in', [...mergeGroup, nilId]), eb('tasks.deal_id', 'in', ofThem)]),
    )
  }
  const { ofCompany } = filter
  if (ofCompany)
    query = query.where(({ eb, or }) =>
      or([
        eb('tasks.company_id', 'in', [...ofCompany.companyIds, nilId]),
        eb('tasks.contact_id', 'in', [...ofCompany.contactIds, nilId]),
        eb('tasks.deal_id', 'in', [...ofCompany.dealIds, nilId]),
      ]),
    )
  const [due, id] = cursor?.split('~') ?? []
  if (filter.isDone) {
    query = query.where('tasks.done_at', 'is not', null).orderBy('tasks.id', 'desc')
    if (id) query = query.where('tasks.id', '<', id)
  } else {
    query = query
      .where('tasks.done_at', 'is', null)
      .where(
        sql<boolean>`(tasks.deal_id is null
          or (select deals.state = 'open' and deals.deleted_at is null from deals where deals.org_id = ${orgId} and deals.id = tasks.deal_id))`,
      )
      .orderBy('tasks.due_at')
      .orderBy('tasks.id')
    // What has no time comes last.
    if (id && due === 'infinity') query = query.where('tasks.due_at', 'is', null).where('tasks.id', '>', id)
    else if (id && due)
      query = query.where(sql<boolean>`((tasks.due_at, tasks.id) > (${due}::timestamptz, ${id}::uuid) or tasks.due_at is null)`)
  }
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    tasks: await showTasks(
      db,
      orgId,
      page.map((row) => row.id),
    ),
    nextCursor: rows.length > limit && last ? `${last.due_at?.toISOString() ?? 'infinity'}~${last.id}` : null,
  }
}

export const showTasks = async (db: Db, orgId: string, ids: readonly string[]): Promise<z.output<typeof Task>[]> => {
  if (ids.length === 0) return []
  const rows = await shownTasks(db, orgId).where('tasks.id', 'in', ids).execute()
  return rows.map(sentTask).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Where a page of a list of tasks ends. */
export const TaskCursor = z
  .string()
  .regex(/^(?:infinity|\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .refine((cursor) => cursor.startsWith('infinity') || Instant.safeParse(cursor.split('~')[0]).success, 'is not a cursor')
  .describe('`next_cursor` of the previous page')

export const lockTask = (db: Db, orgId: string, taskId: string): Promise<Selectable<Tables['tasks']> | undefined> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', taskId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Whether a task that `lockTask` does not find was deleted, and can be restored. */
export const isTaskInBin = async (db: Db, orgId: string, taskId: string): Promise<boolean> => {
  const binned = await db
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', taskId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return binned !== undefined
}

/** Marks a task that the caller holds as done. */
export const finishTask = async (
  db: Db,
  orgId: string,
  taskId: string,
  { personId, outcome }: { personId: string | null; outcome: string | null },
): Promise<void> => {
  const done = await db
    .updateTable('tasks')
    .set({ done_at: sql<Date>`now()`, done_by: personId, done_workflow: sql<string | null>`acting_workflow()`, outcome })
    .where('org_id', '=', orgId)
    .where('id', '=', taskId)
    .returningAll()
    .executeTakeFirst()
  if (done) await recordDone(db, orgId, [done])
}

/** Opens a task again that the caller holds and that is done: its deal has a next step again. */
export const reopenTask = async (db: Db, orgId: string, task: Selectable<Tables['tasks']>): Promise<void> => {
  const open = { ...task, done_at: null, done_by: null }
  await db
    .updateTable('tasks')
    .set({ done_at: null, done_by: null, done_workflow: null, outcome: null })
    .where('org_id', '=', orgId)
    .where('id', '=', task.id)
    .execute()
  if (task.deal_id) await clearNotice(db, orgId, dealNotices.deal_idle, task.deal_id)
  await recordEvent(db, orgId, taskEvents.changed, task.id, {
    ...{ change: 'reopened', kind: task.kind, deal_id: task.deal_id, contact_id: task.contact_id },
    ...changedFields(taskFieldsOf(task), taskFieldsOf(open)),
  })
}

/** These contacts were reached, now or then: earlier missed calls need no call-back. */
export const finishCallBacks = async (
  db: Db,
  orgId: string,
  contactIds: readonly string[],
  { doneBy, outcome, missedBefore }: { readonly doneBy: string | null; readonly outcome: string; readonly missedBefore?: Date },
): Promise<void> => {
  let query = db
    .updateTable('tasks')
    .set({ done_at: sql<Date>`now()`, done_by: doneBy, outcome })
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', contactIds)
    .where('kind', '=', 'call_back')
    .where('cause_key', 'like', 'call:%')
    .where('done_at', 'is', null)
  if (missedBefore) query = query.where('created_at', '<=', missedBefore)
  await recordDone(db, orgId, await query.returningAll().execute())
}

/** Whether such a task is open: its cause key begins so. */
export const hasOpenTask = async (db: Db, orgId: string, causePrefix: string): Promise<boolean> => {
  const open = await db
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`starts_with(cause_key, ${causePrefix})`)
    .where('cause_key', '>=', causePrefix)
    .where('done_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** What these tasks asked for was done: their cause keys begin so. */
export const finishTasksOf = async (
  db: Db,
  orgId: string,
  causePrefix: string,
  { doneBy, outcome }: { readonly doneBy: string | null; readonly outcome: string },
): Promise<void> => {
  const finished = await db
    .updateTable('tasks')
    .set({ done_at: sql<Date>`now()`, done_by: doneBy, outcome })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`starts_with(cause_key, ${causePrefix})`)
    .where('cause_key', '>=', causePrefix)
    .where('done_at', 'is', null)
    .returningAll()
    .execute()
  await recordDone(db, orgId, finished)
}

/** They were open: marking a task as done locks it, or takes open ones only. */
const recordDone = (db: Db, orgId: string, tasks: readonly Selectable<Tables['tasks']>[]): Promise<void> =>
  recordEvents(
    db,
    orgId,
    taskEvents.changed,
    tasks.map((task) => ({
      subjectId: task.id,
      facts: {
        ...{ change: 'done' as const, kind: task.kind, deal_id: task.deal_id, contact_id: task.contact_id },
        ...changedFields(taskFieldsOf({ ...task, done_at: null, done_by: null }), taskFieldsOf(task)),
      },
    })),
  )
