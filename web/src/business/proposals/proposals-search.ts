/** Everything the list can be narrowed to. */
export const filters = ['draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export type Filter = (typeof filters)[number]

/** What the address of the list says. */
export interface ProposalsSearch {
  readonly status?: Filter
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readProposalsSearch = (search: Record<string, unknown>): ProposalsSearch => {
  const status = filters.find((known) => known === search.status)
  return status ? { status } : {}
}
