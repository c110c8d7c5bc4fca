import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#web/gateway.ts'
import type { ActionName, BackgroundJob, BackgroundJobState, Input } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Jobs raise no events: while any is queued or running, the list is read again. */
const refreshMs = 3_000

/** A worker reports every ten seconds; after two minutes without a report it counts as away. */
const awayAfterMs = 2 * 60_000

export const isWorkerAway = (seenAt: string | null): boolean => seenAt === null || Date.now() - Date.parse(seenAt) > awayAfterMs

export const useWork = (state: BackgroundJobState | null) =>
  useInfiniteQuery({
    queryKey: ['list-background-work', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-background-work',
        { limit: 50, ...(state && { state }), ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state: { data } }) => {
      const newest = data?.pages[0]
      if (!newest) return false
      const { counts, worker_seen_at: seenAt } = newest
      return counts.waiting + counts.running > 0 || isWorkerAway(seenAt) ? refreshMs : false
    },
  })

/**
 * Calls an action that decides about jobs, one after the other, once for two clicks; the first that is refused ends it. The
 * list is read again after a refusal too: another person may have been quicker.
 */
export const useDecision = <Name extends ActionName>(name: Name, onDone: (n: number) => void) => {
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const { mutate, ...decision } = useMutation({
    mutationFn: async (inputs: readonly Input<Name>[]) => {
      for (const input of inputs) await call(name, input)
      return inputs.length
    },
    onSuccess: onDone,
    onSettled: () => {
      isRunning.current = false
      for (const root of ['list-background-work', 'show-background-work', 'list-notices'])
        void queries.invalidateQueries({ queryKey: [root] })
    },
  })
  const decide = (inputs: readonly Input<Name>[]): void => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(inputs)
  }
  return { ...decision, decide }
}

const jobNames: Readonly<Record<string, string>> = strings.jobs

export const nameOf = ({ kind, name, summary, event }: Pick<BackgroundJob, 'kind' | 'name' | 'summary' | 'event'>): string => {
  if (kind === 'inbox') return strings.request(name)
  const known = jobNames[name] ?? summary ?? name
  return event ? strings.event(known, event) : known
}
