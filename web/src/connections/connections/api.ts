import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'

export const useConnections = () => useQuery(read('list-connections', {}))

/** Calls an action that changes a connection; whatever shows one is read again. */
export const useConnectionChange = <Name extends ActionName>(name: Name, onDone?: (output: Output<Name>) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: (output) => {
      onDone?.(output)
      return Promise.all(
        [['list-connections'], ['keyset', 'list-provider-calls']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
  })
}
