import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input, Rehearsal, RehearsalPerson } from '#web/wire.ts'

export type { Rehearsal }
export type Report = NonNullable<Rehearsal['report']>
export type Person = RehearsalPerson
export type Entry = Person['runs'][number]['entries'][number]

export interface Only {
  readonly change?: Person['change']
  readonly failed?: true
}

const pageRows = 25
/** While it is played. */
const refreshMs = 800

export const isUnderWay = (rehearsal: Rehearsal | undefined): boolean =>
  rehearsal?.state === 'waiting' || rehearsal?.state === 'running'

/** The last one of a workflow. */
export const useLastRehearsal = (workflowId: string) => useQuery(read('list-rehearsals', { workflowId, limit: 1 }))

/** One as it comes along. */
export const useRehearsal = (rehearsalId: string | undefined) =>
  useQuery({
    ...read('show-rehearsal', { rehearsalId: rehearsalId ?? '', limit: 1 }),
    enabled: rehearsalId !== undefined,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.rehearsal) ? refreshMs : false),
  })

export const usePeople = (rehearsalId: string, only: Only) =>
  useInfiniteQuery({
    queryKey: ['show-rehearsal', 'people', rehearsalId, only],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('show-rehearsal', { rehearsalId, ...only, after: pageParam, limit: pageRows }, { signal }),
    getNextPageParam: ({ next_after }) => next_after,
  })

export const useRehearse = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'rehearse-workflow'>) => call('rehearse-workflow', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['list-rehearsals'] }),
  })
}
