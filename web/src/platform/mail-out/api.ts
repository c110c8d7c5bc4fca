import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import { strings } from './strings.ts'

/** Queues emails again, one after the other; stops at the first that cannot be, and says so. */
export const useRetryMails = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (mailIds: readonly string[]) => {
      for (const mailId of mailIds) await call('retry-mail', { mailId })
      return mailIds.length
    },
    onSuccess: (n) => say(strings.retried(n)),
    onError: (error) => sayFailure(error, strings.retryFailed),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['keyset', 'list-mails'] })
      await queries.invalidateQueries({ queryKey: ['show-mail'] })
    },
  })
}
