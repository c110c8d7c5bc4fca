import type { MailAddress } from './addresses.ts'
import type { BrokenMail } from './bounds.ts'

/** A mail as it was received. Every text is a stranger's; none has a NUL or half a character. */
export interface ReadMail {
  /** All of them, in their order; names in lower case. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly from: MailAddress | null
  readonly sender: MailAddress | null
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly bcc: readonly MailAddress[]
  readonly replyTo: readonly MailAddress[]
  /** `''` is the null sender, which is never answered; null where the header is missing. */
  readonly returnPath: string | null
  readonly subject: string
  /** As the sender's machine says: it may be wrong by years. */
  readonly date: Date | null
  /** With its angle brackets, as all ids here. */
  readonly messageId: string | null
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly text: string | null
  readonly html: string | null
  readonly attachments: readonly MailFile[]
  /** Invitations and answers to them. */
  readonly calendars: readonly { readonly method: string | null; readonly text: string }[]
  readonly bounce: Bounce | null
  /** A charset that was found, where the one that the mail names does not fit. */
  readonly guessedCharset: string | null
  readonly broken: BrokenMail | null
}

export interface MailFile {
  /** Null where the part has no name. Without a path; it may still say `.exe`. */
  readonly name: string | null
  readonly type: string
  /** Without angle brackets: what `cid:` names. */
  readonly contentId: string | null
  /** Part of how the mail looks, rather than a file that was sent along. */
  readonly isInline: boolean
  readonly content: Buffer
}

/** What a mail server says became of a mail (RFC 3464). */
export interface Bounce {
  readonly recipients: readonly {
    readonly email: string
    /** `unknown` where the report has no word that machines read. */
    readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | 'unknown'
    /** `5.1.1` */
    readonly status: string | null
    readonly diagnostic: string | null
  }[]
  /** The mail that it is about, as far as the report repeats it. */
  readonly messageId: string | null
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** The first of that name, which is the one that counts. */
export const headerOf = (mail: Pick<ReadMail, 'headers'>, name: string): string | null =>
  mail.headers.find((header) => header.name === name)?.value ?? null

/** Ids in angle brackets, in their order; what is no id is left out. */
export const idsIn = (text: string | undefined | null): string[] =>
  [...(text ?? '').matchAll(/<[^<>\s]{1,990}>/g)].map(([id]) => id)
