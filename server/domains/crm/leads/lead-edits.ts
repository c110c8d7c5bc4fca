import type { Db } from '#core/context.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { changesBetween, recordEdits } from '../edits/edits.ts'
import type { LeadFacts } from './lead-facts.ts'

/** Writes down what was decided of leads. The caller holds them. */
export const recordLeadEdits = async (
  db: Db,
  orgId: string,
  edits: readonly { readonly before: LeadFacts; readonly after: LeadFacts }[],
): Promise<void> => {
  const names = await findNames(
    db,
    edits.flatMap(({ before, after }) => [before.owner_id, after.owner_id]).filter((id) => typeof id === 'string'),
  )
  const shown = ({ state, state_reason, owner_id: ownerId }: LeadFacts): Record<string, unknown> => ({
    ...{ state, state_reason },
    owner: ownerId ? { id: ownerId, name: names.get(ownerId) ?? null } : null,
  })
  await recordEdits(
    db,
    orgId,
    'lead',
    edits.map(({ before, after }) => ({ recordId: after.id, changes: changesBetween(shown(before), shown(after)) })),
  )
}
