import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'

/** The newest few, and how many are unread: for the bell and its list. */
export const useNewestNotices = () => useQuery(read('list-notices', { limit: 10 }))

/** Marks a notice and everything before it as read. */
export const useMarkRead = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (noticeId: string) => call('mark-notices-read', { noticeId }),
    onSuccess: async () => {
      // The rows of the long list have changed: it begins anew when it is opened.
      await queries.invalidateQueries({ queryKey: ['keyset', 'list-notices'] })
      await queries.invalidateQueries({ queryKey: ['list-notices'] })
    },
  })
}
