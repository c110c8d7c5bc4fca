import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db, ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure } from '#domains/connections/connections/provider-failures.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import type { MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { shape } from '#shapes'
import { openMailboxNow } from './accounts.ts'
import { copyFolders, copyMails, unknownOf } from './copy-mailbox.ts'
import { emailErrors } from './errors.ts'
import { findMailsOfFolder, Mail, shownMail } from './list-mails.ts'
import type { MailRow } from './mails.ts'
import { findReading, firstSince } from './readings.ts'
import { findUnsentMails, notSentFolder } from './unsent-mails.ts'
import { ownMailbox, refuseUnconnected } from './usable.ts'

const InboxEmail = shape('InboxEmail', {
  id: z.uuid(),
  from: z.string().describe('As mail programs show it'),
  subject: z.string(),
  preview: z.string(),
  date: z.iso.datetime(),
  unread: z.boolean(),
  mail: Mail,
})

export const fetchInbox = action({
  name: 'fetch-inbox',
  summary: 'List the mails of a folder, newest first',
  description:
    'From the copy of the mailbox, by the time at which its provider took them; `synced_at` says how old the copy is. A mailbox of which nothing was read yet is asked at once. `labelId` is a label of Gmail, or of a mailbox by IMAP INBOX, SENT, DRAFTS, SPAM, TRASH or the path of a folder: `list-mail-folders` has them. FOYER_NOT_SENT has mails that were written here and have not left as far as is known, also while the mailbox must be connected again: `resend-email` sends one again, and `cancel-email` makes it a draft.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({
    userEmail: z.string().min(3).max(320),
    labelId: z.string().min(1).max(1_000).default('INBOX'),
    limit: z.int().min(1).max(100).default(10),
    before: z.uuid().optional().describe('A mail of this folder: those after it, in the order of the list'),
  }),
  output: z.object({
    emails: z.array(InboxEmail),
    synced_at: z.iso.datetime().nullable().describe('How old the copy is; null while it is being read for the first time'),
  }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.mail_folder_not_found,
    emailErrors.email_not_found,
    connectionErrors.provider_unreachable,
  ],
  examples: [{ title: 'The inbox', input: { userEmail: 'maya@example.com' } }],

  async run({ userEmail, labelId, limit, before }, context) {
    const { org, inOrg, person } = context
    const isOwnList = labelId === notSentFolder
    const { mailbox, isUnread } = await inOrg(async ({ db }) => {
      const { mailbox } = await ownMailbox(db, org.id, person, userEmail)
      if (isOwnList) return { mailbox, isUnread: false }
      await refuseUnconnected(db, org.id, mailbox)
      return { mailbox, isUnread: await isWithoutMails(db, org.id, mailbox.id) }
    })
    if (isUnread) await readFirst(context, mailbox)
    return inOrg(async ({ db }) => {
      const place = before === undefined ? null : await placeOf(db, org.id, mailbox.id, before)
      const page = { before: place, limit }
      const rows = isOwnList
        ? await findUnsentMails(db, org.id, mailbox.id, page)
        : await findMailsOfFolder(db, org.id, mailbox.id, {
            folder: await folderOf(db, org.id, mailbox.id, labelId),
            ...page,
          })
      const now = await findReading(db, org.id, mailbox.id)
      return { emails: rows.map(listed), synced_at: now?.synced_at?.toISOString() ?? null }
    })
  },
})

/** Nothing of it was read yet: a first read has not come to its first mails. */
const isWithoutMails = async (db: Db, orgId: string, mailboxId: string): Promise<boolean> => {
  if ((await findReading(db, orgId, mailboxId))?.synced_at) return false
  const place = await db
    .selectFrom('mailbox_places')
    .select('ref')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .limit(1)
    .executeTakeFirst()
  return place === undefined
}

const listed = (row: MailRow) => ({
  ...{ id: row.id, from: shownSender(row), subject: row.subject, preview: row.preview },
  ...{ date: row.at.toISOString(), unread: !row.is_seen, mail: shownMail(row) },
})

const shownSender = ({ from_name: name, from_email: email }: MailRow): string =>
  name ? `${name} <${email ?? ''}>` : (email ?? '')

/** The names that IMAP's folders go by here, and what each is for. */
const roleNames: Readonly<Record<string, string>> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFTS: 'drafts',
  SPAM: 'spam',
  TRASH: 'trash',
}

const folderOf = async (db: Db, orgId: string, mailboxId: string, labelId: string): Promise<string> => {
  const role = roleNames[labelId]
  const found = await db
    .selectFrom('mailbox_folders')
    .select('id')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where((row) => row.or([row('id', '=', labelId), ...(role === undefined ? [] : [row('role', '=', role)])]))
    .orderBy((row) => row('id', '=', labelId), 'desc')
    .executeTakeFirst()
  if (!found) throw new Failure(emailErrors.mail_folder_not_found, { field: 'labelId' })
  return found.id
}

const placeOf = async (db: Db, orgId: string, mailboxId: string, id: string) => {
  const mail = await db
    .selectFrom('mailbox_mails')
    .select(['at', 'id'])
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new Failure(emailErrors.email_not_found, { field: 'before' })
  return mail
}

const firstMails = 10

/** The newest mails, at once: the job reads the rest, and finds these there. */
const readFirst = async (context: ExternalCallContext, mailbox: MailboxRow): Promise<void> => {
  const { org, within } = context
  const box = await openMailboxNow(context, mailbox.id)
  if (!box) return
  try {
    const inOrg = <T>(_orgId: string, work: (db: Db) => Promise<T>): Promise<T> => context.inOrg(({ db }) => work(db))
    const copying = { orgId: org.id, mailboxId: mailbox.id, box, inOrg, within }
    await copyFolders(copying)
    for await (const news of box.list({ since: firstSince(context) })) {
      if (news.news !== 'there') continue
      const fresh = await inOrg(org.id, (db) => unknownOf(db, org.id, mailbox.id, news.refs.slice(0, firstMails)))
      await copyMails(copying, fresh)
      break
    }
  } catch (error) {
    // Where the job was faster there is something to list.
    const isNone =
      !(error instanceof ProviderError) || (await context.inOrg(({ db }) => isWithoutMails(db, org.id, mailbox.id)))
    if (isNone) throw asProviderFailure(error)
  } finally {
    await box.close()
  }
}
