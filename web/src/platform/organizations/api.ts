import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input } from '#web/wire.ts'

export const useWorkspace = () => useQuery(read('show-workspace', {}))

export const useUpdateWorkspace = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'update-workspace'>) => call('update-workspace', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['show-workspace'] }),
  })
}
