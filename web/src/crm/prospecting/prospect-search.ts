import { textIn } from '#web/ui/route-params.ts'
import type { ProspectFilters } from '#web/wire.ts'

/** What the address of the page says: each list as it was typed, with semicolons between. */
export interface ProspectSearch {
  /** In place of the search: what enrichment cost. */
  readonly show?: 'credits'
  readonly titles?: string
  readonly locations?: string
  readonly domains?: string
  readonly keywords?: string
  readonly page?: number
}

/** The last page that the server gives. */
export const mostPages = 500

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readProspectSearch = (search: Record<string, unknown>): ProspectSearch => {
  const page = Number(search.page)
  if (search.show === 'credits') return { show: 'credits' }
  return {
    ...textIn('titles', search.titles),
    ...textIn('locations', search.locations),
    ...textIn('domains', search.domains),
    ...textIn('keywords', typeof search.keywords === 'number' ? String(search.keywords) : search.keywords),
    ...(Number.isInteger(page) && page > 1 && page <= mostPages && { page }),
  }
}

const listIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** As the gateway takes it; null where nothing is searched for. */
export const filtersOf = ({ titles, locations, domains, keywords }: ProspectSearch): ProspectFilters | null => {
  const filters = {
    ...{ titles: listIn(titles), locations: listIn(locations), domains: listIn(domains) },
    ...(keywords?.trim() && { keywords: keywords.trim() }),
  }
  const isEmpty = filters.titles.length + filters.locations.length + filters.domains.length === 0 && !filters.keywords
  return isEmpty ? null : filters
}
