import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent, recordEvents } from '#core/events/events.ts'
import { headerOf, type ReadMail } from '#shapes/mime/mails.ts'
import { setMailState } from '../inbox/message-changes.ts'
import { emailEvents } from './events.ts'
import { type Fetched, insertMails, type Letter, type MarkedLetter } from './insert-mails.ts'
import { findMail, fingerprintOf, isAmong, isSilent, type MailRow } from './mails.ts'
import { enterThreads, findMails, type Reading, settleMails, thoseOfThreads } from './settle-threads.ts'
import { clearUnsentNotices } from './unsent-mails.ts'

/**
 * Puts mails that were fetched into the copy, each once: by its place, by our own mark where it is one of ours among what was sent, or,
 * where a provider names no mail for life, as another place of one that is here. What is new goes into the threads of those it is with.
 * Answers how many were new. Those that are plainly new are written together: of a first read that is nearly all of them.
 */
export const fileMails = async (db: Db, orgId: string, letters: readonly Letter[], reading: Reading): Promise<number> => {
  const { fresh, others } = await sortOut(db, orgId, letters, reading)
  await enterMails(db, orgId, fresh, reading)
  let count = fresh.length
  for (const letter of others) if (await fileMail(db, orgId, letter, reading)) count += 1
  return count
}

/** Mails that are in no way known, and those that have to be looked at one by one. */
const sortOut = async (db: Db, orgId: string, letters: readonly Letter[], { mailbox }: Reading) => {
  const marked = letters.map((letter) => ({ ...letter, fingerprint: fingerprintOf(letter.mail, letter.fetched.sizeBytes) }))
  const refs = letters.map(({ fetched }) => fetched.ref)
  const fingerprints = isNamedForLife(mailbox) ? [] : marked.map(({ fingerprint }) => fingerprint)
  const { rows } = await sql<{ ref: string | null; fingerprint: Buffer | null }>`
    select g.ref, null::bytea as fingerprint from unnest(${refs}::text[]) as g(ref)
    where (select true from mailbox_places p where p.org_id = ${orgId} and p.mailbox_id = ${mailbox.id} and p.ref = g.ref)
    union all
    select null, known_fingerprints(${orgId}, ${mailbox.id}, ${fingerprints}::bytea[])`.execute(db)
  const known = new Set(rows.map(({ ref, fingerprint }) => ref ?? fingerprint?.toString('hex')))
  const [fresh, others]: [MarkedLetter[], MarkedLetter[]] = [[], []]
  for (const letter of marked) {
    const names = [letter.fetched.ref, ...(isNamedForLife(mailbox) ? [] : [letter.fingerprint.toString('hex')])]
    const isFresh = markOf(letter.mail) === null && !names.some((name) => known.has(name))
    ;(isFresh ? fresh : others).push(letter)
    for (const name of names) known.add(name)
  }
  return { fresh, others }
}

/** New mails: their rows, then the threads that they are part of. */
const enterMails = async (db: Db, orgId: string, fresh: readonly MarkedLetter[], reading: Reading): Promise<void> => {
  if (fresh.length === 0) return
  const { mailbox, roles } = reading
  const entered = await insertMails(db, orgId, fresh, reading)
  const heard = entered.filter(({ row }) => !isSilent(row.folders, roles, mailbox))
  const followed = await thoseOfThreads(db, orgId, heard, reading)
  const rows = await findMails(
    db,
    orgId,
    followed.map(({ row }) => row.id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { row, mail } of followed) {
    const whole = byId.get(row.id)
    if (whole) await enterThreads(db, orgId, whole, mail, reading)
  }
  const received = entered.filter(({ row }) => row.direction === 'in')
  const facts = { mailbox_id: mailbox.id }
  await recordEvents(
    db,
    orgId,
    emailEvents.received,
    received.map(({ row }) => ({ subjectId: row.id, facts })),
  )
}

/** One that may be known. Answers whether it is new. */
const fileMail = async (db: Db, orgId: string, letter: MarkedLetter, reading: Reading): Promise<boolean> => {
  const { fetched, mail, fingerprint } = letter
  const { mailbox } = reading
  const known = await db
    .selectFrom('mailbox_places')
    .select('mail_id')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailbox.id)
    .where('ref', '=', fetched.ref)
    .executeTakeFirst()
  const same = known
    ? await findMail(db, orgId, known.mail_id)
    : ((await ownOf(db, orgId, fetched, mail, reading)) ?? (await alikeOf(db, orgId, fingerprint, mailbox)))
  if (!same) {
    await enterMails(db, orgId, [letter], reading)
    return true
  }
  await placeMail(db, orgId, mailbox.id, fetched, same)
  await settleMails(db, orgId, [same.id], reading)
  return false
}

/** The mark that we put on mails that leave from here. */
const markOf = (mail: ReadMail): string | null => {
  const mark = headerOf(mail, 'x-foyer-mail')?.trim() ?? ''
  return /^[\da-f-]{36}$/.test(mark) ? mark : null
}

/** Our own mark counts only among what was sent from this mailbox: a stranger may send it back to us. */
const ownOf = async (
  db: Db,
  orgId: string,
  { folders, threadRef }: Fetched,
  mail: ReadMail,
  { mailbox, roles }: Reading,
): Promise<MailRow | undefined> => {
  const mark = markOf(mail)
  if (mark === null || !isAmong(folders, roles.get('sent'))) return undefined
  const row = await findMail(db, orgId, mark)
  if (row?.mailbox_id !== mailbox.id || row.state === null || row.state === 'cancelled') return undefined
  const replaced = mail.messageId !== null && mail.messageId !== row.message_id ? mail.messageId : row.given_message_id
  await db
    .updateTable('mailbox_mails')
    .set({
      ...{ given_message_id: replaced, thread_ref: threadRef ?? row.thread_ref },
      ...(row.state !== 'sent' && { state: 'sent', error: null, error_code: null, sent_at: row.sent_at ?? new Date() }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', row.id)
    .execute()
  // It was not known whether it left: it did, for here it is.
  if (row.state !== 'sent') {
    await setMailState(db, orgId, row.id, { state: 'sent' })
    await recordEvent(db, orgId, emailEvents.updated, row.id, { mailbox_id: mailbox.id, change: 'state' })
    await clearUnsentNotices(db, orgId, sql`select ${row.id}::uuid`)
  }
  return row
}

/** By Gmail: there a mail has one place, whatever labels it has. */
const isNamedForLife = ({ provider }: Reading['mailbox']): boolean => provider === 'google'

/** By IMAP the same mail has another place in each folder. */
const alikeOf = async (
  db: Db,
  orgId: string,
  fingerprint: Buffer,
  mailbox: Reading['mailbox'],
): Promise<MailRow | undefined> =>
  isNamedForLife(mailbox)
    ? undefined
    : db
        .selectFrom('mailbox_mails')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('mailbox_id', '=', mailbox.id)
        .where('fingerprint', '=', fingerprint)
        .orderBy('id')
        .executeTakeFirst()

const placeMail = async (db: Db, orgId: string, mailboxId: string, fetched: Fetched, row: MailRow): Promise<void> => {
  const place = { mail_id: row.id, folders: [...fetched.folders], is_seen: fetched.isRead, at: row.at }
  await db
    .insertInto('mailbox_places')
    .values({ org_id: orgId, mailbox_id: mailboxId, ref: fetched.ref, ...place })
    .onConflict((conflict) => conflict.columns(['org_id', 'mailbox_id', 'ref']).doUpdateSet(place))
    .execute()
}
