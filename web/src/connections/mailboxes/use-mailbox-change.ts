import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

/** A change of a mailbox, after which the list is read again. */
export const useMailboxChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-mailboxes'] }),
  })
}
