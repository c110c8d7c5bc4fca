import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, BoardStage, Input, Output } from '#web/wire.ts'

export type Board = Output<'show-board'>
export type Stage = Omit<BoardStage, 'count' | 'sums' | 'deals' | 'next_cursor'>
export type ShownDeal = Output<'show-deal'>
export type ResponseTimes = Output<'show-response-times'>

/** What the board is narrowed to. */
export interface Narrowed {
  readonly assignedTo?: string
  readonly search?: string
}

export const useBoard = (input: Input<'show-board'>) =>
  useQuery({ ...read('show-board', input), placeholderData: keepPreviousData })
export const useDeal = (dealId: string) => useQuery(read('show-deal', { dealId }))
export const usePipelines = () => useQuery(read('list-pipelines', {}))
export const useTurns = () => useQuery(read('list-turns', {}))
export const useResponseTimes = () => useQuery(read('show-response-times', {}))

/** A page of a column after the ones that came with the board. */
export const fetchMore = (input: Input<'list-stage-deals'>): Promise<Output<'list-stage-deals'>> =>
  call('list-stage-deals', input)

/** Tasks, the one that is due first on top; any of them can be done at any time, so all that is loaded is read again. */
export const useTasks = (input: Omit<Input<'list-tasks'>, 'cursor'>) =>
  useInfiniteQuery({
    queryKey: ['list-tasks', input],
    queryFn: ({ pageParam, signal }) =>
      call('list-tasks', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })

const roots = [
  'keyset',
  'show-board',
  'show-deal',
  'list-deals',
  'list-tasks',
  'list-timeline',
  'list-pipelines',
  'list-turns',
  'show-response-times',
]

/** Reads again whatever shows a deal. */
export const renewDeals = (queries: QueryClient): Promise<unknown> =>
  Promise.all(roots.map((root) => queries.invalidateQueries({ queryKey: [root] })))

/** Calls an action that changes something of a deal; whatever shows one is read again, after a refusal too. */
export const useDealChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSettled: () => renewDeals(queries),
  })
}

/** What of Home shows tasks: calls to return are some, and a deal without one stands still. */
const homeRoots = ['home-tasks', 'home-calls', 'home-deals']

/** Changes a task. Whatever shows it, Home as well, is read again, after a refusal too. */
export const useTaskEdit = () => {
  const queries = useQueryClient()
  const callOnce = useCallOnce('update-task')
  return useMutation({
    mutationFn: callOnce,
    onSettled: () =>
      Promise.all([renewDeals(queries), ...homeRoots.map((root) => queries.invalidateQueries({ queryKey: [root] }))]),
  })
}
