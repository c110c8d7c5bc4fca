import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { type DealFacts, dealFactsOf } from './deal-facts.ts'
import { type DealChange, dealEvents } from './events.ts'

/**
 * Tells that a deal changed, with how it stood before: read once the caller held it. Without `before` nothing changed of what events
 * keep: an answer, a brief.
 */
export const recordDealChange = async (
  db: Db,
  orgId: string,
  dealId: string,
  change: DealChange,
  before?: DealFacts,
): Promise<DealFacts> => {
  const after = await dealFactsOf(db, orgId, dealId)
  await recordEvent(db, orgId, dealEvents.changed, dealId, { change, before: before ?? after, after })
  return after
}
