import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, Output } from '#web/wire.ts'

export type Reconciliation = Output<'show-reconciliation'>

/** While it runs it is refetched every second. */
export const useReconciliation = () =>
  useQuery({
    ...read('show-reconciliation', {}),
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : false),
  })

export const useReconciliationChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSuccess: () =>
      Promise.all([['show-reconciliation'], ['show-invoice']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
