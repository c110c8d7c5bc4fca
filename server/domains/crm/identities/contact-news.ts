import type { Db } from '#core/context.ts'
import { recordEvent, recordEvents } from '#core/events/events.ts'
import { type ContactFacts, contactFactsOf, findContactFacts } from './contact-facts.ts'
import { contactEvents } from './events.ts'

/**
 * Tells that a contact changed, with how it stood before: read once the caller held it. Without `before` nothing changed of what
 * events keep: a claim, how it belongs to others.
 */
export const recordContactChange = async (
  db: Db,
  orgId: string,
  contactId: string,
  before?: ContactFacts | null,
): Promise<void> => {
  const after = await contactFactsOf(db, orgId, contactId)
  await recordEvent(db, orgId, contactEvents.changed, contactId, { before: before === undefined ? after : before, after })
}

export const recordNewContacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> =>
  recordEvents(
    db,
    orgId,
    contactEvents.changed,
    (await findContactFacts(db, orgId, ids)).map((after) => ({ subjectId: after.id, facts: { before: null, after } })),
  )
