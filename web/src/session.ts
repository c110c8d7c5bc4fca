import { useSyncExternalStore } from 'react'
import type { Role } from '#web/wire.ts'
import { currentSession, type Session, watchSession } from './gateway.ts'

/** Who is signed in; for everything inside the shell, which opens only with a session. */
export const useSession = (): Session => {
  const session = useSyncExternalStore(watchSession, currentSession)
  if (!session) throw new Error('no session here')
  return session
}

export const useMaybeSession = (): Session | null => useSyncExternalStore(watchSession, currentSession)

const ranks = { member: 0, admin: 1, owner: 2 } as const

/** Whether a role is at least another: `isAtLeast(session.role, 'admin')`. */
export const isAtLeast = (role: Role, wanted: keyof typeof ranks): boolean => ranks[role] >= ranks[wanted]
