/** What a folder or label is for; null where a person made it. */
export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'spam' | 'trash' | 'archive' | 'all'

/** A label (Gmail) or a folder (IMAP): a mail may be in several. */
export interface MailFolder {
  /** A label's id, or a folder's path. */
  readonly id: string
  readonly name: string
  readonly role: FolderRole | null
}

/** Where a mail is, and whether it was read there. */
export interface MailPlace {
  /** The provider's own name for it, steady until it is moved (IMAP: folder, UIDVALIDITY and UID) or for life (Gmail). */
  readonly ref: string
  /** Ids of folders. */
  readonly folders: readonly string[]
  readonly isRead: boolean
}

/** A mail with its bytes. */
export interface FetchedMail extends MailPlace {
  /** When the provider took it: what lists are ordered by. */
  readonly receivedAt: Date
  /** The provider's own thread; null where it has none. */
  readonly threadRef: string | null
  readonly sizeBytes: number
  /** RFC 5322. Null: larger than was asked for, and `head` is all there is. */
  readonly raw: Buffer | null
  /** The headers, where there is no `raw`. */
  readonly head: Buffer | null
}

/** What one step of a reading says. */
export type MailboxNews =
  /** New to the reader, or perhaps: to be fetched where the copy has it not. */
  | { readonly news: 'there'; readonly refs: readonly string[] }
  /** Where mails are now that the copy may have already. */
  | { readonly news: 'moved'; readonly places: readonly MailPlace[] }
  | { readonly news: 'gone'; readonly refs: readonly string[] }
  /** All refs that begin with `prefix` and were received since the reading's `since`: others in the copy are gone. */
  | { readonly news: 'all'; readonly prefix: string; readonly refs: readonly string[] }
  /** There are folders that were not there, or some are gone. */
  | { readonly news: 'folders' }

/** `expired`: the provider has forgotten the cursor; list everything, and compare. */
export type NewsEnd = { readonly outcome: 'done'; readonly cursor: string } | { readonly outcome: 'expired' }

export interface MailToSend {
  /** RFC 5322. With Bcc only where `keepsBcc` is true. */
  readonly raw: Buffer
  readonly from: string
  /** To, Cc and Bcc: the envelope. */
  readonly recipients: readonly string[]
  /** Its Message-ID, with angle brackets. */
  readonly messageId: string
  /** The provider's thread that it answers in. */
  readonly threadRef: string | null
}

/** `ref` is null where the provider says nothing of the copy among what was sent. */
export interface SentMail {
  readonly ref: string | null
  readonly threadRef: string | null
  /** That in its header now, where the provider replaced ours. */
  readonly messageId: string | null
  /** Those whom it did not reach, while it left for the others. */
  readonly refused: readonly RefusedRecipient[]
  /** Why the mailbox would not keep it among what was sent, for people: then `keepSent` is to be called. */
  readonly unkept?: string
}

export interface RefusedRecipient {
  readonly email: string
  /** The server's own, in one line. */
  readonly words: string
}

