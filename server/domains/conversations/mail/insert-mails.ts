import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { FetchedMail } from '#ports/mailboxes.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { kindOf } from '#shapes/mime/kinds.ts'
import { headerOf, type ReadMail } from '#shapes/mime/mails.ts'
import { cut } from '#shapes/texts.ts'
import type { Report } from './bounced-mails.ts'
import { freshTextOf } from './fresh-texts.ts'
import { isAmong, previewOf } from './mails.ts'
import type { NewMail, Reading } from './settle-threads.ts'

/** What its provider says of a mail. */
export type Fetched = Omit<FetchedMail, 'raw' | 'head'> & { readonly isWhole: boolean }

/** A mail that was fetched, and what it says. Its bytes are not kept while others are waited for. */
export interface Letter {
  readonly fetched: Fetched
  readonly mail: ReadMail
}

/** A mail that was fetched, with what copies of it have in common. */
export interface MarkedLetter extends Letter {
  readonly fingerprint: Buffer
}

export interface EnteredMail extends MarkedLetter {
  readonly row: NewMail
}

/**
 * Writes new mails with their bodies, their places and the folders that list them: all in one statement, however many they are. The copy
 * has them nowhere.
 */
export const insertMails = async (
  db: Db,
  orgId: string,
  letters: readonly MarkedLetter[],
  reading: Reading,
): Promise<EnteredMail[]> => {
  const { mailbox } = reading
  const fresh = letters.map((letter) => ({ ...letter, row: { id: newId(), ...rowOf(letter.fetched, letter.mail, reading) } }))
  const given = fresh.map(({ row, fetched, mail, fingerprint }) => ({
    ...{ ref: fetched.ref, fingerprint: fingerprint.toString('hex') },
    ...row,
    ...bodyOf(mail),
  }))
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, ref text, fingerprint text, at timestamptz,
        direction text, message_id text, thread_ref text, in_reply_to text, refs text[], from_email text, from_name text,
        to_list jsonb, cc_list jsonb, bcc_list jsonb, reply_list jsonb, subject text, preview text, kind text, kind_reason text,
        broken text, is_proven boolean, attachments jsonb, size_bytes int, is_seen boolean, folders text[],
        text text, html text, headers jsonb, calendars jsonb, report jsonb)),
    bodies as (
      insert into mailbox_bodies (org_id, id, text, html, headers, calendars, report)
      select ${orgId}, id, text, html, headers, calendars, report from given),
    places as (
      insert into mailbox_places (org_id, mailbox_id, ref, mail_id, folders, is_seen, at)
      select ${orgId}, ${mailbox.id}, ref, id, folders, is_seen, at from given),
    entries as (
      insert into mailbox_entries (org_id, mailbox_id, folder, at, mail_id)
      select distinct ${orgId}::uuid, ${mailbox.id}::uuid, f.folder, g.at, g.id from given g, unnest(g.folders) as f(folder))
    insert into mailbox_mails (org_id, id, mailbox_id, fingerprint, at, direction, message_id, thread_ref, in_reply_to, refs, from_email,
      from_name, to_list, cc_list, bcc_list, reply_list, subject, preview, kind, kind_reason, broken, is_proven, attachments,
      size_bytes, is_seen, folders)
    select ${orgId}, id, ${mailbox.id}, decode(fingerprint, 'hex'), at, direction, message_id, thread_ref, in_reply_to, refs, from_email,
      from_name, to_list, cc_list, bcc_list, reply_list, subject, preview, kind, kind_reason, broken, is_proven, attachments,
      size_bytes, is_seen, array(select distinct f from unnest(folders) as f order by f)
    from given`.execute(db)
  return fresh
}

const rowOf = (fetched: Fetched, mail: ReadMail, { mailbox, roles, own }: Reading) => {
  const { kind, reason } = kindOf(mail)
  const is_proven = isProven(mail, mailbox)
  const isOurs =
    isAmong(fetched.folders, roles.get('sent')) ||
    isAmong(fetched.folders, roles.get('drafts')) ||
    // One's own by another program comes back by the inbox, with proof.
    (is_proven && mail.from !== null && own.ofMailbox.has(keyOf(mail.from) ?? ''))
  return {
    at: fetched.receivedAt,
    direction: isOurs ? ('out' as const) : ('in' as const),
    message_id: mail.messageId,
    thread_ref: fetched.threadRef,
    in_reply_to: mail.inReplyTo,
    refs: mail.references.slice(0, 100),
    from_email: mail.from ? cut(mail.from.email, 320) : null,
    from_name: mail.from?.name ? cut(mail.from.name, 500) : null,
    to_list: people(mail.to),
    cc_list: people(mail.cc),
    bcc_list: people(mail.bcc),
    reply_list: people(mail.replyTo),
    subject: cut(mail.subject, 2_000),
    preview: previewOf(freshTextOf(mail)),
    ...{ kind, kind_reason: reason, broken: !fetched.isWhole ? 'too_large' : mail.broken },
    is_proven,
    attachments: mail.attachments.slice(0, 200).map(fileOf),
    ...{ size_bytes: fetched.sizeBytes, is_seen: fetched.isRead, folders: fetched.folders },
  }
}

const bodyOf = (mail: ReadMail) => ({
  ...{ text: mail.text, html: mail.html, report: reportOf(mail) },
  headers: mail.headers.map(({ name, value }) => ({ name, value: cut(value, 4_000) })),
  calendars: mail.calendars.slice(0, 5).map((each) => ({ ...each, text: cut(each.text, 200_000) })),
})

/** What a delivery report says, without what it repeats of the mail that it is about. */
const reportOf = ({ bounce }: ReadMail): Report | null =>
  bounce === null || bounce.messageId === null
    ? null
    : { messageId: cut(bounce.messageId, 1_000), recipients: bounce.recipients.slice(0, 100) }

/** Of a circular the first hundred. */
const people = (list: ReadMail['to']) =>
  list.slice(0, 100).map(({ name, email }) => ({ name: name === null ? null : cut(name, 500), email: cut(email, 320) }))

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
