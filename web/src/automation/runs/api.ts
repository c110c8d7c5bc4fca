import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, Output, WorkflowRun } from '#web/wire.ts'

/** What is under way moves without an event of each step; what waits is told of, but for the clock. */
const runningMs = 1_000
const waitingMs = 10_000
const listMs = 5_000

export interface RunFilter {
  readonly workflowId?: string | undefined
  readonly subjectId?: string | undefined
  readonly states?: readonly WorkflowRun['state'][] | undefined
  /** Of which an email or a message did not leave, or may not have. */
  readonly isUnsent?: boolean | undefined
}

const isMoving = ({ state }: WorkflowRun): boolean => state === 'queued' || state === 'running'
/** What it wrote has not left yet. */
const isSending = ({ state, unsent }: WorkflowRun): boolean => state === 'completed' && unsent === 'waiting'

export const useRuns = ({ workflowId, subjectId, states, isUnsent }: RunFilter) => {
  const filter = {
    ...(workflowId !== undefined && { workflowId }),
    ...(subjectId !== undefined && { subjectId }),
    ...(states !== undefined && { states: [...states] }),
    ...(isUnsent && { unsent: true }),
  }
  return useInfiniteQuery({
    queryKey: ['list-runs', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('list-runs', { ...filter, limit: 50, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Of a list that was gone far into, the pages are not all read again and again.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.runs.some((run) => (isMoving(run) && !run.is_stopped) || isSending(run))
        ? listMs
        : false,
  })
}

/** By the clock, for a switch, or for what it stored to be sent. */
const isWaiting = ({ run, steps }: Output<'show-run'>): boolean =>
  run.state === 'waiting' ||
  run.is_stopped ||
  steps.some(({ effect }) => effect?.made.some(({ standing }) => standing === 'waiting'))

export const useRun = (runId: string) =>
  useQuery({
    ...read('show-run', { runId }),
    refetchInterval: ({ state: { data } }) =>
      !data ? false : isMoving(data.run) && !data.run.is_stopped ? runningMs : isWaiting(data) ? waitingMs : false,
  })

export const usePreview = (input: Input<'preview-replay'>, enabled: boolean) =>
  useQuery({ ...read('preview-replay', input), enabled, retry: false })

export const useStartable = (subject: 'lead' | 'contact' | 'deal', enabled: boolean) =>
  useQuery({ ...read('list-startable-workflows', { subject }), enabled })

export const useExplanation = (input: Input<'explain-run'>, enabled: boolean) =>
  useQuery({ ...read('explain-run', input), enabled })

/** For the filter of the list; of very many the first. */
export const useWorkflowNames = () => useQuery(read('list-workflows', { limit: 200 }))

/** Calls an action that changes a run; what shows runs is read again. */
export const useRunChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSettled: () =>
      Promise.all(
        [['list-runs'], ['show-run'], ['list-timeline'], ['explain-run']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
