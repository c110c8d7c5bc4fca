import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { read } from '#web/gateway.ts'

/** The token after the #, which no server and no log ever sees. A second link, opened in the same tab, counts too. */
const useToken = (): string => useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') ?? '' })

/**
 * What a link was found to be holds while its page stands: using it up, and leaving, would show for a moment that it works no longer.
 * Another link in the same tab is looked at anew.
 */
const useHeld = <State extends { readonly token: string }>(now: State, isGood: boolean): State => {
  const held = useRef<State | null>(null)
  if (isGood) held.current = now
  const before = held.current
  return before && !isGood && (now.token === '' || now.token === before.token) ? before : now
}

/** A one-time link's token, and whether it is still good. Looking does not use it up. */
export const useLink = (...purposes: ('set-up' | 'set-password' | 'reset-password')[]) => {
  const token = useToken()
  const link = useQuery({ ...read('check-link', { token }), enabled: token !== '', staleTime: Number.POSITIVE_INFINITY })
  const isGood = link.data?.valid === true && purposes.includes(link.data.purpose)
  const state = token === '' ? 'missing' : link.error ? 'unknown' : link.isPending ? 'checking' : isGood ? 'good' : 'gone'
  return useHeld(
    {
      token,
      state,
      email: link.data?.valid ? link.data.email : null,
      hasAccount: link.data?.valid === true && link.data.has_account,
      error: link.error,
      again: () => void link.refetch(),
    },
    state === 'good',
  )
}

/** An invitation's token, and what it invites to; `invitation` is null when the link is not good. */
export const useInvitation = () => {
  const token = useToken()
  const link = useQuery({ ...read('validate-invite', { token }), enabled: token !== '', staleTime: Number.POSITIVE_INFINITY })
  const state = token === '' ? 'missing' : link.error ? 'unknown' : link.isPending ? 'checking' : 'known'
  const invitation = link.data?.valid ? link.data.invitation : null
  return useHeld({ token, state, invitation, error: link.error, again: () => void link.refetch() }, invitation !== null)
}
