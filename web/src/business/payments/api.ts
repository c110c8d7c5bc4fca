import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'

export type Reconciliation = Output<'show-reconciliation'>

/** While it runs it is refetched every second. */
export const useReconciliation = () =>
  useQuery({
    ...read('show-reconciliation', {}),
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : false),
  })

export const useReconciliationChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      Promise.all([['show-reconciliation'], ['show-invoice']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
