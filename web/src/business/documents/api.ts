import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, foyer, read } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, Document, Input } from '#web/wire.ts'
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

/** Pages that show documents, of which any may have changed. */
const showing = [['list-documents'], ['show-document'], ['show-sealing'], ['check-sealing'], ['list-timeline']]

/**
 * Uploads a paper that was signed by hand, and records the signature on it. Each step is the same when it is done again, so after a lost answer
 * or a refusal all of it is.
 */
export const useSignOnPaper = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ documentId, file, data }: Pick<Input<'sign-document'>, 'documentId' | 'data'> & { file: File }) => {
      const { id: fileId } = await foyer.uploadRecordFile(file, { name: file.name })
      const { file: paper } = await call('upload-signed-file', { documentId, fileId })
      return call('sign-document', { documentId, data, url: paper.url })
    },
    onSettled: () => Promise.all(showing.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Calls an action that changes a document; whatever shows one is read again, after a refusal too. */
export const useDocumentChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSettled: () => Promise.all(showing.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
