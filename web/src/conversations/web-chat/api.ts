import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { adviceOn } from '#web/ui/error-note.tsx'
import { notifications } from '#web/ui/notifications.tsx'
import type { ActionName, Input } from '#web/wire.ts'
import { strings } from './strings.ts'

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

export const say = (message: string): void =>
  void notifications.show({ message, closeButtonProps: { 'aria-label': strings.close } })

export const sayFailure = (error: unknown): void =>
  void notifications.show({
    color: 'red',
    title: strings.changeFailed,
    message: adviceOn(error),
    closeButtonProps: { 'aria-label': strings.close },
  })
