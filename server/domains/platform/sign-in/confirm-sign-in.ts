import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findChallenge, spendChallenge } from '../users/challenges.ts'
import { userErrors } from '../users/errors.ts'
import { spendRecoveryCode } from '../users/recovery-codes.ts'
import { notifyOfChange } from '../users/security-notices.ts'
import { demandTry, letInAtOnce } from '../users/sign-ins.ts'
import { spendTotpCode } from '../users/totp.ts'
import { findPerson, firstOrganization } from '../users/users.ts'

export const confirmSignIn = action({
  name: 'confirm-sign-in',
  summary: 'Complete a sign-in with a code',
  description:
    'A code from an authenticator app, or a recovery code; each works once. After a wrong code the challenge stays valid. Sets the session cookie.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ challenge: z.string().min(1).max(100), code: z.string().trim().min(1).max(40) }),
  output: z.object({ success: z.literal(true) }),
  errors: [userErrors.challenge_invalid, userErrors.code_wrong, transportErrors.rate_limited],
  examples: [{ title: 'A code from the authenticator app', input: { challenge: 'challenge-of-the-sign-in', code: '492039' } }],

  async run(input, context) {
    const { db, now, vault, fail, clientAddress, agent } = context
    const half = await findChallenge(db, input.challenge, 'second-factor', now())
    if (!half?.person_id) throw fail('challenge_invalid')
    const personId = half.person_id
    const person = await findPerson(db, personId)
    if (!person) throw fail('challenge_invalid')
    await demandTry({ ...context, device: context.device.text }, 'code', person)

    const code = input.code.replaceAll(/\s/g, '')
    const isTotp = /^\d{6}$/.test(code)
    const good = isTotp
      ? await spendTotpCode(db, vault, { personId, code, now: now() })
      : await spendRecoveryCode(db, personId, code, now())
    if (!good) throw fail('code_wrong', { claimedPersonId: personId })
    if (!(await spendChallenge(db, input.challenge, 'second-factor', now()))) throw fail('challenge_invalid')

    const orgId = await firstOrganization(db, person)
    if (!orgId) throw fail('challenge_invalid')
    await letInAtOnce(context, personId, orgId)
    if (!isTotp) await notifyOfChange(context, orgId, person, 'recovery_code_used', { clientAddress, agent })
    return { success: true as const }
  },
})
