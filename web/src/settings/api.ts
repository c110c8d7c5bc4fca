import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '../gateway.ts'
import type { ActionName, Input } from '../wire.ts'
import type { KeyStart } from './shapes.ts'

export const useKeys = () => useQuery(read('list-keys', {}))

/** Asks again every second while `watch` says so: somebody stands before a terminal and waits. */
export const useKey = (keyId: string, watch: (start: KeyStart | undefined) => boolean = () => false) =>
  useQuery({ ...read('show-key', { keyId }), refetchInterval: (query) => (watch(query.state.data) ? 1_000 : false) })

export const useDelivery = (deliveryId: string) => useQuery(read('show-delivery', { deliveryId }))
export const useWorkspace = () => useQuery(read('show-workspace', {}))
export const useMembers = () => useQuery(read('list-members', {}))

/** Calls an action that changes something, and has read again whatever hangs on it. */
const useChange = <Name extends ActionName>(name: Name, ...touched: string[]) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => Promise.all(touched.map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}

export const useCreateKey = () => useChange('create-key', 'list-keys')
export const useUpdateKey = () => useChange('update-key', 'list-keys', 'show-key')
export const useRollKey = () => useChange('roll-key', 'list-keys', 'show-key')
export const useRevokeKey = () => useChange('revoke-key', 'list-keys', 'show-key')
export const useUpdateWorkspace = () => useChange('update-workspace', 'show-workspace')

export const useReplay = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<Input<'replay-delivery'>, 'dryRun'>) => call('replay-delivery', input),
    onSettled: async () => {
      // Rows of a list are taken to stay as they are; this one has changed, so the lists begin anew.
      queries.removeQueries({ queryKey: ['keyset', 'list-deliveries'] })
      await queries.invalidateQueries({ queryKey: ['show-delivery'] })
    },
  })
}

/** The same as a replay, up to the point where something would be stored. */
export const useCheckReplay = () =>
  useMutation({
    mutationFn: (input: Omit<Input<'replay-delivery'>, 'dryRun'>) => call('replay-delivery', { ...input, dryRun: true }),
  })
