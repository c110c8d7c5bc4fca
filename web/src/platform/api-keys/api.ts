import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'

/** A new key, with its text for the one time it is known. */
export type KeyWithSecret = Pick<Output<'create-key'>, 'key' | 'secret'>
export type KeyStart = Output<'show-key'>

export const useKeys = () => useQuery(read('list-keys', {}))

/** Asks again every second while `watch` says so: the reader stands before a terminal and waits. */
export const useKey = (keyId: string, watch: (start: KeyStart | undefined) => boolean = () => false) =>
  useQuery({ ...read('show-key', { keyId }), refetchInterval: (query) => (watch(query.state.data) ? 1_000 : false) })

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
