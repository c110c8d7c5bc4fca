import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, Input } from '#web/wire.ts'

export const useMembers = () => useQuery(read('list-members', {}))

/** The open invitations, newest first, a page at a time. */
export const useInvitations = (enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['list-invitations'],
    queryFn: ({ pageParam, signal }) =>
      call('list-invitations', { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    enabled,
  })

/** Calls an action that changes who is here, and reads both lists again. */
const useMemberChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    // After a failure too: another admin may have been faster, and the lists show it.
    onSettled: () =>
      Promise.all(['list-members', 'list-invitations'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}

export const useInvite = () => useMemberChange('invite-staff')
export const useResendInvitation = () => useMemberChange('resend-invitation')
export const useWithdrawInvitation = () => useMemberChange('withdraw-invitation')
export const useChangeRole = () => useMemberChange('change-role')
export const useRemoveMember = () => useMemberChange('remove-member')
export const useSendLink = () => useMemberChange('send-welcome')
