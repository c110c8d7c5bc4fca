import MailComposer, { type MailComposerAttachment } from 'nodemailer/lib/mail-composer'
import { readEmail } from '../emails.ts'
import type { MailAddress } from './addresses.ts'
import { textOfHtml } from './html-texts.ts'
import type { ReadMail } from './mails.ts'

export const mailLimits = { recipients: 20, fileBytes: 20 * 1024 * 1024, subjectLength: 998 } as const

export interface WrittenFile {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** A mail to be sent. Addresses, ids and the date are settled before: the same input is the same mail. */
export interface MailToWrite {
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  readonly bcc?: readonly MailAddress[]
  readonly replyTo?: readonly MailAddress[]
  readonly subject: string
  readonly html: string
  /** Made of the HTML where it is not given. */
  readonly text?: string
  /** `<…@…>` */
  readonly messageId: string
  readonly date: Date
  readonly inReplyTo?: string | null
  readonly references?: readonly string[]
  readonly attachments?: readonly WrittenFile[]
  /** What the HTML names as `cid:`. */
  readonly inline?: readonly (WrittenFile & { readonly contentId: string })[]
  /** An invitation, as a part that calendars read and as a file. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL' | 'REPLY'; readonly text: string }
  /** Further headers, such as the one that Foyer finds its own mails by. */
  readonly headers?: Readonly<Record<string, string>>
  /** Some providers learn of the hidden recipients from the header alone, and remove it. Else it is nowhere. */
  readonly keepsBcc?: boolean
}

/** Why a mail cannot be written, and which of its fields it is. */
export class UnwritableMail extends Error {
  readonly fault: 'header_injection' | 'bad_address' | 'bad_header' | 'no_recipient' | 'too_many_recipients' | 'too_large'
  readonly field: string
  constructor(fault: UnwritableMail['fault'], field: string) {
    super(`the mail cannot be written: ${fault} in ${field}`)
    this.name = 'UnwritableMail'
    this.fault = fault
    this.field = field
  }
}

/** The bytes of a mail (RFC 5322, MIME). Throws UnwritableMail. */
export const writeMail = async (mail: MailToWrite): Promise<Buffer> => {
  check(mail)
  const composer = new MailComposer({
    from: asHeader(mail.from),
    to: mail.to.map(asHeader),
    cc: (mail.cc ?? []).map(asHeader),
    bcc: (mail.bcc ?? []).map(asHeader),
    ...((mail.replyTo ?? []).length > 0 && { replyTo: (mail.replyTo ?? []).map(asHeader) }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text ?? textOfHtml(mail.html),
    messageId: mail.messageId,
    date: mail.date,
    ...(mail.inReplyTo && { inReplyTo: mail.inReplyTo }),
    ...((mail.references ?? []).length > 0 && { references: [...(mail.references ?? [])] }),
    attachments: [
      ...(mail.inline ?? []).map((file) => ({ ...asAttachment(file), cid: file.contentId, contentDisposition: 'inline' })),
      ...(mail.attachments ?? []).map(asAttachment),
    ],
    ...(mail.calendar && {
      icalEvent: { method: mail.calendar.method.toLowerCase(), filename: 'invite.ics', content: mail.calendar.text },
    }),
    headers: { ...mail.headers },
    newline: '\r\n',
    // Contents are given. Nothing that a person writes is a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const node = composer.compile()
  node.keepBcc = mail.keepsBcc ?? false
  return node.build()
}

const asHeader = ({ name, email }: MailAddress): { name: string; address: string } => ({ name: name ?? '', address: email })

const asAttachment = ({ name, type, content }: WrittenFile): MailComposerAttachment => ({
  filename: name,
  contentType: type,
  content,
})

const breaking = /[\r\n\0]/
const mailId = /^<[^\s<>]{1,990}>$/

const check = (mail: MailToWrite): void => {
  for (const [field, value] of valuesOf(mail))
    if (breaking.test(value) || !value.isWellFormed()) throw new UnwritableMail('header_injection', field)
  for (const field of ['from', 'to', 'cc', 'bcc', 'replyTo'] as const)
    for (const { email } of [mail[field] ?? []].flat())
      if (!('key' in readEmail(email))) throw new UnwritableMail('bad_address', field)
  const recipients = mail.to.length + (mail.cc?.length ?? 0) + (mail.bcc?.length ?? 0)
  if (recipients === 0) throw new UnwritableMail('no_recipient', 'to')
  if (recipients > mailLimits.recipients) throw new UnwritableMail('too_many_recipients', 'to')
  if (!mailId.test(mail.messageId)) throw new UnwritableMail('bad_header', 'messageId')
  for (const id of [mail.inReplyTo ?? [], mail.references ?? []].flat())
    if (!mailId.test(id)) throw new UnwritableMail('bad_header', 'references')
  if (mail.subject.length > mailLimits.subjectLength) throw new UnwritableMail('too_large', 'subject')
  for (const name of Object.keys(mail.headers ?? {}))
    if (!/^[A-Za-z][A-Za-z\d-]{0,75}$/.test(name)) throw new UnwritableMail('bad_header', name)
  for (const { type } of [mail.attachments ?? [], mail.inline ?? []].flat())
    if (!/^[\w.+-]+\/[\w.+-]+$/.test(type)) throw new UnwritableMail('bad_header', 'attachments')
  const fileBytes = [mail.attachments ?? [], mail.inline ?? []].flat().reduce((sum, { content }) => sum + content.length, 0)
  if (fileBytes > mailLimits.fileBytes) throw new UnwritableMail('too_large', 'attachments')
}

/** Everything that becomes part of a header, with the field that it comes from. */
const valuesOf = (mail: MailToWrite): [string, string][] => [
  ...(['from', 'to', 'cc', 'bcc', 'replyTo'] as const).flatMap((field) =>
    [mail[field] ?? []].flat().flatMap(({ name, email }): [string, string][] => [
      [field, name ?? ''],
      [field, email],
    ]),
  ),
  ['subject', mail.subject],
  ['messageId', mail.messageId],
  ['inReplyTo', mail.inReplyTo ?? ''],
  ...(mail.references ?? []).map((id): [string, string] => ['references', id]),
  ...[mail.attachments ?? [], mail.inline ?? []].flat().flatMap(({ name, type }): [string, string][] => [
    ['attachments', name],
    ['attachments', type],
  ]),
  ...(mail.inline ?? []).map(({ contentId }): [string, string] => ['inline', contentId]),
  ...Object.entries(mail.headers ?? {}).flatMap(([name, value]): [string, string][] => [
    [name, name],
    [name, value],
  ]),
]

/** `Re:` in the languages of large mail programs. */
const replied = /^\s*(re|aw|antw|antwort|sv|vs|ref|rif|odp|r|回复|回覆|答复|返信|답장)(\[\d+\])?\s*[:：]/i

/** Of a conversation of years the first and the last ids: those that programs look for. */
const mostReferences = 50

/** The headers of an answer: its subject is that of the mail it answers, its references all of it, with its id at the end. */
export const answering = (
  mail: Pick<ReadMail, 'messageId' | 'inReplyTo' | 'references' | 'subject'>,
): { readonly inReplyTo: string | null; readonly references: readonly string[]; readonly subject: string } => {
  // Without References the mail that it answers is all that is known of the thread (RFC 5322, 3.6.4).
  const before = mail.references.length > 0 ? mail.references : mail.inReplyTo ? [mail.inReplyTo] : []
  const all = [...new Set([...before, ...(mail.messageId ? [mail.messageId] : [])])]
  const references = all.length > mostReferences ? [...all.slice(0, 1), ...all.slice(1 - mostReferences)] : all
  return {
    inReplyTo: mail.messageId,
    references,
    subject: replied.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`.trimEnd(),
  }
}
