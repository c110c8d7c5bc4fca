import type { Caller, Role } from './caller.ts'

type Person = Extract<Caller, { kind: 'person' }>

/** How long a removed member can still read; writes check membership every time. */
const knownMs = 1_000
/** About 2 MB. Beyond that all is forgotten and asked again, which costs each caller one look. */
const most = 10_000

/**
 * What role a token's person has now, as it was asked for within the last second. Forgotten at once in every process when a
 * member changes or leaves: their events say so.
 */
export const makeKnownMembers = (nowMs: () => number = () => performance.now()) => {
  const known = new Map<string, { readonly role: Role; readonly untilMs: number }>()
  const keyOf = ({ orgId, personId, sessionId, issuedAt }: Person): string =>
    `${orgId} ${personId} ${sessionId ?? issuedAt.getTime()}`

  return {
    /** Undefined when it has to be asked for. */
    roleOf(person: Person): Role | undefined {
      const found = known.get(keyOf(person))
      return found && found.untilMs > nowMs() ? found.role : undefined
    },
    /** Caches memberships; a caller without a role is looked up again the next time. */
    learn(person: Person, role: Role | null): void {
      if (role === null) known.delete(keyOf(person))
      else {
        if (known.size >= most) known.clear()
        known.set(keyOf(person), { role, untilMs: nowMs() + knownMs })
      }
    },
    forget(): void {
      known.clear()
    },
  }
}

export type KnownMembers = ReturnType<typeof makeKnownMembers>
