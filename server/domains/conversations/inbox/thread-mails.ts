import { z } from 'zod'
import { question } from '#core/within.ts'
import { MailboxShares } from '#domains/connections/mailboxes/mailboxes.ts'
import { choice, Reference, shape } from '#shapes'

/** A sender or recipient of a mail. */
export const MailPerson = shape('EmailPerson', { name: z.string().nullable(), email: z.string() })
export type MailPerson = z.output<typeof MailPerson>

/** A file of a mail: fetched from the mailbox when it is asked for. */
export const MailAttachment = shape('EmailAttachment', {
  index: z.int(),
  name: z.string().nullable(),
  type: z.string(),
  bytes: z.int(),
  content_id: z.string().nullable().describe('What the HTML names as `cid:`'),
  is_inline: z.boolean(),
})
export type MailAttachment = z.output<typeof MailAttachment>

export const MailKind = choice('EmailKind', ['person', 'bulk', 'automatic', 'bounce'])
/** Of one that was written here. */
export const MailState = choice('EmailState', ['queued', 'sending', 'sent', 'failed', 'uncertain', 'cancelled'])

/** A mail in a thread, as much as its reader may see. */
export const ThreadMail = shape('ThreadEmail', {
  id: z.uuid(),
  visible: choice('EmailVisibility', ['time', 'subject', 'all']).describe(
    'time: only that there was a mail, for its mailbox is a colleague’s own',
  ),
  owner: Reference.describe('Whose mailbox it is in'),
  mailbox: z.string().nullable().describe('Its address'),
  can_use: z.boolean().describe('The caller may open and answer it'),
  kind: MailKind,
  subject: z.string().nullable(),
  text: z.string().nullable().describe('What is new in it, without what it quotes'),
  from: MailPerson.nullable(),
  to: z.array(MailPerson),
  cc: z.array(MailPerson),
  attachments: z.array(MailAttachment),
  state: MailState.nullable(),
  error: z.string().nullable(),
  bounced: z.string().nullable(),
  broken: z.string().nullable(),
  opened_at: z.iso.datetime().nullable(),
  sharing: shape('ThreadEmailSharing', {
    mailbox_id: z.uuid(),
    contact_id: z.uuid().describe('Whose thread it is'),
    shares: MailboxShares,
    is_chosen: z.boolean().describe('For this thread, in place of what is chosen for the mailbox'),
  })
    .nullable()
    .describe('What colleagues see of the mails in this thread; for the owner of a personal mailbox alone'),
})
export type ThreadMail = z.output<typeof ThreadMail>

/** Mails of the thread of a merge group. `readerId` null: a key, which is no member and sees what all see. */
export interface AskedMails {
  readonly mailIds: readonly string[]
  readonly mergeGroup: readonly string[]
  readonly readerId: string | null
}

/** By their ids. */
export const mailsOfThread = question<AskedMails, ReadonlyMap<string, ThreadMail>>('thread.mails')
