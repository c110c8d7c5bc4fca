import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../gateway.ts'
import type { ActionName } from '../wire.ts'

/** Something that happened between a person and the house, of whatever kind. */
export interface Entry {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly channel?: string | null | undefined
  readonly direction?: string | null | undefined
  readonly text: string | null
  readonly facts: Readonly<Record<string, unknown>>
  readonly subject_id: string | null
  readonly cause: { readonly kind: string; readonly id?: string | null | undefined; readonly words?: string | null | undefined }
  readonly person: { readonly id: string; readonly name: string | null } | null
}

/** Whose timeline: a person's, or what concerns one deal. */
export type Whose = { readonly contactId: string } | { readonly dealId: string }

interface Page {
  readonly entries: readonly Entry[]
  readonly next_cursor: string | null
}

const pageSize = 30

/**
 * Newest first, a page after the other. Entries of the past change (a call ends, a message is read, a task is done), so
 * whatever is loaded is read again after each change.
 */
export const useTimeline = (whose: Whose) =>
  useInfiniteQuery({
    queryKey: ['list-timeline', whose],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-timeline' as ActionName,
        { ...whose, limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) } as never,
        { signal },
      ) as Promise<unknown> as Promise<Page>,
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.next_cursor,
  })
