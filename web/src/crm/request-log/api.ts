import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input, Output } from '#web/wire.ts'

export type Replay = Output<'replay-delivery'>

export const useDelivery = (deliveryId: string) => useQuery(read('show-delivery', { deliveryId }))

export const useReplay = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<Input<'replay-delivery'>, 'dryRun'>) => call('replay-delivery', input),
    onSettled: async () => {
      // Rows of a list are taken to stay as they are; this one has changed, so the lists begin anew.
      queries.removeQueries({ queryKey: ['keyset', 'list-records', { kind: 'delivery' }] })
      await queries.invalidateQueries({ queryKey: ['show-delivery'] })
    },
  })
}

/** The same as a replay, up to the point where something would be stored. */
export const useCheckReplay = () =>
  useMutation({
    mutationFn: (input: Omit<Input<'replay-delivery'>, 'dryRun'>) => call('replay-delivery', { ...input, dryRun: true }),
  })
