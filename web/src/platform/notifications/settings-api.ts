import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input, NotificationSettings } from '#web/wire.ts'

export type Settings = NotificationSettings

export const useSettings = () => useQuery(read('show-notification-settings', {}))

export const useSaveSettings = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'save-notification-settings'>) => call('save-notification-settings', input),
    onSuccess: ({ settings }) => {
      queries.setQueryData(read('show-notification-settings', {}).queryKey, { settings })
      // A step of the checklist of Home.
      void queries.invalidateQueries({ queryKey: ['home-checklist'] })
      return queries.invalidateQueries({ queryKey: ['list-notices'] })
    },
  })
}

export const useTest = () =>
  useMutation({ mutationFn: (channel: 'mail' | 'push') => call('send-test-notification', { channel }) })
