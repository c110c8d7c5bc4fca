import { z } from 'zod'
import type { OpenContext, PreparingContext } from '#core/context.ts'
import { shape } from '#shapes'
import { openChallenge } from './challenges.ts'
import { knownDevice, rememberOn, type Visitor } from './devices.ts'
import { openSession } from './sessions.ts'
import { hasTotp } from './totp.ts'
import { emailKey, findPerson } from './users.ts'

const tries = { times: 10, seconds: 900 }

/**
 * Ten attempts per quarter of an hour for one address, for clients without a known device of its user; an
 * action's own limit applies per client. Strangers who use them up do not lock out known devices: each has as
 * many of its own.
 */
export const demandTry = (
  { vault, device, now, demand }: Pick<PreparingContext, 'vault' | 'device' | 'now' | 'demand'>,
  what: 'sign-in' | 'code',
  visitor: Visitor,
): Promise<void> => {
  const known = knownDevice(vault, device, visitor, now())
  return demand(`${what} ${known === null ? '' : `from ${known} `}${emailKey(visitor.email)}`, tries)
}

/** In, by the session cookie that comes along; or half in, and `confirm-sign-in` wants the challenge with a code. */
export const SignedIn = z.discriminatedUnion('needs', [
  shape('SignInCompleted', { success: z.literal(true), needs: z.null() }),
  shape('SignInChallenge', { success: z.literal(true), needs: z.literal('code'), challenge: z.string() }),
])

type Entering = Pick<OpenContext, 'db' | 'now' | 'vault' | 'session' | 'device' | 'agent' | 'clientAddress' | 'enterOrg'>

/** Signs in a user who has proved one factor: a second one, if there is one, is required first. */
export const letIn = async (context: Entering, personId: string, orgId: string): Promise<z.input<typeof SignedIn>> => {
  const { db, now, enterOrg } = context
  if (await hasTotp(db, personId)) {
    await enterOrg(orgId, personId)
    const challenge = await openChallenge(db, { purpose: 'second-factor', personId, now: now() })
    return { success: true, needs: 'code', challenge }
  }
  await letInAtOnce(context, personId, orgId)
  return { success: true, needs: null }
}

/** Opens the session of a fully authenticated user. */
export const letInAtOnce = async (context: Entering, personId: string, orgId: string): Promise<void> => {
  const { db, now, vault, session, device, enterOrg } = context
  await enterOrg(orgId, personId)
  session.give(await openSession(db, personId, orgId, now(), context))
  const person = await findPerson(db, personId)
  if (person) device.give(rememberOn(vault, device.text, person.email, now()))
}
