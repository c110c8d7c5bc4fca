import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events.ts'
import { takeMessage } from '#domains/chat/messages.ts'
import { rootOf } from '#domains/contacts/families.ts'
import { resolveContact } from '#domains/contacts/identities.ts'
import { mergeContacts } from '#domains/contacts/merges.ts'
import { openDealFor } from '#domains/deals/deals.ts'
import type { ChatSessionRow } from './sessions.ts'

/** Characters of a message in a website's chat. */
export const longestMessage = 4_000

/**
 * The contact and the deal of a session that the caller holds; with its first message both are made. Who has said nothing of
 * themselves is a contact without name and address; who has is found by it, as somebody would be who filled in a form.
 */
export const meetVisitor = async (
  db: Db,
  orgId: string,
  session: ChatSessionRow,
): Promise<{ contactId: string; dealId: string }> => {
  if (session.contact_id !== null && session.deal_id !== null) return { contactId: session.contact_id, dealId: session.deal_id }
  const { contactId } = await resolveContact(
    db,
    orgId,
    { email: session.claimed_email, name: session.claimed_name },
    'web_chat',
  )
  const { dealId } = await openDealFor(db, orgId, {
    contactId,
    kind: 'web_chat',
    name: session.claimed_name ?? nameOf(session),
    cause: 'web_chat',
  })
  await db
    .updateTable('chat_sessions')
    .set({ contact_id: contactId, deal_id: dealId })
    .where('org_id', '=', orgId)
    .where('id', '=', session.id)
    .execute()
  return { contactId, dealId }
}

/** What the deal of somebody without a name is called: where they wrote. */
const nameOf = ({ origin }: ChatSessionRow): string =>
  origin === null ? 'Website chat' : `Website chat (${new URL(origin).host})`

/**
 * Takes what a visitor says of themselves. It is a claim: it joins the visitor to whoever has this address, as a form on the
 * website would, which can be undone; staff see in the thread that it was said and not proven; and the visitor is shown nothing more
 * for it than what was said in their own session.
 */
export const takeClaim = async (
  db: Db,
  orgId: string,
  session: ChatSessionRow,
  claim: { readonly name: string | undefined; readonly email: string | undefined },
): Promise<void> => {
  const isNews =
    (claim.name !== undefined && claim.name !== session.claimed_name) ||
    (claim.email !== undefined && claim.email !== session.claimed_email)
  if (!isNews) return
  await db
    .updateTable('chat_sessions')
    .set({
      ...(claim.name !== undefined && { claimed_name: claim.name }),
      ...(claim.email !== undefined && { claimed_email: claim.email }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', session.id)
    .execute()
  if (session.contact_id === null) return
  if (claim.name !== undefined) {
    await nameContact(db, orgId, session.contact_id, claim.name)
    await nameDeal(db, orgId, session, claim.name)
  }
  if (claim.email !== undefined) await joinByAddress(db, orgId, session.contact_id, claim)
  await takeMessage(db, orgId, {
    contactId: session.contact_id,
    dealId: session.deal_id,
    channel: 'note',
    direction: 'note',
    kind: 'system',
    body: `The visitor says: ${[claim.name, claim.email].filter(Boolean).join(', ')}. Nobody has checked it.`,
  })
}

const nameContact = async (db: Db, orgId: string, contactId: string, name: string): Promise<void> => {
  const named = await db
    .updateTable('contacts')
    .set({ full_name: name, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .where('full_name', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (named) await recordEvent(db, orgId, 'contact.changed', contactId)
}

/** A deal that is called after the website still is called after the visitor, once there is a name. */
const nameDeal = async (db: Db, orgId: string, session: ChatSessionRow, name: string): Promise<void> => {
  if (session.deal_id === null) return
  const named = await db
    .updateTable('deals')
    .set({ name, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', session.deal_id)
    .where('name', '=', nameOf(session))
    .returning('id')
    .executeTakeFirst()
  if (named) await recordEvent(db, orgId, 'deal.changed', session.deal_id, { change: 'renamed' })
}

/** The address is somebody's already: the visitor is joined to them. It is nobody's: it becomes the visitor's. */
const joinByAddress = async (
  db: Db,
  orgId: string,
  contactId: string,
  { name, email }: { readonly name: string | undefined; readonly email: string | undefined },
): Promise<void> => {
  const found = await resolveContact(db, orgId, { email: email ?? null, name: name ?? null }, 'web_chat')
  const own = await rootOf(db, orgId, contactId)
  if (found.contactId === own) return
  await mergeContacts(db, orgId, {
    ...(found.isNew ? { sourceId: found.contactId, targetId: own } : { sourceId: own, targetId: found.contactId }),
    cause: 'same_email',
    reason: 'web_chat',
    personId: null,
  })
}
