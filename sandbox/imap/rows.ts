/** A folder of one account. */
export interface FolderRow {
  /** `email` and `path` in one. */
  readonly id: string
  readonly email: string
  /** In modified UTF-7, as it travels. */
  readonly path: string
  /** SPECIAL-USE (RFC 6154); empty for one that a person made. */
  readonly use: string
  readonly validity: number
  readonly next: number
  readonly modseq: number
}

/** A mail in a folder. Its bytes are a row of their own. */
export interface MailRow {
  readonly id: string
  readonly email: string
  readonly path: string
  readonly uid: number
  readonly modseq: number
  readonly flags: readonly string[]
  readonly at: number
  readonly sizeBytes: number
  readonly subject: string
  readonly from: string
  readonly to: string
}

export interface RawRow {
  readonly id: string
  readonly base64: string
}

/** A mail that is gone, for clients that ask what vanished (QRESYNC). */
export interface GoneRow {
  readonly id: string
  readonly email: string
  readonly path: string
  readonly validity: number
  readonly uid: number
  readonly modseq: number
}

export const refusals = {
  none: 'Nothing',
  password: 'Every password',
  logins: 'Logins: there are too many (LIMIT)',
  quota: 'Mail to keep: the account is full (OVERQUOTA)',
} as const
export type Refusal = keyof typeof refusals

/** How the server behaves, at will. One row, of the id `now`. */
export interface Behaviour {
  readonly id: string
  readonly refusal: Refusal
}

export const usualFolders: readonly (readonly [path: string, use: string])[] = [
  ['INBOX', ''],
  ['Sent', '\\Sent'],
  ['Drafts', '\\Drafts'],
  ['Archive', '\\Archive'],
  ['Junk', '\\Junk'],
  ['Trash', '\\Trash'],
]
