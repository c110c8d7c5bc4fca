import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'

/** Whose timeline: a person's, or what concerns one deal. */
export type Whose = { readonly contactId: string } | { readonly dealId: string }

const pageSize = 30

/**
 * Newest first, a page after the other. Entries of the past change (a call ends, a message is read, a task is done), so
 * whatever is loaded is read again after each change.
 */
export const useTimeline = (whose: Whose) =>
  useInfiniteQuery({
    queryKey: ['list-timeline', whose],
    queryFn: ({ pageParam, signal }) =>
      call('list-timeline', { ...whose, limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
