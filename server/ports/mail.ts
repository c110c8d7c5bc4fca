/** Somebody who writes or is written to. */
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
}

/** A file that goes with a mail. */
export interface MailAttachment {
  /** One plain line, such as `INV-0007.pdf`. */
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly bytes: Buffer
}

/** The way out for mail. Each provider keeps the promises of mail.test.ts. */
export interface Mail {
  /** Null where no account is configured: mails wait. `sandbox` is the mailbox that plays the world. */
  readonly provider: 'smtp' | 'resend' | 'sandbox' | null
  readonly from: Mailbox
  /** Hands a mail to the provider; answers what the provider calls it. Throws MailTrouble, and nothing else that is expected. */
  send(message: MailMessage): Promise<{ readonly providerId: string | null }>
}

/** Why a mail was not taken. `reason` is for people and logs: one line that names no address. */
export class MailTrouble extends Error {
  /** The same mail will be refused again: trying once more is of no use. */
  readonly isPermanent: boolean
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | null
  readonly reason: string

  constructor(
    reason: string,
    options: { readonly isPermanent: boolean; readonly retryAfterMs?: number | null; readonly cause?: unknown },
  ) {
    const plain = asReason(reason)
    super(plain, { cause: options.cause })
    this.name = 'MailTrouble'
    this.reason = plain
    this.isPermanent = options.isPermanent
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Words of a provider as a reason: one line, no address, no link, not endless. */
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

/** Refuses what could add a header or a recipient: the last look before a message leaves, whoever made it. */
export const checkMessage = (message: MailMessage): void => {
  const headers = {
    key: message.key,
    subject: message.subject,
    'sender name': message.from.name ?? '',
    'recipient name': message.to.name ?? '',
    ...Object.fromEntries(message.attachments.map(({ name }, index) => [`name of attachment ${index + 1}`, name])),
  }
  for (const [what, text] of Object.entries(headers))
    if (oneLine(text) !== text) throw new MailTrouble(`the ${what} is not one plain line`, { isPermanent: true })
  for (const [what, { address }] of Object.entries({ sender: message.from, recipient: message.to }))
    if (!/^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u.test(address))
      throw new MailTrouble(`the ${what} is not one address`, { isPermanent: true })
  for (const { type } of message.attachments)
    if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(type)) throw new MailTrouble('an attachment is of no known kind', { isPermanent: true })
  if (message.attachments.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostAttachedBytes)
    throw new MailTrouble('the attachments are larger than 10 MB', { isPermanent: true })
}
