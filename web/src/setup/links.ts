import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { read } from '../gateway.ts'

/** The token after the #, which no server and no log ever sees. A second link, opened in the same tab, counts too. */
const useToken = (): string => useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') ?? '' })

/** A one-time link's token, and whether it is still good. Looking does not use it up. */
export const useLink = (...purposes: ('set-up' | 'set-password' | 'reset-password')[]) => {
  const token = useToken()
  const link = useQuery({ ...read('check-link', { token }), enabled: token !== '', staleTime: Number.POSITIVE_INFINITY })
  const isGood = link.data?.valid === true && purposes.includes(link.data.purpose)
  return {
    token,
    state: token === '' ? 'missing' : link.error ? 'unknown' : link.isPending ? 'checking' : isGood ? 'good' : 'gone',
    email: link.data?.valid ? link.data.email : null,
    hasAccount: link.data?.valid === true && link.data.has_account,
    error: link.error,
    again: () => void link.refetch(),
  } as const
}

/** An invitation's token, and what it invites to; `invitation` is null when the link is not good. */
export const useInvitation = () => {
  const token = useToken()
  const link = useQuery({ ...read('validate-invite', { token }), enabled: token !== '', staleTime: Number.POSITIVE_INFINITY })
  return {
    token,
    state: token === '' ? 'missing' : link.error ? 'unknown' : link.isPending ? 'checking' : 'known',
    invitation: link.data?.valid ? link.data.invitation : null,
    error: link.error,
    again: () => void link.refetch(),
  } as const
}
