import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { changePasswordOf, hashPassword, Password, proveOwn, requirePassword } from '../users/passwords.ts'
import { notifyOfChange, whenceOf } from '../users/security-notices.ts'

export const changePassword = action({
  name: 'change-password',
  summary: 'Change your password',
  description: 'Ends all your other sessions and invalidates open password links.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ current: z.string().min(1).max(200), password: Password }),
  output: z.object({ success: z.literal(true) }),
  errors: [userErrors.password_wrong, transportErrors.not_signed_in],
  examples: [
    {
      title: 'The current and the new password',
      input: { current: 'four unrelated quiet words', password: 'five other rather loud words' },
    },
  ],

  async prepare({ current, password }, context) {
    const proof = await proveOwn(current, context)
    return { proof, passwordHash: proof.isRight ? await hashPassword(password, context.inTurn) : null }
  },

  async run(_input, context) {
    const { org, person: caller, db, now, prepared, fail } = context
    const { proof, passwordHash } = prepared
    const person = await requirePassword(db, caller.id, proof)
    if (passwordHash === null) throw fail('password_wrong')
    await changePasswordOf(db, { personId: caller.id, passwordHash, now: now(), butSession: caller.sessionId })
    await notifyOfChange(context, org.id, person, 'password_changed', await whenceOf(db, caller.sessionId))
    return { success: true as const }
  },
})
