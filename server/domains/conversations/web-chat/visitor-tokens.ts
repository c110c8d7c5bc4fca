import { z } from 'zod'
import type { Caller } from '#core/actions/caller.ts'
import type { Vault } from '#core/vault.ts'

type Visitor = Extract<Caller, { kind: 'visitor' }>

/** So that a chat token is recognizable, for us and for secret scanners. */
export const visitorTokenPrefix = 'fo_chat_'
const purpose = 'web-chat visitor'
const lastsMs = 90 * 86_400_000

const Claims = z.object({ o: z.uuid(), s: z.uuid(), w: z.uuid(), e: z.number() })

/**
 * What a visitor's browser keeps: a token that opens one session of one widget and nothing else, for 90 days. Sealed by the
 * vault, so that nothing is stored before the first message; the key of the installation alone creates one.
 */
export const signVisitor = (vault: Vault, visitor: Omit<Visitor, 'kind'>, now: Date): string => {
  const claims: z.input<typeof Claims> = {
    o: visitor.orgId,
    s: visitor.sessionId,
    w: visitor.widgetId,
    e: now.getTime() + lastsMs,
  }
  return visitorTokenPrefix + vault.seal(JSON.stringify(claims), purpose)
}

/** The visitor of a token; null for one that is not ours, was changed, or is too old. */
export const readVisitor = (vault: Vault, token: string, now: Date): Visitor | null => {
  if (!token.startsWith(visitorTokenPrefix)) return null
  let plain: string
  try {
    plain = vault.open(token.slice(visitorTokenPrefix.length), purpose)
  } catch {
    return null
  }
  const { o, s, w, e } = Claims.parse(JSON.parse(plain))
  return e <= now.getTime() ? null : { kind: 'visitor', orgId: o, sessionId: s, widgetId: w }
}
