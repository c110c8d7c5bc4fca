import type { Db, Emit } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { countDrafts } from './drafts.ts'
import { workflowEvents } from './workflow-events.ts'
import { stateOf, type WorkflowRow } from './workflows.ts'

type Told = Pick<WorkflowRow, 'name' | 'archived_at' | 'stopped_at' | 'published_version'>

/** Wakes the pages on which a workflow, or one of its drafts, is open. Null: there was none before, or is none any more. */
export const emitWorkflowChanged = async (
  { db, emit }: { readonly db: Db; readonly emit: Emit },
  orgId: string,
  id: string,
  before: Told | null,
  after: Told | null,
): Promise<void> => {
  const { saves } = await countDrafts(db, orgId, id)
  const facts = (row: Told | null, drafts: number) =>
    row && { name: row.name, state: stateOf(row), version: row.published_version, drafts }
  await emit(workflowEvents.changed, id, changedFields(facts(before, 0), facts(after, saves)))
}
