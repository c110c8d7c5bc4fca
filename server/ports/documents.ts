import type { Coverage } from '#shapes/letters.ts'

/**
 * An invoice or a receipt, ready to be set: every text in its language, every amount and date written out. All texts are plain,
 * whatever they look like; a line break in one is a line break.
 */
export interface InvoiceDocument {
  /** ISO 639, such as `de`: for hyphenation, and for programs that read aloud. */
  readonly language: string
  /** `Invoice` */
  readonly title: string
  /** `INV-0007`; null for a draft. */
  readonly label: string | null
  /** Whose invoice it is. */
  readonly issuer: string
  /** A word that must not be overlooked: paid, void, draft. */
  readonly mark: { readonly text: string; readonly tone: 'good' | 'quiet' | 'bad' } | null
  /** Dates and the like, beside the client. */
  readonly facts: readonly Fact[]
  readonly client: { readonly heading: string; readonly name: string; readonly below: readonly string[] }
  readonly columns: {
    readonly description: string
    readonly quantity: string
    readonly unit: string
    /** Null where nothing is taxed. */
    readonly tax: string | null
    readonly amount: string
  }
  readonly lines: readonly {
    readonly description: string
    readonly quantity: string
    readonly unit: string
    readonly tax: string
    readonly amount: string
  }[]
  /** What stands below the lines, the last first to be seen. */
  readonly sums: readonly (Fact & { readonly isStrong: boolean })[]
  readonly note: string | null
  /** Where it can be paid, as a link and as a code to scan. */
  readonly pay: { readonly heading: string; readonly words: string; readonly url: string } | null
  /** A last line, such as thanks. */
  readonly closing: string | null
  /** `Page {page} of {pages}` */
  readonly pageWords: string
  /** What is said below when a letter of it could not be shown: `Stands for a letter …: {example}` */
  readonly lettersWords: string
  /** YYYY-MM-DD: the day that the file says it is of. The same document gives the same bytes on any day. */
  readonly date: string
}

interface Fact {
  readonly label: string
  readonly value: string
}

/** A document was not set in time: its own fault where it is endless, else that of the moment. */
export class DocumentLate extends Error {}

/** Sets documents as PDF. Each provider keeps the promises of documents.test.ts. */
export interface Documents {
  /** Which letters it has, with the fonts that are here now. A text in others is refused where it is written. */
  coverage(): Coverage
  /**
   * A4, with nothing in it that acts, and nothing loaded from anywhere; PDF/A-2b. Workspaces take turns. Throws `DocumentLate`
   * when it takes longer than a reasonable wait.
   */
  setInvoice(document: InvoiceDocument, workspace: string): Promise<Buffer>
  /** Ends what it holds; what still waits fails. */
  close(): Promise<void>
}
