import type { GivenCredentials } from './secret.ts'

/** Who may be written to: a number in E.164, or a person who shows none, by the id that the platform gave the business. */
export type Recipient = { readonly phone: string } | { readonly userId: string }

/**
 * What is to be sent. One of the kinds; `values` fill a template's placeholders in order: header, text, buttons. `components` are
 * the template's, as listTemplates tells them, and say which is which; null: all of them are the text's.
 */
export type OutgoingMessage = {
  readonly to: Recipient
  /** Ours: the platform hands it back with every status, which is how a send is known whose answer was lost. */
  readonly ours: string
  /** The platform's id of the message that is answered. */
  readonly replyTo: string | null
} & (
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'template'
      readonly name: string
      readonly language: string
      readonly components: readonly unknown[] | null
      readonly values: readonly string[]
    }
  | { readonly kind: 'reaction'; readonly emoji: string; readonly about: string }
)

export interface SentMessage {
  /** The platform's. */
  readonly messageId: string
  /** The platform's name for the recipient, which can differ from the number written to. */
  readonly recipient: string | null
}

/** A template as the platform has it. */
export interface MessageTemplate {
  readonly id: string
  readonly name: string
  /** `en_US` */
  readonly language: string
  readonly category: string
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED … as the platform says it. Only APPROVED may be sent. */
  readonly status: string
  readonly reason: string | null
  readonly components: readonly Readonly<Record<string, unknown>>[]
  /** How many values its text wants, header and buttons included, in order. */
  readonly variables: number
}

export interface Media {
  readonly type: string
  readonly content: Buffer
}

/** Who wrote: at least one of the three. A message may carry no number. */
export interface MessageSender {
  /** A number's digits, without plus. */
  readonly phoneDigits: string | null
  /** Business-scoped user id. */
  readonly userId: string | null
  readonly username: string | null
  /** As they call themselves. */
  readonly name: string | null
}

/** Something that can be fetched from the platform for some days. */
export interface MediaReference {
  readonly id: string
  readonly type: string | null
  readonly name: string | null
  readonly sha256: string | null
}

/** A submitted form, as a list of responses by field name. */
export interface FormAnswers {
  readonly name: string | null
  /** What the business gave the form when it sent it. */
  readonly token: string | null
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** The ad or post through which a contact wrote. */
export interface MessageReferral {
  /** `ad` or `post`. */
  readonly type: string | null
  readonly id: string | null
  readonly url: string | null
  readonly headline: string | null
  readonly body: string | null
  readonly mediaType: string | null
  readonly mediaUrl: string | null
  /** What an advertiser tells the platform of a conversion by. */
  readonly clickId: string | null
}

/** One message of a webhook. `kind` is ours: what is not known is `unsupported`, with all of it in `raw`. */
export interface IncomingMessage {
  readonly phoneNumberId: string
  readonly businessAccountId: string | null
  readonly messageId: string
  readonly sender: MessageSender
  readonly at: Date
  readonly kind:
    | 'text'
    | 'image'
    | 'video'
    | 'audio'
    | 'document'
    | 'sticker'
    | 'location'
    | 'contacts'
    | 'reaction'
    | 'button'
    | 'interactive'
    | 'system'
    | 'unsupported'
  /** What can be read of it: the text, a caption, the label of a button, the name of a place. */
  readonly text: string | null
  readonly replyTo: string | null
  readonly media: MediaReference | null
  /** An empty emoji takes the reaction away. */
  readonly reaction: { readonly emoji: string; readonly about: string } | null
  readonly location: {
    readonly latitude: number
    readonly longitude: number
    readonly name: string | null
    readonly address: string | null
  } | null
  readonly contacts:
    | readonly { readonly name: string; readonly phones: readonly string[]; readonly emails: readonly string[] }[]
    | null
  readonly form: FormAnswers | null
  readonly referral: MessageReferral | null
  /** The sender has another number from now on. Digits, without plus. */
  readonly changedTo: string | null
  /** The sender has another business-scoped user id from now on, with another number or without. */
  readonly changedUserId: string | null
  readonly raw: Readonly<Record<string, unknown>>
}

/**
 * What was written elsewhere: by the business in the platform's own app, or by either side before the number was connected. `sender`
 * is the person whose chat it is, on whichever side it was written.
 */
export interface EchoedMessage extends IncomingMessage {
  readonly direction: 'in' | 'out'
  readonly isHistory: boolean
  /** Of what the business wrote. */
  readonly state: 'sent' | 'delivered' | 'read' | 'failed' | null
}

/** How far a message that we sent has come. */
export interface MessageStatus {
  readonly phoneNumberId: string
  readonly businessAccountId: string | null
  readonly messageId: string
  readonly state: 'sent' | 'delivered' | 'read' | 'failed'
  readonly at: Date
  readonly recipient: string | null
  readonly ours: string | null
  readonly error: { readonly code: string; readonly reason: string } | null
}

/** All entries and all changes of one webhook, in their order. */
export interface MessagingNews {
  readonly numbers: readonly {
    readonly phoneNumberId: string
    readonly businessAccountId: string | null
    /** As people dial it: digits, without plus. */
    readonly displayNumber: string | null
  }[]
  readonly messages: readonly IncomingMessage[]
  readonly statuses: readonly MessageStatus[]
  readonly echoes: readonly EchoedMessage[]
  /** How the business calls people in its address book. */
  readonly names: readonly { readonly phoneNumberId: string; readonly phoneDigits: string; readonly name: string }[]
  /** A template's status changed, or anything else that is neither a message nor one of the four states: the field's name. */
  readonly others: readonly { readonly field: string; readonly businessAccountId: string | null; readonly value: unknown }[]
  /** Parts that could not be read; the rest was. */
  readonly unread: readonly string[]
}

/** One number with one organization's credentials. Throws ProviderError. */
export interface Messaging {
  /** A call that changes nothing: whose number it is. */
  test(): Promise<{ readonly account: string; readonly accountId: string | null; readonly isLive: boolean }>
  send(message: OutgoingMessage): Promise<SentMessage>
  listTemplates(cursor: string | null): Promise<{ readonly items: readonly MessageTemplate[]; readonly next: string | null }>
  /** Asks the platform to send its webhooks to `url`, which answers its check with `verifyToken`. */
  subscribe(url: string, verifyToken: string): Promise<void>
  fetchMedia(mediaId: string): Promise<Media>
}

export interface MessagingAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** As the vendor's manifest names them. */
  readonly credentials: GivenCredentials
}

/** What came to a webhook. */
export interface MessagingSent {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface MessagingPort {
  open(account: MessagingAccount): Messaging
  /** Whether the platform sent this: signed with the secret of these credentials over the body as it came. */
  isSigned(sent: MessagingSent, credentials: GivenCredentials): boolean
  /** Whether a request has the form of the platform's webhooks, before anything of it is proven; one that is signed shows it by its headers. */
  isWebhook(sent: MessagingSent): boolean
  /** Reads a webhook as far as it can be read; null when it is none of this platform's. Never throws. */
  parseWebhook(body: Buffer): MessagingNews | null
}
