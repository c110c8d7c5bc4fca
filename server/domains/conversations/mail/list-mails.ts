import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { MailAttachment, MailKind, MailPerson, MailState } from '../inbox/thread-mails.ts'
import { knownState } from './known-states.ts'
import { attachmentsOf, type MailRow, peopleOf } from './mails.ts'

/** A mail of a mailbox, without what it says. */
export const Mail = shape('Email', {
  id: z.uuid(),
  mailbox_id: z.uuid(),
  direction: choice('EmailDirection', ['in', 'out']),
  at: z.iso.datetime().describe('By the provider’s clock'),
  from: MailPerson.nullable(),
  to: z.array(MailPerson),
  cc: z.array(MailPerson),
  subject: z.string(),
  preview: z.string(),
  unread: z.boolean().describe('In the mailbox'),
  folders: z.array(z.string()),
  kind: MailKind,
  is_proven: z.boolean().describe('Its provider says that it comes from whom it says'),
  broken: z.string().nullable().describe('Why it could not be read whole'),
  attachments: z.array(MailAttachment),
  state: MailState.nullable().describe('Of one that was written here'),
  error: z.string().nullable(),
  opened_at: z.iso.datetime().nullable().describe('When its picture was first loaded by others than its sender'),
  bounced: z.string().nullable().describe('What a mail server says of those whom it did not reach'),
  gone_at: z.iso.datetime().nullable().describe('When it was deleted in the mailbox; it stays as part of a conversation'),
})

export const shownMail = (row: MailRow): z.output<typeof Mail> => ({
  ...{ id: row.id, mailbox_id: row.mailbox_id, direction: row.direction as 'in', at: row.at.toISOString() },
  from: row.from_email === null ? null : { name: row.from_name, email: row.from_email },
  to: peopleOf(row.to_list),
  cc: peopleOf(row.cc_list),
  ...{ subject: row.subject, preview: row.preview, unread: !row.is_seen, folders: row.folders },
  ...{ kind: row.kind as 'person', is_proven: row.is_proven, broken: row.broken },
  attachments: attachmentsOf(row.attachments),
  ...(knownState(row) as { state: 'sent' | null; error: string | null }),
  bounced: row.bounce,
  opened_at: row.opened_at?.toISOString() ?? null,
  gone_at: row.gone_at?.toISOString() ?? null,
})

/** Where a page of mails begins: after this one. */
export interface MailPlace {
  readonly at: Date
  readonly id: string
}

/** Of one folder, newest first. One index, however many mails there are. */
export const findMailsOfFolder = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  { folder, before, limit }: { readonly folder: string; readonly before: MailPlace | null; readonly limit: number },
): Promise<MailRow[]> => {
  const { rows } = await sql<MailRow>`
    select m.* from (
      select e.mail_id, e.at from mailbox_entries e
      where e.org_id = ${orgId} and e.mailbox_id = ${mailboxId} and e.folder = ${folder}
        ${before === null ? sql`` : sql`and (e.at, e.mail_id) < (${before.at}, ${before.id}::uuid)`}
      order by e.at desc, e.mail_id desc limit ${limit}) e
    join mailbox_mails m on m.org_id = ${orgId} and m.id = e.mail_id
    order by e.at desc, e.mail_id desc`.execute(db)
  return rows
}
