import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { proveOwn, requirePassword } from '../users/passwords.ts'
import { makeRecoveryCodes } from '../users/recovery-codes.ts'
import { notifyOfChange, whenceOf } from '../users/security-notices.ts'
import { hasTotp } from '../users/totp.ts'

export const renewRecoveryCodes = action({
  name: 'renew-recovery-codes',
  summary: 'Create ten new recovery codes',
  description: 'The previous ones become invalid. The new ones are shown only once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ password: z.string().min(1).max(200) }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: [userErrors.password_wrong, userErrors.totp_is_off, transportErrors.not_signed_in],
  examples: [{ title: 'With the password', input: { password: 'four unrelated quiet words' } }],

  prepare: ({ password }, context) => proveOwn(password, context),

  async run(_input, context) {
    const { org, person: caller, db, prepared, fail } = context
    const person = await requirePassword(db, caller.id, prepared)
    if (!(await hasTotp(db, caller.id))) throw fail('totp_is_off')
    const recovery_codes = await makeRecoveryCodes(db, caller.id)
    await notifyOfChange(context, org.id, person, 'recovery_codes_renewed', await whenceOf(db, caller.sessionId))
    return { recovery_codes }
  },
})
