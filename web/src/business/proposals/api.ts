import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName } from '#web/wire.ts'
import type { Filter } from './proposals-search.ts'

const pageSize = 50

/** Newest first. Any of them can change at any time, so whatever is loaded is read again after each change. */
export const useProposals = (status: Filter | undefined) =>
  useInfiniteQuery({
    queryKey: ['list-proposals', { status }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-proposals',
        { limit: pageSize, ...(status && { status }), ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

export const useProposal = (proposalId: string) => useQuery(read('show-proposal', { proposalId }))

/** Calls an action that changes a proposal; whatever shows one is read again, after a refusal too. */
export const useProposalChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSettled: () =>
      Promise.all(
        [['list-proposals'], ['show-proposal'], ['list-timeline']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}
