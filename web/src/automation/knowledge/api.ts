import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, foyer, read } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

export const useSources = () =>
  useInfiniteQuery({
    queryKey: ['list-knowledge'],
    queryFn: ({ pageParam, signal }) =>
      call('list-knowledge', { limit: 50, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const useSource = (knowledgeId: string) => useQuery(read('show-knowledge', { knowledgeId }))

export const useReading = (knowledgeId: string, from: number) =>
  useInfiniteQuery({
    queryKey: ['list-knowledge-passages', knowledgeId, from],
    queryFn: ({ pageParam, signal }) =>
      call('list-knowledge-passages', { knowledgeId, from: pageParam, limit: 50 }, { signal }),
    initialPageParam: from,
    getNextPageParam: ({ next_from }) => next_from,
  })

export const usePassages = (query: string) => useQuery({ ...read('search-knowledge', { query }), enabled: query !== '' })

/** Asked for, never read by itself: an answer costs. */
export const useAnswer = () => useMutation({ mutationFn: (question: string) => call('ask-knowledge', { question }) })

/** Calls an action that changes documents; whatever shows them is read again. */
export const useKnowledgeChange = <Name extends ActionName>(name: Name) => {
  const again = useReadAgain()
  return useMutation({ mutationFn: (input: Input<Name>) => call(name, input), onSettled: again })
}

/** Uploads a file and makes a document of it. */
export const useKnowledgeUpload = () => {
  const again = useReadAgain()
  return useMutation({
    mutationFn: async ({ file, title }: { readonly file: File; readonly title: string }) => {
      const { id } = await foyer.uploadKnowledgeFile(file, { name: file.name.slice(-255) })
      return call('save-knowledge', { title, file: id })
    },
    onSettled: again,
  })
}

const useReadAgain = () => {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [['list-knowledge'], ['show-knowledge'], ['list-knowledge-passages'], ['search-knowledge']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
}
