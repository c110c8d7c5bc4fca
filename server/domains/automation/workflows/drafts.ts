import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { extension } from '#shapes'
import { nameOfAuthor } from './author-names.ts'
import type { DraftDefinition } from './draft-definitions.ts'
import { showBrief, WorkflowDraftBrief } from './workflows.ts'

export type DraftRow = Selectable<Tables['workflow_drafts']>

export const WorkflowDraft = extension('WorkflowDraft', WorkflowDraftBrief, {
  definition: z.record(z.string(), z.unknown()).describe('As it was saved: its steps may be unfinished'),
})
export type WorkflowDraft = z.output<typeof WorkflowDraft>

/** Whose a draft is: a member’s, or a key’s. */
export const authorOf = ({ person, keyId }: { person: { readonly id: string } | null; keyId: string | null }): string => {
  const id = person?.id ?? keyId
  if (id === null) throw new Error('a draft without an author')
  return id
}

/** One by its id; without one the author’s own. */
export const lockDraft = (
  db: Db,
  orgId: string,
  workflowId: string,
  { draftId, authorId }: { readonly draftId?: string | undefined; readonly authorId: string },
): Promise<DraftRow | undefined> =>
  db
    .selectFrom('workflow_drafts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where((is) => (draftId === undefined ? is('person_id', '=', authorId) : is('id', '=', draftId)))
    .forUpdate()
    .executeTakeFirst()

/** Null where the author has one already: of two first saves at once one makes it. */
export const addDraft = async (
  db: Db,
  orgId: string,
  given: {
    readonly id: string
    readonly workflowId: string
    readonly authorId: string
    readonly baseVersion: number | null
    readonly definition: DraftDefinition
  },
): Promise<string | null> => {
  const made = await db
    .insertInto('workflow_drafts')
    .values({
      ...{ org_id: orgId, id: given.id, workflow_id: given.workflowId, person_id: given.authorId },
      ...{ base_version: given.baseVersion, definition: JSON.stringify(given.definition), updated_by: given.authorId },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export const saveDraft = async (
  db: Db,
  orgId: string,
  id: string,
  given: { readonly definition: DraftDefinition; readonly authorId: string; readonly baseVersion?: number | null },
): Promise<void> => {
  await db
    .updateTable('workflow_drafts')
    .set({
      definition: JSON.stringify(given.definition),
      revision: sql`revision + 1`,
      updated_by: given.authorId,
      updated_at: sql`now()`,
      ...(given.baseVersion !== undefined && { base_version: given.baseVersion }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export const removeDraft = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db.deleteFrom('workflow_drafts').where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** How many there are of a workflow, and their saves together. */
export const countDrafts = async (db: Db, orgId: string, workflowId: string): Promise<{ drafts: number; saves: number }> => {
  const found = await db
    .selectFrom('workflow_drafts')
    .select([sql<number>`count(*)::int`.as('drafts'), sql<number>`coalesce(sum(revision), 0)::int`.as('saves')])
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow()
  return found
}

/** One by its id; without one the reader’s own. */
export const showDraftOf = async (
  db: Db,
  orgId: string,
  workflowId: string,
  { draftId, authorId }: { readonly draftId?: string | undefined; readonly authorId: string | null },
): Promise<WorkflowDraft | null> => {
  if (draftId === undefined && authorId === null) return null
  const row = await db
    .selectFrom('workflow_drafts as d')
    .selectAll('d')
    .select([
      nameOfAuthor('d.person_id', 'd.org_id').as('author_name'),
      nameOfAuthor('d.updated_by', 'd.org_id').as('saver_name'),
    ])
    .where('d.org_id', '=', orgId)
    .where('d.workflow_id', '=', workflowId)
    .where((is) => (draftId === undefined ? is('d.person_id', '=', authorId as string) : is('d.id', '=', draftId)))
    .executeTakeFirst()
  return row ? { ...showBrief(row, authorId), definition: row.definition as Record<string, unknown> } : null
}
