import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { proveOwn, requirePassword } from '../users/passwords.ts'
import { removeRecoveryCodes } from '../users/recovery-codes.ts'
import { notifyOfChange, whenceOf } from '../users/security-notices.ts'
import { removeTotpOf } from '../users/totp.ts'

export const removeTotp = action({
  name: 'remove-totp',
  summary: 'Turn off two-factor codes',
  description: 'Also removes the recovery codes. If they are already off, this does nothing and is not an error.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ password: z.string().min(1).max(200) }),
  output: z.object({ success: z.literal(true) }),
  errors: [userErrors.password_wrong, transportErrors.not_signed_in],
  examples: [{ title: 'With the password', input: { password: 'four unrelated quiet words' } }],

  prepare: ({ password }, context) => proveOwn(password, context),

  async run(_input, context) {
    const { org, person: caller, db, prepared } = context
    const person = await requirePassword(db, caller.id, prepared)
    const wasOn = await removeTotpOf(db, caller.id)
    await removeRecoveryCodes(db, caller.id)
    if (wasOn) await notifyOfChange(context, org.id, person, 'totp_off', await whenceOf(db, caller.sessionId))
    return { success: true as const }
  },
})
