import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { makeRecoveryCodes } from '../users/recovery-codes.ts'
import { notifyOfChange, whenceOf } from '../users/security-notices.ts'
import { spendTotpCode } from '../users/totp.ts'
import { findPerson } from '../users/users.ts'

export const confirmTotp = action({
  name: 'confirm-totp',
  summary: 'Turn on two-factor codes',
  description:
    'With the first code that the app shows. Answers ten recovery codes, each good once in place of a code; they are shown this one time.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ code: z.string().trim().min(1).max(20) }),
  output: z.object({ success: z.literal(true), recovery_codes: z.array(z.string()) }),
  errors: [userErrors.totp_code_wrong, transportErrors.not_signed_in],
  examples: [{ title: 'The first code from the authenticator app', input: { code: '492039' } }],

  async run(input, context) {
    const { org, person: caller, db, vault, now, fail } = context
    const code = input.code.replaceAll(/\s/g, '')
    if (!(await spendTotpCode(db, vault, { personId: caller.id, code, now: now(), confirming: true })))
      throw fail('totp_code_wrong', { field: 'code' })
    const person = await findPerson(db, caller.id)
    if (!person) throw fail('not_signed_in')
    const recovery_codes = await makeRecoveryCodes(db, caller.id)
    await notifyOfChange(context, org.id, person, 'totp_on', await whenceOf(db, caller.sessionId))
    return { success: true as const, recovery_codes }
  },
})
