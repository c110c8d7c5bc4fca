import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

export const useChatWidgets = () => useQuery(read('list-chat-widgets', {}))

/** Calls an action that changes a widget; the list is read again. `onDone` comes before that. */
export const useChatWidgetChange = <Name extends ActionName>(name: Name, onDone?: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => {
      onDone?.()
      return queries.invalidateQueries({ queryKey: ['list-chat-widgets'] })
    },
  })
}
