import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input, Output } from '#web/wire.ts'

const pageSize = 24
/** Canva is not asked again for a page that was left a moment ago. */
const freshMs = 60_000

/** All that are used here, with the account. */
export const useUsedDesigns = () => useQuery(read('list-designs', {}))

/** What the account sees in Canva, changed last first. */
export const useCanvaDesigns = (search: string, isAsked: boolean) =>
  useInfiniteQuery({
    queryKey: ['canva', { search }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'canva',
        {
          ...{ action: 'list', limit: pageSize },
          ...(search !== '' && { query: search }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? null,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    enabled: isAsked,
  })

/** Changes something at Canva or here; whatever shows designs is read again, after a refusal too. */
export const useDesignChange = (onDone?: (output: Output<'canva'>) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'canva'>) => call('canva', input),
    onSuccess: (output) => onDone?.(output),
    onSettled: () => Promise.all([['list-designs'], ['canva']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
