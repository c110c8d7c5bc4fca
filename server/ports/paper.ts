/**
 * PDF files as bytes: looked at, shown as pictures, added to, sealed, and checked. Nothing here knows a document of ours, a person or a
 * database; `foyer verify` uses the same code. All of it runs apart from the server, with bounds of time, pages and size.
 */

/** What a file may be at most; what is over is refused before anything is made of it. */
export const paperBounds = { bytes: 25 * 2 ** 20, pages: 500, ms: 30_000 } as const

/** Why a file from outside is not taken, while the person can still choose another. */
export type PaperFault =
  | 'not_pdf'
  | 'too_large'
  | 'too_many_pages'
  /** A password, or rights that forbid changes. */
  | 'encrypted'
  /** It cannot be read, or reads differently by two readers. */
  | 'broken'
  /** It holds what acts and cannot be taken out: a launch, a form that is drawn by its own program (XFA). */
  | 'active'
  /** It is signed or sealed already: whatever is added would break that. */
  | 'signed'

export class PaperRefused extends Error {
  readonly fault: PaperFault
  constructor(fault: PaperFault) {
    super(`the PDF is not taken: ${fault}`)
    this.fault = fault
  }
}

/** It took longer than a reasonable wait: its own fault where it is endless, else that of the moment. */
export class PaperLate extends Error {}

/** In points (1/72 inch), as it is looked at: with its rotation. */
export interface PaperPage {
  readonly widthPt: number
  readonly heightPt: number
  /** In reading order, as far as the file tells; lines end with \n. */
  readonly text: string
}

/** A certificate with the one that issued it, and what signs with it. */
export interface SealIdentity {
  /** DER, the leaf first, the root last. */
  readonly chain: readonly Buffer[]
  /** PKCS#8, DER. */
  readonly privateKey: Buffer
  /** What its root revoked (RFC 5280), where the root said so when it was made. */
  readonly crl?: Buffer
}

export interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  /** Hexadecimal. */
  readonly serial: string
  readonly notBefore: Date
  readonly notAfter: Date
  /** SHA-256 of the DER, hexadecimal. */
  readonly fingerprint: string
}

/**
 * What a seal is verified by when its authorities are gone (PAdES B-LT): the certificates above it and above its timestamp, and what their issuers
 * had revoked (RFC 5280). It follows the seal, which announces it.
 */
export interface LongTermData {
  readonly certificates: readonly Buffer[]
  readonly crls: readonly Buffer[]
}

/** Why data for long-term validation does not hold, or cannot be had. */
export const longTermFaults = [
  /** Without a time from outside, nothing can be said about what was valid then. */
  'no_timestamp',
  /** The seal announces it, and it is not there. */
  'removed',
  /** It is more, or other, than the seal rests on. */
  'changed',
  'certificate_missing',
  'certificate_ended',
  /** The certificate names no place of a list, or none is in the file. */
  'crl_missing',
  'crl_unreachable',
  'crl_unreadable',
  /** Of another issuer, or of other certificates. */
  'crl_foreign',
  /** Not signed by the issuer that it names. */
  'crl_forged',
  /** Of another time than the seal. */
  'crl_outdated',
  'revoked',
] as const
export type LongTermFault = (typeof longTermFaults)[number]

export interface LongTermProblem {
  readonly fault: LongTermFault
  /** Of whose certificate; null where it is of none. */
  readonly certificate: string | null
}

export interface SealOrder {
  readonly identity: SealIdentity
  /** Whose seal it is, in any letters. */
  readonly name: string
  readonly reason: string
  /** By the clock of the database: a seal from the future is invalid for its readers. */
  readonly at: Date
  /** Files that go inside, such as the evidence; they are under the seal. */
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[]
  /** Asks a timestamp authority for a token over the hash (SHA-256) of the signature's value; null is a seal without one (B-B). */
  readonly timestamp: ((digest: Buffer) => Promise<Buffer>) | null
  /** Gathers what the seal and its timestamp, by this token, are verified by later (B-LT); without it there is no such data. */
  readonly longTerm?: (token: Buffer) => Promise<LongTermData>
}

/** One thing that was looked at, by its name: a lawyer reads which one failed. */
export interface SealCheck {
  readonly name:
    | 'readable'
    | 'one_signature'
    | 'byte_range'
    | 'nothing_after'
    | 'digest'
    | 'signature'
    | 'certificate_bound'
    | 'certificate_valid'
    | 'chain'
    | 'timestamp'
    | 'long_term'
    | 'attachments'
  readonly result: 'passed' | 'failed' | 'absent'
  /** Plain English, in one sentence. */
  readonly says: string
}