/** One member's mail. Throws ProviderError: `uncertain` where a mail may have left. */
export interface Mailboxes {
  /** Sending takes the hidden recipients from the header, and removes it. */
  readonly keepsBcc: boolean
  /** What `findSent` does not find was not sent, and may be sent again. Elsewhere only what it finds is certain. */
  readonly findsSent: boolean
  /** Signs in where mail is read. */
  checkReading(): Promise<void>
  /** Signs in where mail is sent. */
  checkSending(): Promise<void>
  /** The account's address, and those that it may send as. */
  profile(): Promise<{ readonly email: string; readonly aliases: readonly string[] }>
  folders(): Promise<readonly MailFolder[]>
  /** Where a reading of what comes later begins. To be asked before `list`, so that nothing falls between. */
  begin(): Promise<string>
  /** Everything since `since` in every folder (spam and trash too), newest first. Pages of at most 500; the last say `all`. */
  list(wanted: { readonly since: Date }): AsyncGenerator<MailboxNews, void, void>
  /** What changed since the cursor. */
  changes(cursor: string, wanted: { readonly since: Date }): AsyncGenerator<MailboxNews, NewsEnd, void>
  /**
   * Whole mails, in the order asked for; those that are gone are left out. In memory are one or two, or small ones of a
   * few megabytes together.
   */
  fetch(refs: readonly string[], wanted: { readonly maxBytes: number }): AsyncGenerator<FetchedMail, void, void>
  /** Where these are now; those that are gone are left out. */
  places(refs: readonly string[]): Promise<readonly MailPlace[]>
  /** Marked already, or gone, counts as done. Returns the place after it; null where it is gone. */
  mark(ref: string, isRead: boolean): Promise<MailPlace | null>
  send(mail: MailToSend): Promise<SentMail>
  /**
   * Puts a mail that has left among what was sent, unless it is there. Its ref; null where the provider keeps such mails itself, has no
   * folder for them, or does not say where it is.
   */
  keepSent(mail: Pick<MailToSend, 'raw' | 'messageId'>): Promise<string | null>
  /** Looks for one of ours among what was sent since; null where it is not there. */
  findSent(mail: { readonly mark: string; readonly messageId: string; readonly since: Date }): Promise<SentMail | null>
  /**
   * Asks to be told of changes, also before an earlier wish ends; null where the provider tells nothing. What it tells is only a hint. With
   * `never` it cannot be asked for as long as this consent holds: why, for people.
   */
  watch(): Promise<{ readonly expiresAt: Date } | { readonly never: string } | null>
  /** Asks to be told no more. */
  unwatch(): Promise<void>
  /**
   * Hears of changes while a connection stands, until `signal` ends it: `heard` is called once it stands and for each announcement, and is
   * only a hint. Throws ProviderError when the connection breaks, `no_idle` where the server cannot. Null where the provider announces
   * nothing this way.
   */
  readonly listen: ((heard: () => void, signal: AbortSignal) => Promise<void>) | null
  /** Ends connections that are kept. */
  close(): Promise<void>
}

export interface MailboxAccount {
  readonly orgId: string
  readonly mailboxId: string
  readonly provider: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** A token that is good now; for providers with a consent. */
  readonly accessToken: () => Promise<string>
  /** What the member typed; null for providers with a consent. */
  readonly login: MailboxLogin | null
  /** The id of the workspace's own client that the consent was given to; null: the operator's. */
  readonly ownClientId: string | null
}

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

export interface MailboxLogin {
  readonly email: string
  readonly imap: MailServer
  /** Null: mail is read only. */
  readonly smtp: MailServer | null
}

export interface ServerPlace {
  readonly host: string
  readonly port: number
}

/** Null where none was found. */
export interface FoundServers {
  readonly imap: ServerPlace | null
  readonly smtp: ServerPlace | null
  /** An https address. */
  readonly caldav: string | null
}

/** Where providers say that a mailbox changed. */
export const hintPath = '/functions/v1/mailbox-changed'

/** A request by which a provider may say that a mailbox changed. */
export interface SentHint {
  readonly authorization: string | undefined
  readonly body: Buffer
}

export interface ProvenHint {
  readonly provider: string
  /** From the simulator: it speaks of the sandbox's accounts alone. */
  readonly isSandbox: boolean
  /** Whose mailbox changed; null where the provider says nothing that can be read. */
  readonly email: string | null
}

export interface MailboxesPort {
  open(account: MailboxAccount): Mailboxes
  /** The providers that are asked to tell of changes (`watch`), as the operator set it. */
  readonly watched: readonly string[]
  /** Null where nothing proves that a provider sent it. Throws `unavailable` while that cannot be found out. */
  proveHint(sent: SentHint): Promise<ProvenHint | null>
  /** The servers of an address, as far as its domain or usual names show them. Signs in to none. */
  discover(email: string): Promise<FoundServers>
}
