import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import type { MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { resolveClaim } from '#domains/crm/identities/claimants.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { findHolders, identitiesOf } from '#domains/crm/identities/identity-keys.ts'
import { canonicalContactOf } from '#domains/crm/identities/merge-groups.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { showMailText } from '../inbox/message-changes.ts'
import { recordMessage } from '../inbox/messages.ts'
import { type MailRow, mailKeyOf, peopleOf } from './mails.ts'
import { isKept, isOwn, type OwnAddresses } from './own-addresses.ts'

export interface Filing {
  readonly mailbox: MailboxRow
  readonly own: OwnAddresses
  readonly within: Within
}

interface Outsider {
  readonly key: string
  readonly email: string
  readonly name: string | null
  readonly role: 'from' | 'to' | 'cc'
}

/** Who stands on a mail. */
export type Parties = Pick<MailRow, 'direction' | 'from_email' | 'from_name'> & {
  readonly to_list: unknown
  readonly cc_list: unknown
  readonly bcc_list: unknown
}

/** With whom a mail is: those of From, To and Cc who are not of us, each once; none of them where one is on the owner's list. */
export const outsidersOf = (
  mail: Parties,
  { own, mailbox }: { readonly own: OwnAddresses; readonly mailbox: Pick<MailboxRow, 'email' | 'excluded'> },
): Outsider[] => {
  if (isKept(mail, mailbox)) return []
  const from = mail.from_email === null ? [] : [{ email: mail.from_email, name: mail.from_name, role: 'from' as const }]
  const sender = mail.from_email === null ? null : keyOf({ email: mail.from_email })
  // In our own name, and not from here: a colleague's own copy shows it, or a stranger pretends to be one of us.
  if (mail.direction === 'in' && sender !== null && own.addresses.has(sender)) return []
  const all = [
    ...(mail.direction === 'in' ? from : []),
    ...peopleOf(mail.to_list).map((each) => ({ ...each, role: 'to' as const })),
    ...peopleOf(mail.cc_list).map((each) => ({ ...each, role: 'cc' as const })),
  ]
  const outsiders = new Map<string, Outsider>()
  for (const each of all) {
    const key = keyOf(each)
    if (key === null || isOwn(key, own)) continue
    if (!outsiders.has(key)) outsiders.set(key, { ...each, key })
  }
  return [...outsiders.values()]
}

/** What is written of a mail into threads. */
interface Said {
  readonly text: string
  readonly personId?: string | null
  /** The thread it was written in, and the sender's own id for it. */
  readonly client?: { readonly contactId: string; readonly messageId: string | null; readonly digest: string }
}

/** Threads that one mail shows in, at most: a circular is no conversation. */
const mostThreads = 20

/**
 * Shows a mail in the thread of everyone whom it is with. A person who writes to a mailbox of the team becomes a contact; all others
 * count only as far as they are contacts. The row says what of it may be read by all: of a personal mailbox nothing but that there was
 * a mail.
 */
export const fileInThreads = async (
  db: Db,
  orgId: string,
  mail: MailRow,
  { text, personId = null, client }: Said,
  filing: Filing,
): Promise<string[]> => {
  const outsiders = outsidersOf(mail, filing)
  if (outsiders.length === 0 || outsiders.length > mostThreads) return []
  const isTeam = filing.mailbox.kind === 'team'
  const messageIds: string[] = []
  const threads = new Set<string>()
  // In one order for every mail, so that two with the same people do not wait for each other.
  for (const outsider of outsiders.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const writes = outsider.role === 'from' && mail.kind === 'person' && isTeam
    const found = writes
      ? await contactOfWriter(db, orgId, mail, outsider, filing)
      : await findContactOf(db, orgId, outsider.email)
    if (!found || threads.has(found)) continue
    threads.add(found)
    const isOld = mail.at < filing.mailbox.created_at
    const body = isTeam ? bodyOf(mail.subject, text) : null
    const { messageId, isNew } = await recordMessage(db, orgId, {
      contactId: found,
      ...{ channel: 'email', direction: mail.direction === 'in' ? 'in' : 'out', kind: 'email' },
      ...{ body, personId, at: mail.at, connectionId: mail.mailbox_id, address: outsider.key },
      mail: { id: mail.id, key: mailKeyOf(mail) },
      ...((await isOf(db, orgId, found, client?.contactId)) && {
        ...{ clientMessageId: client?.messageId ?? null, clientDigest: client?.digest ?? null },
      }),
      isUnverified: mail.direction === 'in' && outsider.role === 'from' && !mail.is_proven,
      // Nothing that a colleague cannot read asks the team for an answer; what a program wrote does not either.
      isImported: isOld || (mail.direction === 'in' && (!isTeam || mail.kind !== 'person' || outsider.role !== 'from')),
      ...(mail.direction === 'out' && { state: stateOf(mail) }),
    })
    // A copy in a mailbox of the team shows what one in a personal mailbox did not.
    if (!isNew && body !== null && !(await isShownByTeam(db, orgId, messageId, mail.id)))
      await showMailText(db, orgId, messageId, { mailId: mail.id, mailboxId: mail.mailbox_id, body })
    messageIds.push(messageId)
  }
  return messageIds
}

/** Whether a team mailbox shows another mail here. A later one with the same id, which a stranger can write, does not replace it. */
const isShownByTeam = async (db: Db, orgId: string, messageId: string, mailId: string): Promise<boolean> => {
  const other = await db
    .selectFrom('messages as s')
    .innerJoin('mailbox_mails as m', (join) => join.onRef('m.org_id', '=', 's.org_id').onRef('m.id', '=', 's.mail_id'))
    .innerJoin('mailboxes as b', (join) => join.onRef('b.org_id', '=', 'm.org_id').onRef('b.id', '=', 'm.mailbox_id'))
    .select('s.id')
    .where('s.org_id', '=', orgId)
    .where('s.id', '=', messageId)
    .where('m.id', '!=', mailId)
    .where('m.gone_at', 'is', null)
    .where('b.ended_at', 'is', null)
    .where('b.kind', '=', 'team')
    .executeTakeFirst()
  return other !== undefined
}

const isOf = async (db: Db, orgId: string, found: string, contactId: string | undefined): Promise<boolean> =>
  contactId !== undefined && (await canonicalContactOf(db, orgId, found)) === contactId

/** How far a mail has come, as a thread says it. */
const stateOf = ({ state }: MailRow) =>
  state === null || state === 'cancelled'
    ? ('sent' as const)
    : (state as 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain')

/** Characters of a mail that a thread holds, and a search finds; the mail has all of it. */
const mostOfBody = 10_000

export const bodyOf = (subject: string, text: string): string =>
  (text.trim() === '' ? subject : text.trim()).slice(0, mostOfBody).toWellFormed()

/** An address is proven where the mailbox's own provider says so; otherwise it is a claim. */
const contactOfWriter = async (
  db: Db,
  orgId: string,
  mail: MailRow,
  { email, name }: Outsider,
  { within }: Filing,
): Promise<string> => {
  const who = { email, name }
  const { recordId } = mail.is_proven
    ? await resolveContact(db, orgId, within, who, 'email')
    : await resolveClaim(db, orgId, who, { source: 'email', order: ['email'] })
  return recordId
}

/** Not one that a later claim added the address to. */
export const findContactOf = async (db: Db, orgId: string, email: string): Promise<string | null> =>
  (await findContactsOf(db, orgId, [email])).get(email) ?? null

/** The same of several addresses at once, by address. */
export const findContactsOf = async (db: Db, orgId: string, emails: readonly string[]): Promise<Map<string, string>> => {
  const given = emails.flatMap((email) => identitiesOf(orgId, { email }).map((identity) => ({ email, identity })))
  const holders = await findHolders(
    db,
    orgId,
    given.map(({ identity }) => identity),
  )
  const byKey = new Map(holders.flatMap(({ key, proof, contactId }) => (proof === 'added' ? [] : [[key, contactId] as const])))
  return new Map(
    given.flatMap(({ email, identity }) => {
      const contactId = byKey.get(identity.key)
      return contactId === undefined ? [] : [[email, contactId] as const]
    }),
  )
}