export interface SealReport {
  /** Every check passed or is rightly absent. */
  readonly isIntact: boolean
  readonly checks: readonly SealCheck[]
  /** Null where there is no seal to be read. */
  readonly seal: {
    readonly name: string | null
    readonly reason: string | null
    /** What the seal itself claims. */
    readonly claimedAt: Date | null
    /** What a timestamp authority says, where there is a token that holds. */
    readonly stampedAt: Date | null
    /** Of PAdES (EN 319 142-1, 6): as it is seen here, not as it was meant. */
    readonly level: 'B-B' | 'B-T' | 'B-LT'
    readonly certificate: CertificateFacts
    readonly root: CertificateFacts | null
  } | null
  /**
   * Where what the seal says it covers ends, and the SHA-256 (hexadecimal) of the signature in it, by which files with the same seal are known.
   * Null where there is no seal that can be read.
   */
  readonly cover: { readonly end: number; readonly signature: string } | null
  /** How many revisions the file has; the sealed one is the last of an intact file, but for the data that its seal announces. */
  readonly revisions: number
  /** What lies inside, by name. */
  readonly attachments: readonly { readonly name: string; readonly bytes: Buffer }[]
}

/** Why a timestamp does not hold. */
export const stampFaults = [
  'unreadable',
  /** What stands for it is something else, or of a kind that is not known. */
  'not_timestamp',
  'other_signature',
  'changed',
  'no_certificate',
  'wrong_signature',
  'other_certificate',
  'not_authority',
  'certificate_ended',
] as const
export type StampFault = (typeof stampFaults)[number]

/** What a timestamp in a seal says; or why it does not hold. */
export type StampInSeal =
  | { readonly holds: true; readonly at: Date; readonly authority: string }
  | { readonly holds: false; readonly fault: StampFault; readonly says: string }

/** What stands among the properties of a file. */
export interface PaperAbout {
  readonly title: string
  readonly author: string
  /** Of the document: two of the same words are then two files. Without it, what the file says there stays. */
  readonly number?: string
}

/** Each provider keeps the promises of paper.test.ts. Workspaces take turns: `workspace` is whose work it is. */
export interface Paper {
  /**
   * Takes a PDF from outside: what acts in it (scripts, launches, embedded files, forms) is taken out. Throws `PaperRefused`. What
   * comes back is what is shown, hashed and signed.
   */
  take(pdf: Buffer, workspace: string): Promise<{ readonly pdf: Buffer; readonly pages: readonly PaperPage[] }>
  /** The pages of a PDF from outside, for their text alone: whatever acts in it, or is signed, is left unused. Throws `PaperRefused`. */
  read(pdf: Buffer, workspace: string): Promise<readonly PaperPage[]>
  /** The pages of a file of ours. */
  pagesOf(pdf: Buffer, workspace: string): Promise<readonly PaperPage[]>
  /** A page as PNG, so many pixels wide (2,400 at most); pages count from 0. */
  picture(pdf: Buffer, page: number, widthPx: number, workspace: string): Promise<Buffer>
  /** Draws each page of `overlay` onto the page with the same number; titles the file. Nothing of the file below is changed. */
  lay(pdf: Buffer, overlay: Buffer, about: PaperAbout, workspace: string): Promise<Buffer>
  /** The pages of `more` after those of a file; titles it. */
  append(pdf: Buffer, more: Buffer, about: PaperAbout, workspace: string): Promise<Buffer>
  /** Seals a file: PAdES, one signature over all of it (ETSI EN 319 142-1). */
  seal(pdf: Buffer, order: SealOrder, workspace: string): Promise<Buffer>
  /** Looks at a seal as a stranger would; `roots` are those that are ours (DER). Never throws for what the file is. */
  check(pdf: Buffer, roots: readonly Buffer[], workspace: string): Promise<SealReport>
  /** The timestamp in the seal of a file of ours whose bytes are known to be those that were sealed; null where it has none. */
  stampIn(pdf: Buffer): StampInSeal | null
  /** Of the same: what is wrong with the long-term data behind the seal, which was to have some; null where it is whole. */
  longTermProblem(pdf: Buffer): LongTermProblem | null
  /** The file as its seal covers it, without the long-term data behind it; null where there is none. */
  withoutLongTerm(pdf: Buffer): Buffer | null
  /** A root of a workspace's own and a seal certificate under it: ECDSA P-256, for so many years. */
  makeIdentity(of: { readonly organization: string; readonly at: Date; readonly years: number }): Promise<SealIdentity>
  /** An identity from a PKCS#12 file; throws `IdentityRefused`. */
  readIdentity(file: Buffer, password: string): Promise<SealIdentity>
  /** What is written in a certificate (DER). */
  factsOf(certificate: Buffer): CertificateFacts
  close(): Promise<void>
}

/** Why a PKCS#12 file is not taken: its password is wrong, it has no key, its certificate may not sign or is not of its key, or it has ended. */
export class IdentityRefused extends Error {
  readonly fault: 'not_pkcs12' | 'wrong_password' | 'no_key' | 'not_for_signing' | 'expired' | 'key_not_supported'
  constructor(fault: IdentityRefused['fault']) {
    super(`the certificate is not taken: ${fault}`)
    this.fault = fault
  }
}
