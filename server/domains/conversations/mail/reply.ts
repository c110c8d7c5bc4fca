import type { Db, OrgContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { answering } from '#shapes/mime/write-mail.ts'
import type { MailPerson } from '../inbox/thread-mails.ts'
import { queueMailboxMail, senderName } from './compose.ts'
import { emailErrors } from './errors.ts'
import { findMail, type MailRow, peopleOf } from './mails.ts'
import { findAddressesOf, keysOf } from './own-addresses.ts'
import { htmlOf } from './typed-texts.ts'
import { usableMailbox } from './usable.ts'

interface Reply {
  readonly mailId: string
  readonly text: string
  /** All whom the mail went to get the answer, too. */
  readonly isToAll: boolean
  readonly undoSeconds: number
  /** Files of theirs that go with it. */
  readonly files: readonly string[]
  /** Whose thread it is written in, and the sender's own id for it. */
  readonly client: { readonly contactId: string; readonly messageId: string | null; readonly digest: string }
}

export const replyErrors = [
  mailboxErrors.foreign_mailbox,
  mailboxErrors.mailbox_not_connected,
  emailErrors.mail_not_allowed,
  emailErrors.email_not_sendable,
  emailErrors.email_file_not_found,
  emailErrors.email_file_not_whole,
  emailErrors.email_files_too_large,
]

/** Answers a mail in the mailbox that has it, as a mail program does; its text becomes HTML. Answers the ids of its messages. */
export const replyByMail = async (context: OrgContext, reply: Reply): Promise<readonly string[]> => {
  const { db, org, person, newId, now } = context
  const { mail, mailbox, from, recipients } = await addressReply(db, org.id, person, reply)
  const { messageIds } = await queueMailboxMail(context, {
    ...{ id: newId(), mailbox, from, personId: person?.id ?? null },
    personName: await senderName(db, org.id, person),
    ...recipients,
    ...{
      bcc: [],
      html: htmlOf(reply.text),
      signature: mailbox.signature,
      trackingId: null,
      answers: mail,
      client: reply.client,
    },
    files: reply.files,
    subject: answering({ subject: mail.subject, messageId: null, inReplyTo: null, references: [] }).subject,
    sendAt: new Date(now().getTime() + reply.undoSeconds * 1_000),
  })
  return messageIds
}

/** Of an answer to a mail: the mailbox that it leaves from, and whom it goes to. Throws `foreign_mailbox` and what keeps the mailbox from sending. */
export const addressReply = async (
  db: Db,
  orgId: string,
  person: { readonly id: string } | null,
  { mailId, isToAll }: Pick<Reply, 'mailId' | 'isToAll'>,
) => {
  const mail = await findMail(db, orgId, mailId)
  const inMailbox = mail && (await findMailbox(db, orgId, mail.mailbox_id))
  // One that is a colleague's own is answered by that colleague alone.
  if (!mail || !inMailbox) throw new Failure(mailboxErrors.foreign_mailbox)
  const { mailbox } = await usableMailbox(db, orgId, person, inMailbox.email)
  const own = await findAddressesOf(db, orgId, mailbox)
  return { mail, mailbox, from: senderOf(mail, own), recipients: recipientsOf(mail, own, isToAll) }
}

/** Whom an answer goes to: who wrote, at the address they ask for; of one of ours those it went to. `own`: all addresses of the mailbox. */
export const recipientsOf = (
  mail: MailRow,
  own: readonly string[],
  isToAll: boolean,
): { readonly to: MailPerson[]; readonly cc: MailPerson[] } => {
  const ours = new Set(keysOf(own))
  const isOwn = (each: MailPerson): boolean => ours.has(keyOf(each) ?? '')
  const asked = peopleOf(mail.reply_list)
  const from = mail.from_email === null ? [] : [{ name: mail.from_name, email: mail.from_email }]
  const written = peopleOf(mail.to_list)
  const strangers = written.filter((each) => !isOwn(each))
  const again = strangers.length > 0 ? strangers : written
  const to = mail.direction === 'out' ? again : asked.length > 0 ? asked : from
  if (!isToAll) return { to, cc: [] }
  const named = new Set(to.map((each) => keyOf(each)))
  const others = [...(mail.direction === 'out' ? [] : written), ...peopleOf(mail.cc_list)]
  return { to, cc: others.filter((each) => !isOwn(each) && !named.has(keyOf(each))) }
}

/** By which of the mailbox's addresses an answer leaves: the one that was written to; of one of ours the one that wrote. */
export const senderOf = (mail: MailRow, own: readonly string[]): string => {
  const [main = ''] = own
  const written =
    mail.direction === 'out'
      ? [mail.from_email ?? '']
      : [...peopleOf(mail.to_list), ...peopleOf(mail.cc_list)].map(({ email }) => email)
  const [first] = keysOf(written).filter((key) => keysOf(own).includes(key))
  return own.find((email) => keyOf({ email }) === first) ?? main
}
