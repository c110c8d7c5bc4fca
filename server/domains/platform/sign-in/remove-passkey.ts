import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { removePasskeyOf } from '../users/passkeys.ts'
import { proveOwn, requirePassword } from '../users/passwords.ts'
import { notifyOfChange, whenceOf } from '../users/security-notices.ts'

export const removePasskey = action({
  name: 'remove-passkey',
  summary: 'Remove one of your passkeys',
  description: 'It can no longer be used to sign in. Its open sessions continue; `end-other-sessions` ends them.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ passkeyId: z.uuid(), password: z.string().min(1).max(200) }),
  output: z.object({ success: z.literal(true) }),
  errors: [userErrors.password_wrong, userErrors.passkey_not_found, transportErrors.not_signed_in],
  examples: [
    {
      title: 'One passkey',
      input: { passkeyId: '01980000-0000-7000-8000-000000000000', password: 'four unrelated quiet words' },
    },
  ],

  prepare: ({ password }, context) => proveOwn(password, context),

  async run({ passkeyId }, context) {
    const { org, person: caller, db, prepared, fail } = context
    const person = await requirePassword(db, caller.id, prepared)
    if (!(await removePasskeyOf(db, caller.id, passkeyId))) throw fail('passkey_not_found')
    await notifyOfChange(context, org.id, person, 'passkey_removed', await whenceOf(db, caller.sessionId))
    return { success: true as const }
  },
})
