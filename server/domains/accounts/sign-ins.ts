import { z } from 'zod'
import type { OpenContext } from '#core/context.ts'
import { openChallenge } from './challenges.ts'
import { openSession } from './sessions.ts'
import { hasTotp } from './totp.ts'

/** Ten tries a quarter of an hour for one address, whoever makes them; an action's own limit holds for one client. */
export const triesOfAnAddress = { times: 10, seconds: 900 }
/** And as many codes for one person. */
export const triesOfCodes = { times: 10, seconds: 900 }

/** In, by the session cookie that comes along; or half in, and `confirm-sign-in` wants the challenge with a code. */
export const SignedIn = z.discriminatedUnion('needs', [
  z.object({ success: z.literal(true), needs: z.null() }),
  z.object({ success: z.literal(true), needs: z.literal('code'), challenge: z.string() }),
])

type Entering = Pick<OpenContext, 'db' | 'now' | 'session' | 'agent' | 'clientAddress' | 'enterOrg'>

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
  const { db, now, session, enterOrg } = context
  await enterOrg(orgId, personId)
  session.give(await openSession(db, personId, orgId, now(), context))
}
