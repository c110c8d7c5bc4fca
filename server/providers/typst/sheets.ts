import type { CertificateDocument, ContractDocument, FieldPlace, InvoiceDocument, OverlayDocument } from '#ports/documents.ts'

/** What can be set, each by the template of its name. */
export type Sheet =
  | { readonly sort: 'invoice'; readonly document: InvoiceDocument }
  | { readonly sort: 'contract'; readonly document: ContractDocument }
  | { readonly sort: 'overlay'; readonly document: OverlayDocument }
  | { readonly sort: 'certificate'; readonly document: CertificateDocument }

/** A sheet that was set. `fields`: of a contract, by id. */
export interface SetSheet {
  readonly pdf: Buffer
  readonly fields: Readonly<Record<string, FieldPlace>>
}
