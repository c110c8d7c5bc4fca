import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { openChallenge } from '../users/challenges.ts'
import { userErrors } from '../users/errors.ts'
import { creationOptions, findPasskeys, mostPasskeys, PasskeyOptions } from '../users/passkeys.ts'
import { proveOwn, requirePassword } from '../users/passwords.ts'

export const startPasskey = action({
  name: 'start-passkey',
  summary: 'Begin to make a passkey',
  description: 'Pass `options` to the browser, and its response to `add-passkey`, within ten minutes.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ password: z.string().min(1).max(200) }),
  output: z.object({ challenge: z.string(), options: PasskeyOptions }),
  errors: [
    userErrors.password_wrong,
    userErrors.too_many_passkeys,
    userErrors.passkeys_need_domain,
    transportErrors.not_signed_in,
  ],
  examples: [{ title: 'With the password', input: { password: 'four unrelated quiet words' } }],

  prepare: ({ password }, context) => proveOwn(password, context),

  async run(_input, { person: caller, db, prepared, now, settings, fail }) {
    const person = await requirePassword(db, caller.id, prepared)
    if ((await findPasskeys(db, caller.id)).length >= mostPasskeys) throw fail('too_many_passkeys')
    const options = await creationOptions(db, settings.publicUrl, person)
    const { challenge } = options
    const token = await openChallenge(db, { purpose: 'passkey-make', personId: caller.id, challenge, now: now() })
    return { challenge: token, options: { ...options } }
  },
})
