import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { choice, shape } from '#shapes'
import { findReading } from './readings.ts'
import { countStuckMails, notSentFolder } from './unsent-mails.ts'
import { ownMailbox } from './usable.ts'

const MailFolder = shape('EmailFolder', {
  id: z.string().describe('The `labelId` of `fetch-inbox`'),
  name: z.string(),
  role: choice('EmailFolderRole', ['inbox', 'sent', 'drafts', 'spam', 'trash', 'archive', 'all', 'not_sent'])
    .nullable()
    .describe('Null: made by a person'),
  unread: z
    .int()
    .describe(
      'Of the newest 5,000 unread mails of the mailbox; of `not_sent` those that failed or may have left. At most 1,000',
    ),
})

/** How far a mailbox has been read. */
const MailReading = shape('EmailReading', {
  synced_at: z.iso.datetime().nullable(),
  behind_since: z.iso.datetime().nullable().describe('Since when it could not be read'),
  last_error: z.string().nullable(),
  listed: z.int().nullable().describe('Mails of a reading of everything; null when there is none'),
  copied: z.int().describe('How many of them are here'),
  since: z.iso.datetime().nullable().describe('How far back it is read; null until the first reading begins'),
  is_complete: z.boolean().describe('All since then is here: no reading of everything is under way'),
})

/** The newest unread mails of a mailbox are counted: of a million mails, going through a folder takes half a second. */
const mostUnread = 5_000

export const listMailFolders = action({
  name: 'list-mail-folders',
  summary: 'List the folders of a mailbox, and how far it was read',
  description:
    'Folders of IMAP and labels of Gmail, with their unread mails; and last `not_sent`, which is Foyer’s own: mails that were written here and have not left as far as is known. Also of a mailbox that must be connected again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ userEmail: z.string().min(3).max(320) }),
  output: z.object({ folders: z.array(MailFolder), reading: MailReading }),
  errors: [mailboxErrors.foreign_mailbox],
  examples: [{ title: 'Of one mailbox', input: { userEmail: 'maya@example.com' } }],

  async run({ userEmail }, { db, org, person }) {
    const { mailbox } = await ownMailbox(db, org.id, person, userEmail)
    const { rows: folders } = await sql<{ id: string; name: string; role: string | null; unread: number }>`
      with unread as (
        select folders from mailbox_mails
        where org_id = ${org.id} and mailbox_id = ${mailbox.id} and not is_seen order by at desc limit ${mostUnread}),
      counted as (select folder, count(*)::int as count from unread, unnest(unread.folders) as folder group by folder)
      select f.id, f.name, f.role, least(coalesce(c.count, 0), 1000) as unread
      from mailbox_folders f left join counted c on c.folder = f.id
      where f.org_id = ${org.id} and f.mailbox_id = ${mailbox.id}
      order by f.role, f.name`.execute(db)
    const reading = await findReading(db, org.id, mailbox.id)
    const stuck = await countStuckMails(db, org.id, mailbox.id)
    return {
      folders: [
        ...folders.map(({ id, name, role, unread }) => ({ id, name, role: role as 'inbox' | null, unread })),
        { id: notSentFolder, name: 'Not sent', role: 'not_sent' as const, unread: stuck },
      ],
      reading: {
        synced_at: reading?.synced_at?.toISOString() ?? null,
        behind_since: reading?.behind_since?.toISOString() ?? null,
        ...{ last_error: reading?.last_error ?? null, listed: reading?.listed ?? null, copied: reading?.copied ?? 0 },
        since: reading?.since?.toISOString() ?? null,
        is_complete: reading?.cursor != null,
      },
    }
  },
})
