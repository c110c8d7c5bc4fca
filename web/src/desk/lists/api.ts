import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, ListKind } from '#web/wire.ts'

export const useDescription = (kind: ListKind) => useQuery({ ...read('describe-list', { kind }), staleTime: 60_000 })
export const useViews = (kind: ListKind) => useQuery(read('list-saved-views', { kind }))
export const useMembersOf = () => useQuery(read('list-members', {})).data?.members ?? []
export const useCount = (input: Input<'count-records'>, isEnabled: boolean) =>
  useQuery({ ...read('count-records', input), enabled: isEnabled })

/** Calls an action that changes views; they are read again. */
export const useViewChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['list-saved-views'] }),
  })
}
