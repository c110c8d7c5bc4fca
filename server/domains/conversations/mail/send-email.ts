import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { MailState } from '../inbox/thread-mails.ts'
import { queueMailboxMail, readRecipients, senderName } from './compose.ts'
import { removeDraft } from './email-drafts.ts'
import { FileIds } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { htmlOf } from './typed-texts.ts'
import { mailOf, usableMailbox } from './usable.ts'

const sendingCodes = new Set<string>([
  ...['mail_not_allowed', 'email_not_sendable', 'tracking_id_taken', 'email_not_found'],
  ...['email_file_not_found', 'email_file_not_whole', 'email_files_too_large', 'email_draft_not_found'],
])

export const sendEmail = action({
  name: 'send-email',
  summary: 'Send a mail from a mailbox',
  description:
    'A successful response means that the mail is stored and will be sent; `messageId` is its id in Foyer, and `show-email` and events show its state: `sent`, `failed`, or `uncertain` where no answer came. An uncertain mail is looked for among what was sent, where the provider shows that, and never sent twice. A mail to people of the demo is sent to no one, and ends as `failed`. `text` is sent as it was typed, its paragraphs by empty lines; or `body` as HTML, with a text made of it. With `trackingId` a picture is added that says whether the mail was opened, as far as mail programs load pictures. `answers` is a mail of the mailbox: its subject is kept where `subject` is empty, and mail programs show both as one conversation. With `undoSeconds` the mail waits, and `cancel-email` takes it back. An API key or a workflow sends from mailboxes of the team only, in the name of the workspace, and has neither files nor drafts.',
  who: 'member',
  transports: ['gateway', 'workflow', 'assistant'],
  effect: 'write',
  leaves: 'An email to these addresses',
  hints: { destructive: false, idempotent: false },
  needsOneOf: [['text', 'body']],
  scope: 'emails:write',
  limit: { times: 10, seconds: 60 },
  input: z.object({
    to: z.string().min(1).max(10_000).describe('An address or a list of them, with names or without; 20 recipients in all'),
    cc: z.string().max(10_000).optional(),
    bcc: z.string().max(10_000).optional(),
    subject: z.string().max(998),
    text: z.string().max(100_000).optional().describe('Plain text, with paragraphs by empty lines; this or `body` is required'),
    body: z.string().max(500_000).meta({ contentMediaType: 'text/html' }).describe('HTML, in place of `text`').optional(),
    userEmail: z.string().min(3).max(320).describe('The sender: your own mailbox, or one of the team'),
    trackingId: z.uuid().optional(),
    answers: z.uuid().optional().describe('The mail that it answers'),
    files: FileIds,
    draftId: z
      .uuid()
      .optional()
      .describe('A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once'),
    undoSeconds: z.int().min(0).max(60).default(0),
  }),
  output: z.object({ success: z.literal(true), messageId: z.uuid(), state: MailState }),
  errors: [
    transportErrors.missing_field,
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    contactErrors.contact_taken,
    ...Object.values(emailErrors).filter(({ code }) => sendingCodes.has(code)),
  ],
  examples: [
    {
      title: 'To one person',
      input: {
        to: 'Jo Doe <jo@example.com>',
        subject: 'Thursday',
        body: '<p>Thursday at ten suits us well.</p>',
        userEmail: 'maya@example.com',
      },
    },
    {
      title: 'As plain text',
      input: {
        to: 'jo@example.com',
        subject: 'Thursday',
        text: 'Hello Jo,\n\nThursday at ten suits us well.',
        userEmail: 'maya@example.com',
      },
    },
  ],

  async run(input, context) {
    const { db, org, person, newId, now, fail } = context
    // Before anything else is said of it: whose mailbox it is.
    const { mailbox, from } = await usableMailbox(db, org.id, person, input.userEmail)
    if (input.text !== undefined && input.body !== undefined)
      throw fail('email_not_sendable', { field: 'text', message: 'text: cannot be sent together with `body`.' })
    const html = input.text === undefined ? input.body : htmlOf(input.text)
    if (html === undefined) throw fail('missing_field', { field: 'body', message: 'Missing required field: body' })
    const answers = input.answers === undefined ? null : await mailOf(db, org.id, mailbox, input.answers)
    const to = readRecipients(input.to, 'to')
    if (to.length === 0) throw new Failure(emailErrors.email_not_sendable, { field: 'to', message: 'to: names no recipient.' })
    // Before anything else is written: of two windows with one draft, the second finds it sent.
    if (input.draftId !== undefined) await removeDraft(db, org.id, person?.id ?? null, input.draftId)
    const { mail } = await queueMailboxMail(context, {
      ...{ id: newId(), mailbox, from, personId: person?.id ?? null, personName: await senderName(db, org.id, person), to },
      cc: readRecipients(input.cc, 'cc'),
      bcc: readRecipients(input.bcc, 'bcc'),
      ...{ subject: input.subject, html, trackingId: input.trackingId ?? null, answers },
      files: input.files,
      sendAt: new Date(now().getTime() + input.undoSeconds * 1_000),
    })
    return { success: true as const, messageId: mail.id, state: 'queued' as const }
  },
})
