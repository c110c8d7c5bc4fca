/** Everything the list can be narrowed to. */
export const filters = ['pending_signature', 'signed', 'declined', 'expired', 'voided'] as const
export type Filter = (typeof filters)[number]

/** What the address of the list says. */
export interface DocumentsSearch {
  readonly status?: Filter
  /** The window to send one is open. */
  readonly new?: 'yes'
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readDocumentsSearch = (search: Record<string, unknown>): DocumentsSearch => {
  const status = filters.find((known) => known === search.status)
  return { ...(status && { status }), ...(search.new === 'yes' && { new: 'yes' as const }) }
}
