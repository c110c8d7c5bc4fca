import type { Db } from '#core/context.ts'
import { recordEvents } from '#core/events/events.ts'
import { leadEvents } from './events.ts'
import { findLeadFacts } from './lead-facts.ts'

/** Gives leads of the caller's own transaction, which have none, an owner. */
export const ownLeads = async (
  db: Db,
  orgId: string,
  leadIds: readonly string[],
  { ownerId, personId }: { readonly ownerId: string | null; readonly personId: string | null },
): Promise<void> => {
  if (ownerId === null) return
  await db.updateTable('leads').set({ owner_id: ownerId }).where('org_id', '=', orgId).where('id', 'in', leadIds).execute()
  const facts = await findLeadFacts(db, orgId, leadIds)
  await recordEvents(
    db,
    orgId,
    leadEvents.changed,
    facts.map((after) => ({
      subjectId: after.id,
      facts: { before: { ...after, owner_id: null }, after, person_id: personId },
    })),
  )
}
