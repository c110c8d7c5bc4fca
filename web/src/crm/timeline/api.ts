import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import type { TimelineEntry } from '#web/wire.ts'

/** Whose timeline: that of a contact, a deal, a lead or a company. */
export type Whose =
  | { readonly contactId: string }
  | { readonly dealId: string }
  | { readonly leadId: string }
  | { readonly companyId: string }

type Kinds = readonly TimelineEntry['kind'][] | undefined

const pageSize = 30

/**
 * Newest first, a page after the other. Entries of the past change (a call ends, a message is read, a task is done), so
 * whatever is loaded is read again after each change.
 */
export const useTimeline = (whose: Whose, kinds?: Kinds) =>
  useInfiniteQuery({
    queryKey: ['list-timeline', whose, kinds ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-timeline',
        {
          ...whose,
          limit: pageSize,
          ...(kinds && { kinds: [...kinds] }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

/** How many entries of each kind there are; the server counts a hundred of each. */
export const useTimelineCounts = (whose: Whose) =>
  useQuery({
    queryKey: ['list-timeline', whose, 'counts'],
    queryFn: async ({ signal }) => (await call('list-timeline', { ...whose, limit: 1, withCounts: true }, { signal })).counts,
  })
