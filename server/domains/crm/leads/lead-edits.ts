import type { Db } from '#core/context.ts'
import { changesBetween, findOwners, type Meant, recordEdits } from '../edits/edits.ts'
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

/** A lead as its editor saw it. */
export interface SeenLead {
  readonly state?: string | undefined
  readonly reason?: string | null | undefined
  readonly ownerId?: string | null | undefined
}

/** What a caller means to change of a lead that is held, beside what its editor saw of it. */
export const meantOfLead = async (db: Db, lead: LeadFacts, was: SeenLead, wanted: SeenLead): Promise<Meant[]> => {
  const owner = await findOwners(db, [lead.owner_id, was.ownerId, wanted.ownerId])
  const person = (id: string | null | undefined) => (id === undefined ? undefined : owner(id))
  // A state comes with its reason: who sets the one sets the other.
  const reason = wanted.state === undefined ? wanted.reason : (wanted.reason ?? null)
  return [
    { field: 'state', edited: 'state', was: was.state, now: lead.state, wanted: wanted.state },
    { field: 'reason', edited: 'state_reason', was: was.reason, now: lead.state_reason, wanted: reason },
    {
      ...{ field: 'ownerId', edited: 'owner', was: person(was.ownerId), now: owner(lead.owner_id) },
      wanted: person(wanted.ownerId),
    },
  ]
}
