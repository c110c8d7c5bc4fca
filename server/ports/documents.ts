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
  /** Below the name: the legal name, the address, how to reach them. */
  readonly sender: readonly string[]
  /** In the head. Null: the name alone. */
  readonly logo: DocumentLogo | null
  /** Of headings and lines, `#rrggbb`, dark enough to be read on white. Null: our own. */
  readonly colour: string | null
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
  /** What the law wants to be said of the sums, such as who owes the tax. */
  readonly remarks: readonly string[]
  readonly note: string | null
  /** Where it can be paid, as a link and as a code to scan. */
  readonly pay: { readonly heading: string; readonly words: string; readonly url: string } | null
  /** Where money can be sent without a provider. */
  readonly bank: { readonly heading: string; readonly facts: readonly Fact[] } | null
  /** Numbers of the sender, and what they want at the foot of their documents. */
  readonly foot: { readonly facts: readonly Fact[]; readonly words: string | null }
  /** A last line, such as thanks. */
  readonly closing: string | null
  /** `Page {page} of {pages}` */
  readonly pageWords: string
  /** What is said below when a letter of it could not be shown: `Stands for a letter …: {example}` */
  readonly lettersWords: string
  /** YYYY-MM-DD: the day that the file says it is of. The same document gives the same bytes on any day. */
  readonly date: string
}

