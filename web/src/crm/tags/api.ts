import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input, PlainRecordKind } from '#web/wire.ts'

/** All tags of the workspace, by name. */
export const useTags = ({ count = false, isWanted = true } = {}) =>
  useQuery({ ...read('list-tags', { count }), enabled: isWanted })

/** Changes the list of tags; whatever shows tags is read again afterwards. */
export const useTagChange = <Name extends 'save-tag' | 'merge-tags' | 'delete-tag'>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => ['list-tags', ...shows].includes(String(queryKey[0])),
      }),
  })
}

/** What shows one record of a kind. */
export const showOf = (kind: PlainRecordKind) => `show-${kind}` as const
export const shows: readonly string[] = ['show-contact', 'show-company', 'show-lead', 'show-deal']

/** Tags a record, and reads it again. */
export const useTagging = (kind: PlainRecordKind, id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: { readonly add?: string[]; readonly remove?: string[] }) =>
      call('tag-records', { kind, ids: [id], ...change }),
    onSuccess: () => Promise.all([showOf(kind), 'list-tags'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}
