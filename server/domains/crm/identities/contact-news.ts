import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { type ContactFacts, contactFactsOf } from './contact-facts.ts'
import { contactEvents } from './events.ts'

/**
 * Tells that a contact changed, with how it stood before: read once the caller held it. Without `before` nothing changed of what
 * events keep: a claim, how it belongs to others. `now`: as the caller has just written it.
 */
export const recordContactChange = async (
  db: Db,
  orgId: string,
  contactId: string,
  before?: ContactFacts | null,
  now?: ContactFacts,
): Promise<void> => {
  const after = now ?? (await contactFactsOf(db, orgId, contactId))
  await recordEvent(db, orgId, contactEvents.changed, contactId, { before: before === undefined ? after : before, after })
}
