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
 * Ten tries a quarter of an hour for one address, by whoever does not come from a device that its person has signed in from; an
 * action's own limit holds for one client. Strangers who use them up keep nobody out who was here before: each known device has as
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

/** Lets somebody in who has proved one factor: a second one, if they have it, is asked for first. */
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

/** Opens the session of somebody who has proved all there is to prove. */
export const letInAtOnce = async (context: Entering, personId: string, orgId: string): Promise<void> => {
  const { db, now, vault, session, device, enterOrg } = context
  await enterOrg(orgId, personId)
  session.give(await openSession(db, personId, orgId, now(), context))
  const person = await findPerson(db, personId)
  if (person) device.give(rememberOn(vault, device.text, person.email, now()))
}
