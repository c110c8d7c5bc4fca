/** A document as it is at its vendor: all of its text, in the order of the file. */
export interface OnlineDoc {
  readonly title: string
  /** Of its vendor: differs after a change, and may differ without one. */
  readonly revision: string | null
  /** Of all tabs, with headers, footers, footnotes and the cells of tables; one each. A line break within one is a vertical tab. */
  readonly paragraphs: readonly string[]
  /** Changes were proposed and neither accepted nor rejected: what its text is, is not decided. */
  readonly hasSuggestions: boolean
}

/** Puts one text in the place of another, wherever it stands, upper and lower case apart. */
export interface Replacement {
  readonly find: string
  readonly put: string
}

/**
 * Why a document or a copy of it cannot be used; the `code` of a ProviderError of the kind `refused`.
 * - `doc_not_there`: it was deleted, or is not shared with this account: a vendor does not say which.
 * - `doc_locked`: this account sees it, and may not do that with it, such as copying.
 * - `doc_other_kind`: a file, but no document: a sheet, a PDF.
 * - `doc_too_large`: larger than its vendor exports.
 * - `doc_storage_full`: the account has no room for a copy.
 */
export type OnlineDocFault = 'doc_not_there' | 'doc_locked' | 'doc_other_kind' | 'doc_too_large' | 'doc_storage_full'

/**
 * Documents that people write online, of one account. Nothing is changed but copies that were made here. Throws ProviderError; `copy`
 * also one that is `uncertain`: then `findCopies` finds what was made all the same.
 */
export interface OnlineDocs {
  read(fileId: string): Promise<OnlineDoc>
  /** Into a place that only the account sees. `mark`: what it is found by again; 64 characters at most. */
  copy(fileId: string, of: { readonly title: string; readonly mark: string }): Promise<string>
  /** Copies under a mark that are not deleted, oldest first. A new one may be missing for some seconds. */
  findCopies(mark: string): Promise<readonly string[]>
  /** One after the other over the same text, or none of them. Answers how often each was put. */
  replace(copyId: string, replacements: readonly Replacement[]): Promise<readonly number[]>
  exportPdf(fileId: string): Promise<Buffer>
  /** For good, past the bin. Removed already counts as done. */
  remove(copyId: string): Promise<void>
}

export interface OnlineDocsAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** A token that is good now. */
  readonly accessToken: () => Promise<string>
  /** When the caller will not wait any longer: no call goes on past it. */
  readonly until: Date
}

export interface OnlineDocsPort {
  open(account: OnlineDocsAccount): OnlineDocs
}
