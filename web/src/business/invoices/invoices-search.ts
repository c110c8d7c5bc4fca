import { type ListSearch, readListSearch } from '#web/desk/lists/list-search.ts'

/** Everything a list can be narrowed to: the states, and what is late. */
export const filters = ['draft', 'sent', 'overdue', 'processing', 'paid', 'refunded', 'void'] as const
export type Filter = (typeof filters)[number]

/** What the address of the list says. */
export interface InvoicesSearch extends ListSearch {
  readonly state?: Filter
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readInvoicesSearch = (search: Record<string, unknown>): InvoicesSearch => {
  const state = filters.find((known) => known === search.state)
  return { ...readListSearch(search), ...(state && { state }) }
}
