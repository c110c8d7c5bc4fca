import { ProviderError, type ProviderErrorKind } from './provider-error.ts'

/** A sender or recipient. */
export interface Mailbox {
  readonly address: string
  readonly name: string | null
}

/** One mail to one recipient. */
export interface MailMessage {
  /** A repeat with the same key is the same mail: Message-ID, or the provider's own key against doubles. */
  readonly key: string
  readonly from: Mailbox
  readonly to: Mailbox
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Together at most 10 MB. */
  readonly attachments: readonly MailAttachment[]
  /** Whom an answer goes to; the sender unless said. */
  readonly replyTo?: Mailbox | null
  /** What mail programs show as an invitation, with its buttons (RFC 6047); it comes as a file, too. */
  readonly calendar?: MailCalendar | null
}

/** An iCalendar object as a part of a mail. */
export interface MailCalendar {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly text: string
}

/** The file that a calendar part is, too. */
export const calendarFileName = 'invite.ics'

/** A file that goes with a mail. */
export interface MailAttachment {
  /** One plain line, such as `INV-0007.pdf`. */
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly bytes: Buffer
  /** Of a picture that the HTML shows by `cid:` (RFC 2392); it is no file of its own to the reader. */
  readonly contentId?: string
}

/** The way out for mail. Each provider keeps the promises of mail.test.ts. */
export interface Mail {
  /** Null where no account is configured: mails wait. `sandbox` is the mailbox that plays the world. */
  readonly provider: 'smtp' | 'resend' | 'sandbox' | null
  /** The operator's. Without a name each mail has one of its own. */
  readonly from: Mailbox
  /**
   * Hands a mail to the provider; answers what the provider calls it. Throws ProviderError, and nothing else that is expected: `uncertain`
   * where the provider was given the mail and did not say what became of it.
   */
  send(message: MailMessage): Promise<{ readonly providerId: string | null }>
}

/** A mail that was not accepted. The reason becomes one line without an address, a link, or endless text. */
export const mailError = (
  kind: ProviderErrorKind,
  reason: string,
  details: { readonly retryAfterMs?: number | null; readonly cause?: unknown } = {},
): ProviderError => new ProviderError(kind, asReason(reason), details)

const asReason = (text: string): string =>
  oneLine(text)
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replaceAll(/https?:\/\/\S+/g, '[link]')
    .slice(0, 300)

/**
 * A text for a header: one line without control characters, without what turns the writing direction round, and without
 * anything that a reader would decode as an RFC 2047 encoded word.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll('=?', '= ?')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** What every mail server still takes, once it has been written as base64. */
const mostAttachedBytes = 10 * 1024 * 1024

/** Rejects what could add a header or a recipient: the last check before a message is sent. */
export const checkMessage = (message: MailMessage): void => {
  const headers = {
    key: message.key,
    subject: message.subject,
    'sender name': message.from.name ?? '',
    'recipient name': message.to.name ?? '',
    'reply name': message.replyTo?.name ?? '',
    ...Object.fromEntries(message.attachments.map(({ name }, index) => [`name of attachment ${index + 1}`, name])),
  }
  for (const [what, text] of Object.entries(headers))
    if (oneLine(text) !== text) throw mailError('refused', `the ${what} is not one plain line`)
  const addressed = {
    sender: message.from,
    recipient: message.to,
    ...(message.replyTo ? { 'reply address': message.replyTo } : {}),
  }
  for (const [what, { address }] of Object.entries(addressed))
    if (!/^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u.test(address))
      throw mailError('refused', `the ${what} is not one address`)
  for (const { type } of message.attachments)
    if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(type)) throw mailError('refused', 'an attachment has an unknown type')
  const calendarBytes = message.calendar ? Buffer.byteLength(message.calendar.text) : 0
  if (message.attachments.reduce((sum, { bytes }) => sum + bytes.length, calendarBytes) > mostAttachedBytes)
    throw mailError('refused', 'the attachments are larger than 10 MB')
}
