import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { FetchedMail } from '#ports/mailboxes.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { kindOf } from '#shapes/mime/kinds.ts'
import { headerOf, type ReadMail } from '#shapes/mime/mails.ts'
import { cut } from '#shapes/texts.ts'
import { setMailState } from '../inbox/message-changes.ts'
import { emailEvents } from './events.ts'
import { freshTextOf } from './fresh-texts.ts'
import { findMail, fingerprintOf, isSilent, type MailRow, previewOf, settlePlaces } from './mails.ts'
import { enterThreads, type Reading, settleMails } from './settle-threads.ts'

export interface Filed {
  readonly mailId: string
  readonly isNew: boolean
}

/**
 * Puts a mail that was fetched into the copy, once: by its place, by our own mark where it is one of ours among what was sent, or, where
 * a provider names no mail for life, as another place of one that is here. What is new goes into the threads of those it is with.
 */
export const fileMail = async (
  db: Db,
  orgId: string,
  fetched: FetchedMail,
  mail: ReadMail,
  reading: Reading,
): Promise<Filed> => {
  const { mailbox } = reading
  const known = await db
    .selectFrom('mailbox_places')
    .select('mail_id')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailbox.id)
    .where('ref', '=', fetched.ref)
    .executeTakeFirst()
  const fingerprint = fingerprintOf(mail, fetched.sizeBytes)
  const same = known
    ? await findMail(db, orgId, known.mail_id)
    : ((await ownOf(db, orgId, fetched, mail, reading)) ?? (await alikeOf(db, orgId, fingerprint, mailbox)))
  const row = same ?? (await insertMail(db, orgId, fetched, mail, { fingerprint, reading }))
  await placeMail(db, orgId, mailbox.id, fetched, row)
  if (same) {
    await settleMails(db, orgId, [row.id], reading)
    return { mailId: row.id, isNew: false }
  }
  await settlePlaces(db, orgId, [row.id])
  if (!isSilent(fetched.folders, reading.roles, mailbox)) await enterThreads(db, orgId, row, mail, reading)
  if (row.direction === 'in') await recordEvent(db, orgId, emailEvents.received, row.id, { mailbox_id: mailbox.id })
  return { mailId: row.id, isNew: true }
}

/** Our own mark counts only among what was sent from this mailbox: a stranger may send it back to us. */
const ownOf = async (
  db: Db,
  orgId: string,
  { folders, threadRef }: FetchedMail,
  mail: ReadMail,
  { mailbox, roles }: Reading,
): Promise<MailRow | undefined> => {
  const mark = headerOf(mail, 'x-foyer-mail')?.trim() ?? ''
  if (!/^[\da-f-]{36}$/.test(mark) || !isAmong(folders, roles.get('sent'))) return undefined
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
  }
  return row
}

const isAmong = (folders: readonly string[], of: readonly string[] | undefined): boolean =>
  of?.some((id) => folders.includes(id)) ?? false

/** By IMAP the same mail has another place in each folder. */
const alikeOf = async (
  db: Db,
  orgId: string,
  fingerprint: Buffer,
  mailbox: Reading['mailbox'],
): Promise<MailRow | undefined> =>
  mailbox.provider === 'google'
    ? undefined
    : db
        .selectFrom('mailbox_mails')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('mailbox_id', '=', mailbox.id)
        .where('fingerprint', '=', fingerprint)
        .orderBy('id')
        .executeTakeFirst()

const insertMail = async (
  db: Db,
  orgId: string,
  fetched: FetchedMail,
  mail: ReadMail,
  { fingerprint, reading: { mailbox, roles, own } }: { readonly fingerprint: Buffer; readonly reading: Reading },
): Promise<MailRow> => {
  const { kind, reason } = kindOf(mail)
  const id = newId()
  const is_proven = isProven(mail, mailbox)
  const isOurs =
    isAmong(fetched.folders, roles.get('sent')) ||
    isAmong(fetched.folders, roles.get('drafts')) ||
    // One's own by another program comes back by the inbox, with proof.
    (is_proven && mail.from !== null && own.ofMailbox.has(keyOf(mail.from) ?? ''))
  const row = await db
    .insertInto('mailbox_mails')
    .values({
      ...{ org_id: orgId, id, mailbox_id: mailbox.id, at: fetched.receivedAt, fingerprint },
      direction: isOurs ? 'out' : 'in',
      message_id: mail.messageId,
      thread_ref: fetched.threadRef,
      in_reply_to: mail.inReplyTo,
      refs: [...mail.references.slice(0, 100)],
      from_email: mail.from ? cut(mail.from.email, 320) : null,
      from_name: mail.from?.name ? cut(mail.from.name, 500) : null,
      to_list: people(mail.to),
      cc_list: people(mail.cc),
      bcc_list: people(mail.bcc),
      reply_list: people(mail.replyTo),
      subject: cut(mail.subject, 2_000),
      preview: previewOf(freshTextOf(mail)),
      ...{ kind, kind_reason: reason, broken: fetched.raw === null ? 'too_large' : mail.broken },
      is_proven,
      attachments: JSON.stringify(mail.attachments.slice(0, 200).map(fileOf)),
      ...{ size_bytes: fetched.sizeBytes, is_seen: fetched.isRead },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('mailbox_bodies')
    .values({
      ...{ org_id: orgId, id, text: mail.text, html: mail.html },
      headers: JSON.stringify(mail.headers.map(({ name, value }) => ({ name, value: value.slice(0, 4_000) }))),
      calendars: JSON.stringify(mail.calendars.slice(0, 5).map((each) => ({ ...each, text: each.text.slice(0, 200_000) }))),
      report: reportOf(mail),
    })
    .execute()
  return row
}

/** What a delivery report says, without what it repeats of the mail that it is about. */
const reportOf = ({ bounce }: ReadMail): string | null =>
  bounce === null || bounce.messageId === null
    ? null
    : JSON.stringify({ messageId: cut(bounce.messageId, 1_000), recipients: bounce.recipients.slice(0, 100) })

/** Of a circular the first hundred. */
const people = (list: ReadMail['to']): string =>
  JSON.stringify(
    list.slice(0, 100).map(({ name, email }) => ({ name: name === null ? null : cut(name, 500), email: cut(email, 320) })),
  )

const fileOf = ({ name, type, contentId, isInline, content }: ReadMail['attachments'][number], index: number) => ({
  ...{ index, name, type, bytes: content.length, content_id: contentId, is_inline: isInline },
})

/**
 * Google says at the top of a mail which of its sender's proofs held (RFC 8601); what stands below may be the sender's own words. Of other
 * servers it is not known whose words the top is.
 */
const isProven = (mail: ReadMail, { provider }: Reading['mailbox']): boolean => {
  if (provider !== 'google') return false
  const [server = '', ...results] = (headerOf(mail, 'authentication-results') ?? '').split(';')
  return server.trim().toLowerCase() === 'mx.google.com' && results.some((result) => /^\s*dmarc=pass\b/i.test(result))
}

const placeMail = async (db: Db, orgId: string, mailboxId: string, fetched: FetchedMail, row: MailRow): Promise<void> => {
  const place = { mail_id: row.id, folders: [...fetched.folders], is_seen: fetched.isRead, at: row.at }
  await db
    .insertInto('mailbox_places')
    .values({ org_id: orgId, mailbox_id: mailboxId, ref: fetched.ref, ...place })
    .onConflict((conflict) => conflict.columns(['org_id', 'mailbox_id', 'ref']).doUpdateSet(place))
    .execute()
}
