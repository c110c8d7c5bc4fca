import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import type { Input, Output } from '#web/wire.ts'

export type Shown = Output<'show-contact'>

/** A person with their leads, a page after the other. */
export const useContact = (contactId: string) =>
  useInfiniteQuery({
    // Not the key of a plain read: what one of the two has cached, the other would take for its own.
    queryKey: ['show-contact', { contactId, isPaged: true }],
    queryFn: ({ pageParam, signal }) =>
      call('show-contact', { contactId, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

/** Changes a person; whatever shows people is read again afterwards. */
export const useContactChange = <Name extends 'update-contact' | 'merge-contacts' | 'undo-merge' | 'decide-claim'>(
  name: Name,
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) =>
          [
            'show-contact',
            'show-lead',
            'list-timeline',
            'list-contacts',
            'list-invoices',
            'keyset',
            'fetch-chat-history',
            'fetch-admin-chats',
          ].includes(String(queryKey[0])),
      }),
  })
}
