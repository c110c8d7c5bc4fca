import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { pagesState } from '#web/ui/keyset.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'
import type { DraftContent } from './drafts.ts'
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
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onError: (error) => sayFailure(error),
    onSettled: () =>
      Promise.all(
        ['show-email', 'fetch-inbox', 'list-mail-folders', ...draftsKey].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

/** So long an email waits here before it leaves. */
const undoSeconds = 10

const draftsKey = ['list-email-drafts']

export const useDrafts = () => useQuery({ ...read('list-email-drafts', {}), staleTime: 0 })

export const useDraftsChanged = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: draftsKey })
}

/** Takes back an email that waits. What it said is a draft again, as it was typed, or not at all. */
const takeBack = async (id: string, { userEmail, files: _, ...asDraft }: DraftContent): Promise<string | undefined> =>
  (await call('cancel-email', { id, userEmail, asDraft })).draft?.id

/** Sends an email, and offers to take it back while it waits: then it is open again, as `onTakenBack` is given its draft. */
export const useSend = (content: () => DraftContent, onTakenBack: (draftId: string) => void) => {
  const queries = useQueryClient()
  const sendOnce = useCallOnce('send-email')
  return useMutation({
    mutationFn: (input: Input<'send-email'>) => sendOnce({ ...input, undoSeconds }),
    onSuccess: ({ messageId }) => {
      const sent = content()
      say(strings.sending, () => {
        takeBack(messageId, sent).then(
          (draftId) => {
            say(strings.takenBack)
            if (draftId !== undefined) onTakenBack(draftId)
          },
          (error: unknown) => sayFailure(error),
        )
      })
      return Promise.all(
        [['fetch-inbox'], ['list-mail-folders'], draftsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
  })
}
