import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { useChangesEvery } from '#web/live.ts'
import type { ActionName, Input, ListKind } from '#web/wire.ts'
import { changesOf } from './changes.ts'

export const useDescription = (kind: ListKind) => useQuery({ ...read('describe-list', { kind }), staleTime: 60_000 })
/** Of all kinds in one answer: the sidebar reads them anyway. */
export const useViews = (kind: ListKind) =>
  useQuery({
    ...read('list-saved-views', {}),
    select: ({ views }) => views.filter((view) => view.kind === kind),
  })
export const useMembersOf = () => useQuery(read('list-members', {})).data?.members ?? []
/** Read again after what changes this kind of record, no more often than every so many ms: each takes its share of the calls of a minute. */
export const useCount = (input: Input<'count-records'>, { isEnabled, everyMs }: { isEnabled: boolean; everyMs: number }) => {
  const query = useQuery({ ...read('count-records', input), enabled: isEnabled })
  useChangesEvery(everyMs, changesOf[input.kind], () => isEnabled && void query.refetch())
  return query
}

/** Calls an action that changes views; they are read again. */
export const useViewChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['list-saved-views'] }),
  })
}
