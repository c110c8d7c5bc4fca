import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, Document } from '#web/wire.ts'
import type { Filter } from './documents-search.ts'

const pageSize = 50

/** Where a page of the list begins: among those that wait for signatures, or after them. */
interface Place {
  readonly isOpen: boolean
  readonly cursor: string | null
}

interface Page {
  readonly documents: readonly Document[]
  readonly next: Place | null
}

/**
 * Documents, those that wait for signatures first, newest first within each. Any of them can change at any time, so whatever is loaded
 * is read again after each change.
 */
export const useDocuments = (status: Filter | undefined) =>
  useInfiniteQuery({
    queryKey: ['list-documents', { status }],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { isOpen, cursor } = pageParam
      const { documents, next_cursor } = await call(
        'list-documents',
        { limit: pageSize, ...(status ? { status } : { open: isOpen }), ...(cursor !== null && { cursor }) },
        { signal },
      )
      if (next_cursor !== null) return { documents, next: { isOpen, cursor: next_cursor } }
      if (status || !isOpen) return { documents, next: null }
      // The first of the others come with the last that are open: an empty page would look like an empty list.
      const others = await call('list-documents', { limit: pageSize, open: false }, { signal })
      return {
        documents: [...documents, ...others.documents],
        next: others.next_cursor === null ? null : { isOpen: false, cursor: others.next_cursor },
      }
    },
    initialPageParam: { isOpen: true, cursor: null } as Place,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const useDocument = (documentId: string) => useQuery(read('show-document', { documentId }))
/** The sealed records of the nights, newest first. */
export const useSealRecords = () =>
  useInfiniteQuery({
    queryKey: ['list-seal-records', {}],
    queryFn: ({ pageParam, signal }) =>
      call('list-seal-records', { limit: 7, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** The records of documents that were removed after their term, newest first. */
export const useRemovedDocuments = () =>
  useInfiniteQuery({
    queryKey: ['list-removed-documents', {}],
    queryFn: ({ pageParam, signal }) =>
      call('list-removed-documents', { limit: 10, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Removes a document for good; it then stands among those that were. */
export const useRemoval = () => {
  const queries = useQueryClient()
  const removal = useDocumentChange('remove-document')
  return {
    ...removal,
    remove: (documentId: string, onSuccess: () => void): void =>
      removal.mutate(
        { documentId },
        {
          onSuccess: () => {
            void queries.invalidateQueries({ queryKey: ['list-removed-documents'] })
            onSuccess()
          },
        },
      ),
  }
}

export const useSealing = () => useQuery(read('show-sealing', {}))

/** Calls an action that changes a document; whatever shows one is read again, after a refusal too. */
export const useDocumentChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSettled: () =>
      Promise.all(
        [['list-documents'], ['show-document'], ['show-sealing'], ['check-sealing'], ['list-timeline']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
