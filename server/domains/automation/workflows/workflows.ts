import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { choice, MemberReference, shape } from '#shapes'
import { nameOfAuthor } from './author-names.ts'
import { countsOfWorkflows, RunsOfWeek } from './run-counts.ts'
import { WorkflowTrigger, wordsOfTrigger } from './triggers.ts'

export type WorkflowRow = Selectable<Tables['workflows']>

export const WorkflowState = choice('WorkflowState', ['draft', 'published', 'stopped', 'archived'])
export type WorkflowState = z.output<typeof WorkflowState>

/** A draft, without what it holds. */
export const WorkflowDraftBrief = shape('WorkflowDraftBrief', {
  id: z.uuid(),
  author: MemberReference.describe('Whose it is: a member, or a key'),
  is_mine: z.boolean(),
  revision: z.int().describe('Grows with each save'),
  base_version: z.int().nullable().describe('The version that it was made from; null: there was none'),
  updated_at: z.iso.datetime(),
  updated_by: MemberReference.describe('Who saved it last'),
})

export const Workflow = shape('Workflow', {
  id: z.uuid(),
  name: z.string(),
  state: WorkflowState,
  trigger: WorkflowTrigger.nullable().describe('Of the published version; of what is not published that of a draft'),
  version: z.int().nullable().describe('The published one'),
  last_version: z.int().describe('The newest one there is; 0: none'),
  published_at: z.iso.datetime().nullable(),
  published_by: MemberReference.nullable(),
  stopped_at: z.iso.datetime().nullable(),
  stopped_by: MemberReference.nullable().describe('Null of what a guard has stopped'),
  stop_reason: z.string().nullable().describe('Of a guard'),
  stop_chain: z.string().nullable().describe('Of a guard: the workflows that led to the last start, and this one'),
  archived_at: z.iso.datetime().nullable(),
  runs: RunsOfWeek,
  waiting: z.int().describe('Runs that wait now; 1,001 stands for more than 1,000'),
  drafts: z.array(WorkflowDraftBrief).describe('Those that there are: mine first'),
  made_from: z.string().nullable().describe('The template'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const stateOf = (row: Pick<WorkflowRow, 'archived_at' | 'stopped_at' | 'published_version'>): WorkflowState =>
  row.archived_at ? 'archived' : row.published_version === null ? 'draft' : row.stopped_at ? 'stopped' : 'published'

export const lockWorkflow = (db: Db, orgId: string, id: string): Promise<WorkflowRow | undefined> =>
  db.selectFrom('workflows').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

export const findWorkflow = (db: Db, orgId: string, id: string): Promise<WorkflowRow | undefined> =>
  db.selectFrom('workflows').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const addWorkflow = async (
  db: Db,
  orgId: string,
  given: { readonly id: string; readonly name: string; readonly madeFrom: string | null; readonly createdBy: string | null },
): Promise<void> => {
  await db
    .insertInto('workflows')
    .values({ org_id: orgId, id: given.id, name: given.name, made_from: given.madeFrom, created_by: given.createdBy })
    .execute()
}

export const changeWorkflow = async (
  db: Db,
  orgId: string,
  id: string,
  changes: Partial<Pick<WorkflowRow, 'name' | 'published_version' | 'last_version' | 'trigger_kind' | 'archived_at'>>,
): Promise<void> => {
  await db
    .updateTable('workflows')
    .set({ ...changes, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** One that was never published, and has no draft left. */
export const removeWorkflow = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db.deleteFrom('workflows').where('org_id', '=', orgId).where('id', '=', id).where('last_version', '=', 0).execute()
}

const rows = (db: Db, orgId: string) =>
  db
    .selectFrom('workflows as w')
    .leftJoin('workflow_versions as v', (join) =>
      join
        .onRef('v.org_id', '=', 'w.org_id')
        .onRef('v.workflow_id', '=', 'w.id')
        .onRef('v.version', '=', 'w.published_version'),
    )
    .where('w.org_id', '=', orgId)
    .selectAll('w')
    .select(['v.published_at', 'v.publisher_id'])
    .select(sql<unknown>`v.definition -> 'trigger'`.as('trigger'))
    .select([
      nameOfAuthor('v.publisher_id', 'w.org_id').as('publisher_name'),
      nameOfAuthor('w.stopped_by', 'w.org_id').as('stopper_name'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

export interface WorkflowFilter {
  readonly search?: string | undefined
  readonly state?: WorkflowState | undefined
  /** The last of the page before. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** By name. Without a state those that are not archived. */
export const listWorkflowsOf = async (
  db: Db,
  orgId: string,
  { search, state, cursor, limit }: WorkflowFilter,
  reader: { readonly authorId: string | null; readonly now: Date },
): Promise<z.output<typeof Workflow>[]> => {
  let query = rows(db, orgId).where('w.archived_at', state === 'archived' ? 'is not' : 'is', null)
  if (state === 'draft') query = query.where('w.published_version', 'is', null)
  if (state === 'published' || state === 'stopped')
    query = query
      .where('w.published_version', 'is not', null)
      .where('w.stopped_at', state === 'stopped' ? 'is not' : 'is', null)
  if (search) query = query.where(sql<boolean>`strpos(lower(w.name), ${search.toLowerCase()}) > 0`)
  if (cursor)
    query = query.where(
      sql<boolean>`(lower(w.name), w.id) > (select lower(c.name), c.id from workflows c where c.org_id = ${orgId} and c.id = ${cursor})`,
    )
  const found = await query.orderBy(sql`lower(w.name)`).orderBy('w.id').limit(limit).execute()
  return showRows(db, orgId, found, reader)
}

export const showWorkflowOf = async (
  db: Db,
  orgId: string,
  id: string,
  reader: { readonly authorId: string | null; readonly now: Date },
): Promise<z.output<typeof Workflow> | undefined> => {
  const found = await rows(db, orgId).where('w.id', '=', id).execute()
  const [shown] = await showRows(db, orgId, found, reader)
  return shown
}

const showRows = async (
  db: Db,
  orgId: string,
  found: readonly Row[],
  { authorId, now }: { readonly authorId: string | null; readonly now: Date },
): Promise<z.output<typeof Workflow>[]> => {
  const ids = found.map(({ id }) => id)
  const counts = await countsOfWorkflows(db, orgId, ids, now)
  const drafts = await briefDraftsOf(db, orgId, ids, authorId)
  return found.map((row) => {
    const own = drafts.filter(({ workflow_id }) => workflow_id === row.id)
    const { runs, waiting } = counts.get(row.id) ?? {
      runs: { total: 0, completed: 0, failed: 0, cancelled: 0, open: 0 },
      waiting: 0,
    }
    return {
      ...{ id: row.id, name: row.name, state: stateOf(row), version: row.published_version, last_version: row.last_version },
      trigger: wordsOfTrigger(row.trigger ?? own[0]?.trigger, stateOf(row) === 'published' ? now : null),
      published_at: row.published_at?.toISOString() ?? null,
      published_by:
        row.published_at === null || row.publisher_id === null ? null : { id: row.publisher_id, name: row.publisher_name },
      stopped_at: row.stopped_at?.toISOString() ?? null,
      stopped_by: row.stopped_by === null ? null : { id: row.stopped_by, name: row.stopper_name },
      ...{ stop_reason: row.stop_reason, stop_chain: row.stop_chain },
      ...{ archived_at: row.archived_at?.toISOString() ?? null, runs, waiting },
      drafts: own.map(({ brief }) => brief),
      made_from: row.made_from,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }
  })
}

const briefDraftsOf = async (db: Db, orgId: string, workflowIds: readonly string[], authorId: string | null) => {
  if (workflowIds.length === 0) return []
  const found = await db
    .selectFrom('workflow_drafts as d')
    .innerJoin('workflows as w', (join) => join.onRef('w.org_id', '=', 'd.org_id').onRef('w.id', '=', 'd.workflow_id'))
    .where('d.org_id', '=', orgId)
    .where('d.workflow_id', 'in', [...workflowIds])
    .select(['d.id', 'd.workflow_id', 'd.person_id', 'd.revision', 'd.base_version', 'd.updated_at', 'd.updated_by'])
    .select(sql<unknown>`d.definition -> 'trigger'`.as('trigger'))
    .select([
      nameOfAuthor('d.person_id', 'w.org_id').as('author_name'),
      nameOfAuthor('d.updated_by', 'w.org_id').as('saver_name'),
    ])
    .orderBy('d.updated_at', 'desc')
    .execute()
  const shown = found.map((row) => ({ workflow_id: row.workflow_id, trigger: row.trigger, brief: showBrief(row, authorId) }))
  return shown.toSorted((one, other) => Number(other.brief.is_mine) - Number(one.brief.is_mine))
}

export const showBrief = (
  row: {
    readonly id: string
    readonly person_id: string
    readonly author_name: string | null
    readonly revision: number
    readonly base_version: number | null
    readonly updated_at: Date
    readonly updated_by: string
    readonly saver_name: string | null
  },
  authorId: string | null,
): z.output<typeof WorkflowDraftBrief> => ({
  id: row.id,
  author: { id: row.person_id, name: row.author_name },
  is_mine: row.person_id === authorId,
  revision: row.revision,
  base_version: row.base_version,
  updated_at: row.updated_at.toISOString(),
  updated_by: { id: row.updated_by, name: row.saver_name },
})
