import { useQuery } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'

/** In how many conversations there is something to read; for the navigation and the title of the tab. */
export const useUnread = (): number =>
  useQuery({
    queryKey: ['unread-chats'],
    queryFn: ({ signal }) => call('fetch-admin-chats', { status: 'open', limit: 1 }, { signal }),
  }).data?.unread_total ?? 0
