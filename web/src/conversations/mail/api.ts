import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { pagesState } from '#web/ui/keyset.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ActionName, Input, Output } from '#web/wire.ts'
import { strings } from './strings.ts'

const pageSize = 40

export const useMailboxes = () => {
  const { data, error, isPending, refetch } = useQuery(read('list-mailboxes', {}))
  return { mailboxes: data?.mailboxes.filter(({ has_mail }) => has_mail), error, isPending, refetch }
}

export const useFolders = (userEmail: string) => useQuery(read('list-mail-folders', { userEmail }))

type Page = Output<'fetch-inbox'>

/** The mails of a folder, newest first. */
export const useMails = (userEmail: string, labelId: string) => {
  const query = useInfiniteQuery({
    queryKey: ['fetch-inbox', userEmail, labelId],
    queryFn: ({ pageParam, signal }) =>
      call(
        'fetch-inbox',
        { userEmail, labelId, limit: pageSize, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ emails }: Page) => (emails.length === pageSize ? (emails.at(-1)?.id ?? null) : null),
  })
  return { rows: query.data?.pages.flatMap(({ emails }) => emails) ?? [], ...pagesState(query) }
}

export const useMail = (userEmail: string, id: string) => useQuery(read('show-email', { userEmail, id }))

/** An action on mails, after which their lists are read again. */
export const useMailChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onError: (error) => sayFailure(error),
    onSettled: () =>
      Promise.all(
        ['show-email', 'fetch-inbox', 'list-mail-folders'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  })
}

/** So long an email waits here before it leaves. */
const undoSeconds = 10

/** Sends an email, and offers to take it back while it waits. */
export const useSend = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'send-email'>) => call('send-email', { ...input, undoSeconds }),
    onSuccess: ({ messageId }, { userEmail }) => {
      say(strings.sending, () => {
        call('cancel-email', { id: messageId, userEmail }).then(
          () => say(strings.takenBack),
          (error: unknown) => sayFailure(error),
        )
      })
      return queries.invalidateQueries({ queryKey: ['fetch-inbox'] })
    },
  })
}
