import type { Db } from '#core/context.ts'
import { openDealFor, renameDeal } from '#domains/crm/deals/deals.ts'
import { recordClaimsOf } from '#domains/crm/identities/claims.ts'
import { nameContact } from '#domains/crm/identities/contact-changes.ts'
import { addUnidentified } from '#domains/crm/identities/identity-keys.ts'
import { recordMessage } from '../inbox/messages.ts'
import type { ChatSessionRow } from './sessions.ts'

/** Characters of a message in a website's chat. */
export const longestMessage = 4_000

/**
 * The contact and the deal of a session that the caller holds; with its first message both are made. A session is a contact of its
 * own, whatever address its visitor gives: that is noted as a claim, and members decide whether it is the person who has it.
 */
export const meetVisitor = async (
  db: Db,
  orgId: string,
  session: ChatSessionRow,
): Promise<{ contactId: string; dealId: string }> => {
  if (session.contact_id !== null && session.deal_id !== null) return { contactId: session.contact_id, dealId: session.deal_id }
  const contactId = await addUnidentified(db, orgId, { name: session.claimed_name })
  await recordClaimsOf(db, orgId, contactId, { email: session.claimed_email }, 'web_chat')
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

/** The name of a deal without a contact name: the page where they wrote. */
const nameOf = ({ origin }: ChatSessionRow): string =>
  origin === null ? 'Website chat' : `Website chat (${new URL(origin).host})`

/**
 * Takes what a visitor says of themselves. It is a claim: it names the visitor's own contact where that has no name, is noted for
 * members, who see in the thread that it is not verified, and merges no contacts. The visitor is shown nothing more for it.
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
    // A deal that is called after the website still is called after the visitor, once there is a name.
    if (session.deal_id !== null) await renameDeal(db, orgId, session.deal_id, { from: nameOf(session), to: claim.name })
  }
  await recordClaimsOf(db, orgId, session.contact_id, { email: claim.email ?? null }, 'web_chat')
  await recordMessage(db, orgId, {
    contactId: session.contact_id,
    dealId: session.deal_id,
    channel: 'note',
    direction: 'note',
    kind: 'system',
    body: `The visitor says: ${[claim.name, claim.email].filter(Boolean).join(', ')}. Not verified.`,
    isUnverified: true,
  })
}
