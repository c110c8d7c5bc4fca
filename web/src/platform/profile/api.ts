import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'

export type Profile = Output<'show-profile'>

export const useProfile = () => useQuery(read('show-profile', {}))

/** Sessions open and end elsewhere, and no event tells of it: asked anew whenever the page is looked at. */
export const useSessions = () => useQuery({ ...read('list-sessions', {}), staleTime: 0 })

/** Calls an action about one's own account, and has the profile and the sessions read again. */
export const useOwnChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      Promise.all(['show-profile', 'list-sessions'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}
