import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { Tables } from '#db/tables.ts'
import type { ReadMail } from '#shapes/mime/mails.ts'
import { MailAttachment, MailPerson } from '../inbox/thread-mails.ts'

export type MailRow = Selectable<Tables['mailbox_mails']>

const People = z.array(MailPerson)
export const peopleOf = (list: unknown): MailPerson[] => People.parse(list)

const Files = z.array(MailAttachment)
export const attachmentsOf = (list: unknown): MailAttachment[] => Files.parse(list)

/** Characters of a mail that lists show. */
export const previewLength = 200

/** A text as lists show it: one line. */
export const previewOf = (text: string): string => {
  // Most texts show within their first letters what a list shows of them.
  const first = oneLineOf(text.slice(0, 2 * previewLength))
  return (first.length > previewLength ? first : oneLineOf(text.slice(0, 100 * previewLength)))
    .slice(0, previewLength)
    .toWellFormed()
}

/** Of enough of a text, whatever white space and invisible signs there are among. */
const oneLineOf = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/\u034f|[\u200b-\u200f\u2060\ufeff\u00ad]/gu, '')
    .trim()

/**
 * The same mail in another folder, or read again after the folder was renumbered, has the same: its Message-ID, what it is about and
 * who wrote it. A mail without an id is known by its date and its size.
 */
export const fingerprintOf = (mail: ReadMail, sizeBytes: number): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        mail.messageId,
        mail.from?.email ?? null,
        mail.subject,
        mail.date?.getTime() ?? null,
        mail.messageId === null ? sizeBytes : null,
      ]),
    )
    .digest()

/** What copies of one mail in several mailboxes have in common. */
export const mailKeyOf = (mail: Pick<MailRow, 'message_id' | 'fingerprint'>): string =>
  mail.message_id ?? mail.fingerprint.toString('hex')

export const findMail = (db: Db, orgId: string, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mailbox_mails').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Finds a mail and holds it until the transaction ends. */
export const lockMail = (db: Db, orgId: string, id: string): Promise<MailRow | undefined> =>
  db
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Mails of folders that no thread has: a draft is not said, and junk is not read. */
const silentRoles = ['drafts', 'spam', 'trash']

/** Folders of a mailbox by their role. */
export const foldersByRole = async (db: Db, orgId: string, mailboxId: string): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('mailbox_folders')
    .select(['id', 'role'])
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('role', 'is not', null)
    .execute()
  const byRole = new Map<string, string[]>()
  for (const { id, role } of rows) byRole.set(role ?? '', [...(byRole.get(role ?? '') ?? []), id])
  return byRole
}

/** Whether one of these folders is of a kind. */
export const isAmong = (folders: readonly string[], of: readonly string[] | undefined): boolean =>
  of?.some((id) => folders.includes(id)) ?? false

/**
 * Whether a mail lies only where nothing is said. Gmail's labels are of one mail: what is labelled as junk is junk. By IMAP each folder has a
 * copy of its own, and one that was thrown away leaves the others where they are; a folder of all mail says nothing of where one is.
 */
export const isSilent = (
  folders: readonly string[],
  byRole: ReadonlyMap<string, readonly string[]>,
  { provider }: { readonly provider: string },
): boolean => {
  const isQuiet = (folder: string): boolean => silentRoles.some((role) => byRole.get(role)?.includes(folder))
  if (provider === 'google') return folders.some(isQuiet)
  const telling = folders.filter((folder) => !byRole.get('all')?.includes(folder))
  return telling.length > 0 && telling.every(isQuiet)
}

/**
 * Brings what lists show of mails up to their places: the folders that they are in, and whether they were read. Answers those that are
 * nowhere any more.
 */
export const settlePlaces = async (db: Db, orgId: string, mailIds: readonly string[]): Promise<string[]> => {
  if (mailIds.length === 0) return []
  const { rows } = await sql<{ id: string; is_gone: boolean }>`
    with given as (select unnest(${[...mailIds]}::uuid[]) as id),
    placed as (
      select p.mail_id as id, coalesce(array_agg(distinct f.folder order by f.folder) filter (where f.folder is not null), '{}') as folders,
        bool_or(p.is_seen) as is_seen
      from mailbox_places p left join lateral unnest(p.folders) as f(folder) on true
      where p.org_id = ${joinedOrg(orgId)} and p.mail_id in (select id from given) group by p.mail_id),
    left_folders as (
      delete from mailbox_entries e using mailbox_mails m left join placed n on n.id = m.id
      where m.org_id = ${joinedOrg(orgId)} and m.id in (select id from given) and e.org_id = m.org_id and e.mailbox_id = m.mailbox_id
        and e.mail_id = m.id and not e.folder = any(coalesce(n.folders, '{}'))),
    entered as (
      insert into mailbox_entries (org_id, mailbox_id, folder, at, mail_id)
      select m.org_id, m.mailbox_id, f.folder, m.at, m.id
      from placed n join mailbox_mails m on m.org_id = ${joinedOrg(orgId)} and m.id = n.id, unnest(n.folders) as f(folder)
      on conflict do nothing)
    update mailbox_mails m set folders = coalesce(n.folders, '{}'), is_seen = coalesce(n.is_seen, m.is_seen),
      gone_at = case when n.id is null then coalesce(m.gone_at, now()) end
    from given g left join placed n on n.id = g.id
    where m.org_id = ${joinedOrg(orgId)} and m.id = g.id
    returning m.id, n.id is null as is_gone`.execute(db)
  return rows.filter(({ is_gone }) => is_gone).map(({ id }) => id)
}
