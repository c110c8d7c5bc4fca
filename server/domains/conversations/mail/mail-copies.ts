import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findMailbox, type MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { hideMailTexts, removeMailMessages, showMailText } from '../inbox/message-changes.ts'
import { freshTextOf } from './fresh-texts.ts'
import { foldersByRole, isSilent, type MailRow } from './mails.ts'
import { findOwnAddresses } from './own-addresses.ts'
import { bodyOf, outsidersOf } from './thread-mails.ts'

interface Copy extends MailRow {
  readonly text: string | null
  readonly html: string | null
}

/** How a copy stands in a thread. */
interface Standing {
  readonly mailId: string
  readonly mailboxId: string
  readonly body: string | null
}

/** Copies of one mail that a statement compares: the same words of the same sender, in a mailbox that is connected and has them still. */
const isOther = sql`o.org_id = a.org_id and o.mailbox_id = b.id and o.fingerprint = a.fingerprint and o.id <> a.id and o.gone_at is null
  and b.org_id = a.org_id and b.ended_at is null`

/** Finds what stands in a thread in place of a mail: what is known of its mailboxes is asked for once. */
const makeStandIns = (db: Db, orgId: string, { leaving = null }: { readonly leaving?: string | null } = {}) => {
  const known = new Map<string, Promise<Awaited<ReturnType<typeof findFiling>>>>()
  const filingOf = (mailboxId: string) => {
    const found = known.get(mailboxId) ?? findFiling(db, orgId, mailboxId)
    known.set(mailboxId, found)
    return found
  }
  /** Where another mailbox has it, and would show it to this address: of the team first. */
  return async (mailId: string, address: string | null): Promise<Standing | null> => {
    const { rows } = await sql<Copy>`
      select o.*, y.text, y.html
      from mailbox_mails a join mailboxes b on b.org_id = a.org_id join mailbox_mails o on ${isOther}
      left join mailbox_bodies y on y.org_id = o.org_id and y.id = o.id
      where a.org_id = ${orgId} and a.id = ${mailId} and o.mailbox_id is distinct from ${leaving}
      order by b.kind = 'team' desc, o.id limit 20`.execute(db)
    for (const copy of rows) {
      const filing = await filingOf(copy.mailbox_id)
      if (!filing || isSilent(copy.folders, filing.roles, filing.mailbox)) continue
      if (!outsidersOf(copy, filing).some(({ key }) => address === null || key === address)) continue
      const body = filing.mailbox.kind === 'team' ? bodyOf(copy.subject, freshTextOf(copy)) : null
      return { mailId: copy.id, mailboxId: copy.mailbox_id, body }
    }
    return null
  }
}

const findFiling = async (db: Db, orgId: string, mailboxId: string) => {
  const mailbox = await findMailbox(db, orgId, mailboxId)
  if (!mailbox) return null
  return {
    mailbox,
    own: await findOwnAddresses(db, orgId, mailboxId),
    roles: await foldersByRole(db, orgId, mailboxId),
  }
}

const standings = (db: Db, orgId: string, mailId: string) =>
  db
    .selectFrom('messages')
    .select(['id', 'address', 'body'])
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .orderBy('id')

/**
 * A mail leaves threads: all that it stands in, or those that are none of its own any more. Where another mailbox has a copy of it, that one
 * stands there from now on.
 */
export const leaveThreads = async (
  db: Db,
  orgId: string,
  { id }: Pick<MailRow, 'id'>,
  staying: readonly string[] = [],
): Promise<void> => {
  const rows = (await standings(db, orgId, id).execute()).filter((row) => !staying.includes(row.id))
  if (rows.length === 0) return
  const findStandIn = makeStandIns(db, orgId)
  const kept: string[] = []
  for (const row of rows) {
    const other = await findStandIn(id, row.address)
    if (!other) continue
    kept.push(row.id)
    await showMailText(db, orgId, row.id, other)
  }
  await removeMailMessages(db, orgId, id, [...staying, ...kept])
}

/** Before a personal mailbox is left: what stands in threads by its mails, and is in another mailbox too, stands there by that one. */
export const handOverThreads = async (db: Db, orgId: string, mailboxId: string): Promise<void> => {
  const { rows } = await sql<{ id: string; mail_id: string; address: string | null }>`
    select s.id, s.mail_id, s.address from messages s join mailbox_mails a on a.org_id = s.org_id and a.id = s.mail_id
    where s.org_id = ${orgId} and a.mailbox_id = ${mailboxId} and exists (
      select from mailboxes b join mailbox_mails o on ${isOther} where o.mailbox_id <> a.mailbox_id)`.execute(db)
  const findStandIn = makeStandIns(db, orgId, { leaving: mailboxId })
  for (const { id, mail_id, address } of rows) {
    const other = await findStandIn(mail_id, address)
    if (other) await showMailText(db, orgId, id, other)
  }
}

/**
 * A mailbox is personal again: in the transaction in which its owner says so, its texts leave the threads, but those that a mailbox of the
 * team has too. So there is no moment at which a colleague reads on.
 */
export const hideMailbox = async (db: Db, orgId: string, { id, kind }: Pick<MailboxRow, 'id' | 'kind'>): Promise<void> => {
  if (kind === 'team') return
  const { rows } = await sql<{ id: string }>`
    select s.id from messages s join mailbox_mails a on a.org_id = s.org_id and a.id = s.mail_id
    where s.org_id = ${orgId} and a.mailbox_id = ${id} and s.body is not null and not exists (
      select from mailboxes b join mailbox_mails o on ${isOther} where b.kind = 'team')`.execute(db)
  await hideMailTexts(
    db,
    orgId,
    rows.map((row) => row.id),
  )
}

/** A mailbox that is personal again shows in threads no more than that there was a mail; what a team's mailbox has too is shown by that. */
export const hideInThreads = async (
  db: Db,
  orgId: string,
  mail: MailRow,
  { kind }: Pick<MailboxRow, 'kind'>,
): Promise<void> => {
  if (kind === 'team') return
  const findStandIn = makeStandIns(db, orgId)
  for (const { id, address } of await standings(db, orgId, mail.id).where('body', 'is not', null).execute()) {
    const other = await findStandIn(mail.id, address)
    const shown = other?.body ? other : { mailId: mail.id, mailboxId: mail.mailbox_id, body: null }
    await showMailText(db, orgId, id, shown)
  }
}
