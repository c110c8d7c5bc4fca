import type { Db } from '#core/context.ts'
import { changesBetween, findOwners, recordEdits } from '../edits/edits.ts'
import type { LeadFacts } from './lead-facts.ts'

/** Writes down what was decided of leads. The caller holds them. */
export const recordLeadEdits = async (
  db: Db,
  orgId: string,
  edits: readonly { readonly before: LeadFacts; readonly after: LeadFacts }[],
): Promise<void> => {
  const owner = await findOwners(
    db,
    edits.flatMap(({ before, after }) => [before.owner_id, after.owner_id]),
  )
  const shown = ({ state, state_reason, owner_id }: LeadFacts): Record<string, unknown> => ({
    ...{ state, state_reason, owner: owner(owner_id) },
  })
  await recordEdits(
    db,
    orgId,
    'lead',
    edits.map(({ before, after }) => ({ recordId: after.id, changes: changesBetween(shown(before), shown(after)) })),
  )
}
