import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#web/gateway.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'
import { strings } from './strings.ts'

type Page = Output<'list-background-work'>
export type Work = Page['work'][number]
export type Decided = Page['decided'][number]
export type WorkState = Work['state']

/** Jobs come and go without a word: while any is under way, the list is read again. */
const lookAgainMs = 3_000

/** A worker signs every ten seconds; two minutes are no hiccup any more. */
const awayAfterMs = 2 * 60_000

export const isWorkerAway = (seenAt: string | null): boolean => seenAt === null || Date.now() - Date.parse(seenAt) > awayAfterMs

export const useWork = (state: WorkState | null) =>
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
      return counts.waiting + counts.running > 0 || isWorkerAway(seenAt) ? lookAgainMs : false
    },
  })

/**
 * Calls an action that decides about work, once for two clicks. The list says what became of it, after a refusal too:
 * somebody may have been quicker.
 */
export const useDecision = <Name extends ActionName>(name: Name, onDone: () => void) => {
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const { mutate, ...decision } = useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: onDone,
    onSettled: () => {
      isUnderWay.current = false
      for (const root of ['list-background-work', 'show-background-work', 'list-notices'])
        void queries.invalidateQueries({ queryKey: [root] })
    },
  })
  const decide = (input: Input<Name>): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(input)
  }
  return { ...decision, decide }
}

const jobWords: Readonly<Record<string, string>> = strings.jobs

export const nameOf = ({ kind, name, summary }: Pick<Work, 'kind' | 'name' | 'summary'>): string =>
  kind === 'inbox' ? strings.request(name) : (jobWords[name] ?? summary ?? name)
