import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, read } from '#web/gateway.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { HumanStep } from '#web/wire.ts'
import { strings } from './strings.ts'

const pageSize = 30

/** The oldest first. Each of them can end at any time, so what is loaded is read again after each change. */
export const useOpenSteps = (whose: 'mine' | 'all') =>
  useInfiniteQuery({
    queryKey: ['list-human-steps', { whose }],
    queryFn: ({ pageParam, signal }) =>
      call('list-human-steps', { whose, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

export const useStep = (stepId: string) => useQuery(read('show-human-step', { stepId }))

/** What others did to the step meanwhile: it leaves the list, so it is said above it. */
const late: readonly string[] = ['already_resumed', 'wait_ended', 'run_ended', 'step_not_found']
export const isLate = (error: unknown): boolean => error instanceof CallError && late.includes(error.code)

export const useAnswer = ({ id: stepId, run_id: runId }: HumanStep) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (answer: { choice: string; data: Record<string, unknown> }) =>
      call('resume-workflow', { runId, stepId, ...answer }),
    onSuccess: () => say(strings.answered),
    onError: (error) => {
      if (isLate(error)) sayFailure(error, strings.tooLate)
    },
    onSettled: refresh,
  })
}

export const useDelegate = ({ id: stepId }: HumanStep) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (personId: string) => call('delegate-human-step', { stepId, personId }),
    onSettled: refresh,
  })
}

const useRefresh = () => {
  const queries = useQueryClient()
  return () =>
    Promise.all([['list-human-steps'], ['show-human-step']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
