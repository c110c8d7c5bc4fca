import { isId } from '#web/ui/route-params.ts'

export const shows = ['unanswered', 'gone'] as const
export const starCounts = ['5', '4', '3', '2', '1'] as const

/** What the address of the list says. */
export interface ReviewsSearch {
  readonly show?: (typeof shows)[number]
  readonly stars?: (typeof starCounts)[number]
  readonly location?: string
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readReviewsSearch = (search: Record<string, unknown>): ReviewsSearch => {
  const show = shows.find((known) => known === search.show)
  const stars = starCounts.find((known) => known === search.stars)
  return { ...(show && { show }), ...(stars && { stars }), ...(isId(search.location) && { location: search.location }) }
}