/** A picture that `tryLogo` took, in pixels. */
export interface DocumentLogo {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

interface Fact {
  readonly label: string
  readonly value: string
}

/** A piece of text that looks the same throughout. Plain, whatever it looks like. */
export interface TextRun {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
}

/** What a signer fills in, where it stands in the text. */
export const fieldKinds = ['signature', 'initials', 'name', 'date', 'text', 'tick'] as const
export type FieldKind = (typeof fieldKinds)[number]

export type TextBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly runs: readonly TextRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly TextRun[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly TextBlock[])[]
    }
  | {
      readonly kind: 'table'
      readonly align: readonly ('left' | 'center' | 'right')[]
      readonly head: readonly (readonly TextRun[])[]
      readonly rows: readonly (readonly (readonly TextRun[])[])[]
    }
  | { readonly kind: 'quote'; readonly blocks: readonly TextBlock[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'page-break' }
  /** Room for what signers fill in: one line of fields side by side, at most three, each with its label below. */
  | {
      readonly kind: 'fields'
      readonly fields: readonly { readonly id: string; readonly field: FieldKind; readonly label: string }[]
    }

/** A contract or another text that was written in the app, filled in and ready to be set. */
export interface ContractDocument {
  readonly language: string
  readonly title: string
  /** Whose paper it is; in the head of the first page and the foot of each. */
  readonly issuer: string
  readonly blocks: readonly TextBlock[]
  /** `Page {page} of {pages}` */
  readonly pageWords: string
  /** A word across the page of what is no document yet: a preview. */
  readonly mark: string | null
  /** YYYY-MM-DD */
  readonly date: string
  /** Of the document, among the properties of the file: two documents of the same words are two files. */
  readonly number?: string
}

/** Where a field stands: points from the left and the top of its page, which counts from 0. */
export interface FieldPlace {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is drawn onto the pages of a document when all have signed. */
export interface OverlayDocument {
  readonly language: string
  readonly title: string
  readonly date: string
  readonly pages: readonly {
    readonly widthPt: number
    readonly heightPt: number
    readonly marks: readonly (Omit<FieldPlace, 'page'> &
      (
        | { readonly kind: 'text'; readonly text: string }
        /** A typed signature: larger, in a hand. */
        | { readonly kind: 'written'; readonly text: string }
        /** Strokes of a drawn one, in units of the box it was drawn in. */
        | {
            readonly kind: 'drawn'
            readonly box: { readonly width: number; readonly height: number }
            readonly strokes: readonly (readonly (readonly [x: number, y: number])[])[]
          }
        /** By its place in `pictures`. */
        | { readonly kind: 'picture'; readonly picture: number }
        | { readonly kind: 'tick' }
      ))[]
  }[]
  /** PNG, each once. */
  readonly pictures: readonly Uint8Array[]
  /** The last line of each page: where and by which code it is verified. */
  readonly foot: { readonly text: string; readonly url: string }
}

/** Values in their boxes, to be laid onto the pages of a PDF that was uploaded. */
export interface ValuesDocument {
  readonly language: string
  readonly title: string
  /** YYYY-MM-DD */
  readonly date: string
  /** A word across each page of what is no document yet: a preview. */
  readonly mark: string | null
  readonly pages: readonly {
    readonly widthPt: number
    readonly heightPt: number
    readonly boxes: readonly (Omit<FieldPlace, 'page'> & {
      readonly id: string
      readonly text: string
      readonly sizePt: number
      readonly align: 'left' | 'center' | 'right'
      /** Several lines begin at the top of their box; one stands in its middle. */
      readonly fromTop: boolean
    })[]
    /** Where signers will fill in: a frame with a word. */
    readonly frames: readonly (Omit<FieldPlace, 'page'> & { readonly label: string })[]
  }[]
}

/** Who signed what, how it is known, and all that happened: a file of its own beside the document. */
export interface CertificateDocument {
  readonly language: string
  readonly title: string
  readonly issuer: string
  readonly date: string
  readonly pageWords: string
  readonly about: readonly Fact[]
  readonly verify: { readonly heading: string; readonly words: string; readonly url: string }
  readonly people: readonly {
    readonly heading: string
    readonly facts: readonly Fact[]
    /** The signature as it stands in the document; null where a member attested it. */
    readonly mark: OverlayDocument['pages'][number]['marks'][number] | null
  }[]
  readonly events: {
    readonly heading: string
    readonly rows: readonly { readonly at: string; readonly what: string; readonly who: string; readonly hash: string }[]
  }
  readonly closing: string
  /** PNG, each once. */
  readonly pictures: readonly Uint8Array[]
}

/** A document was not set in time: its own fault where it is endless, else that of the moment. */
export class DocumentLate extends Error {}

/** Sets documents as PDF. Each provider keeps the promises of documents.long.test.ts. */
export interface Documents {
  /** Which letters it has, with the fonts that are here now. A text in others is refused where it is written. */
  coverage(): Coverage
  /**
   * A4, with nothing in it that acts, and nothing loaded from anywhere; PDF/A-2b. Workspaces take turns. Throws `DocumentLate`
   * when it takes longer than a reasonable wait.
   */
  setInvoice(document: InvoiceDocument, workspace: string): Promise<Buffer>
  /** Sets a document with nothing but a logo; throws where it cannot be drawn, so that it is refused and no invoice fails for it. */
  tryLogo(logo: DocumentLogo, workspace: string): Promise<void>
  /**
   * The same for a text that was written in the app, with the place of each of its fields, by id. A text without room for a signature has
   * none: its caller adds one. `words`: of each page whose letters are misread from a PDF (Devanagari, Thai, Arabic and such), what stands on
   * it, without head and foot; what is continued from another page stands on that.
   */
  setContract(
    document: ContractDocument,
    workspace: string,
  ): Promise<{
    readonly pdf: Buffer
    readonly fields: Readonly<Record<string, FieldPlace>>
    readonly words: readonly (string | null)[]
  }>
  /** Pages that hold nothing but what is to be drawn onto others, of their sizes, with no ground. */
  setOverlay(document: OverlayDocument, workspace: string): Promise<Buffer>
  /**
   * The same for values, each in its box at the size that is wanted: nothing is cut or made smaller. `tooLong`: the ids of boxes whose text has no room.
   */
  setValues(document: ValuesDocument, workspace: string): Promise<{ readonly pdf: Buffer; readonly tooLong: readonly string[] }>
  setCertificate(document: CertificateDocument, workspace: string): Promise<Buffer>
  /** Ends what it holds; what still waits fails. */
  close(): Promise<void>
}
