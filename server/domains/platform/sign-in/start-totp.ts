import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { proveOwn, requirePassword } from '../users/passwords.ts'
import { startTotpOf } from '../users/totp.ts'

export const startTotp = action({
  name: 'start-totp',
  summary: 'Begin to use an authenticator app',
  description:
    'Returns the secret as text, as an otpauth URL and as a QR code (SVG). It takes effect once `confirm-totp` receives a code for it; starting again replaces an unconfirmed secret.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ password: z.string().min(1).max(200) }),
  output: z.object({ secret: z.string(), uri: z.string(), qr: z.string().describe('SVG') }),
  errors: [userErrors.password_wrong, userErrors.totp_is_on, transportErrors.not_signed_in],
  examples: [{ title: 'With the password', input: { password: 'four unrelated quiet words' } }],

  prepare: ({ password }, context) => proveOwn(password, context),

  async run(_input, { person: caller, db, prepared, vault, fail }) {
    const person = await requirePassword(db, caller.id, prepared)
    const started = await startTotpOf(db, vault, person)
    if (!started) throw fail('totp_is_on')
    return started
  },
})
