import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvents } from '#core/events/events.ts'
import { joinedOrg } from '#core/joined-org.ts'
import { leadEvents } from './events.ts'
import { recordLeadEdits } from './lead-edits.ts'
import { findLeadFacts, type LeadFacts } from './lead-facts.ts'
import type { LeadState } from './states.ts'

/** What members decide of a lead; what is left out stays. */
export interface LeadChange {
  readonly state?: LeadState | undefined
  /** Why it is not a fit. */
  readonly reason?: string | null | undefined
  /** A member of the workspace: the caller has looked. */
  readonly ownerId?: string | null | undefined
}

/** How leads stand that are held until the transaction ends; nothing of those that are not there. */
export const lockLeadFacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<LeadFacts[]> => {
  await sql`select from leads where org_id = ${orgId} and id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  return findLeadFacts(db, orgId, ids)
}

/** Changes leads that the caller holds, given as they stand, and tells of each that is another afterwards. Answers the ids of these. */
export const changeLeads = async (
  db: Db,
  orgId: string,
  leads: readonly LeadFacts[],
  { state, reason, ownerId }: LeadChange,
  personId: string | null,
): Promise<string[]> => {
  const changed = leads.flatMap((before) => {
    const after: LeadFacts = {
      ...before,
      ...(state !== undefined && { state, state_reason: reason ?? null }),
      ...(ownerId !== undefined && { owner_id: ownerId }),
    }
    const moves = after.state !== before.state || after.state_reason !== before.state_reason
    return moves || after.owner_id !== before.owner_id ? [{ before, after, moves }] : []
  })
  if (changed.length === 0) return []
  const rows = changed.map(({ after, moves }) => ({ ...after, state: after.state === 'new' ? null : after.state, moves }))
  await sql`
    update leads l set owner_id = c.owner_id, state = c.state, state_reason = c.state_reason,
      state_at = case when c.moves then now() else l.state_at end,
      state_by = case when c.moves then ${personId}::uuid else l.state_by end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (id uuid, owner_id uuid, state text, state_reason text, moves boolean)
    where l.org_id = ${joinedOrg(orgId)} and l.id = c.id`.execute(db)
  await recordEvents(
    db,
    orgId,
    leadEvents.changed,
    changed.map(({ before, after }) => ({ subjectId: after.id, facts: { before, after, person_id: personId } })),
  )
  await recordLeadEdits(db, orgId, changed)
  return changed.map(({ after }) => after.id)
}
