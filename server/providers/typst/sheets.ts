import type {
  CertificateDocument,
  ContractDocument,
  FieldPlace,
  InvoiceDocument,
  OverlayDocument,
  ValuesDocument,
} from '#ports/documents.ts'

/** What can be set, each by the template of its name. */
export type Sheet =
  | { readonly sort: 'invoice'; readonly document: InvoiceDocument }
  | { readonly sort: 'contract'; readonly document: ContractDocument }
  | { readonly sort: 'overlay'; readonly document: OverlayDocument }
  | { readonly sort: 'values'; readonly document: ValuesDocument }
  | { readonly sort: 'certificate'; readonly document: CertificateDocument }

/**
 * A sheet that was set. `fields`: of a contract, by id. `words`: of a contract, by page, where they are misread from the PDF. `tooLong`: of values, the boxes whose text has no room.
 */
export interface SetSheet {
  readonly pdf: Buffer
  readonly fields: Readonly<Record<string, FieldPlace>>
  readonly words: readonly (string | null)[]
  readonly tooLong: readonly string[]
}
