import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

export const useSources = () => useQuery(read('list-lead-sources', {}))
export const useSource = (sourceId: string) => useQuery(read('show-lead-source', { leadSourceId: sourceId }))

const useChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      Promise.all(['list-lead-sources', 'show-lead-source'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}

export const useCreateSource = () => useChange('create-lead-source')
export const useUpdateSource = () => useChange('update-lead-source')
