import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName } from '#web/wire.ts'
import type { ReviewsSearch } from './reviews-search.ts'

const pageSize = 50

/** The latest change first. Any of them can change at any time, so whatever is loaded is read again after each change. */
export const useReviews = ({ show, stars, location }: ReviewsSearch) =>
  useInfiniteQuery({
    queryKey: ['list-reviews', { show, stars, location }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-reviews',
        {
          limit: pageSize,
          ...(show === 'gone' && { gone: true }),
          ...(show === 'unanswered' && { answered: false }),
          ...(stars && { stars: [Number(stars)] }),
          ...(location && { locationId: location }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

export const useLocations = () => useQuery(read('list-review-locations', {}))
export const useReview = (reviewId: string) => useQuery(read('show-review', { reviewId }))

/** Calls an action that changes reviews; whatever shows them is read again, after a refusal too. */
export const useReviewChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSettled: () =>
      Promise.all(
        [['list-reviews'], ['show-review'], ['list-review-locations']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Sends the browser to Google’s consent page, and back to the reviews. */
export const useConnect = () => {
  const { organization, person } = useSession()
  return useMutation({
    mutationFn: () =>
      call('integration-init-oauth', {
        ...{ provider: 'google', orgId: organization.id, userId: person.id },
        ...{ wants: ['reviews'], returnTo: '/reviews' },
      }),
    onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
  })
}
