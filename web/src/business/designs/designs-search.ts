import { textIn } from '#web/ui/route-params.ts'

/** What the address of the page says: words to look for in Canva, or `show=used`. */
export interface DesignsSearch {
  readonly q?: string
  readonly show?: 'used'
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readDesignsSearch = (search: Record<string, unknown>): DesignsSearch =>
  search.show === 'used' ? { show: 'used' } : textIn('q', search.q)
