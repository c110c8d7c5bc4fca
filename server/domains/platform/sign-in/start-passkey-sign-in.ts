import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { openChallenge } from '../users/challenges.ts'
import { userErrors } from '../users/errors.ts'
import { PasskeyOptions, requestOptions } from '../users/passkeys.ts'

export const startPasskeySignIn = action({
  name: 'start-passkey-sign-in',
  summary: 'Begin to sign in with a passkey',
  description:
    'Names no account: the browser offers its passkeys for this site. The challenge is valid for ten minutes and works once.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({}),
  output: z.object({ challenge: z.string(), options: PasskeyOptions }),
  errors: [userErrors.passkeys_need_domain],
  examples: [{ title: 'Before the browser prompt', input: {} }],

  async run(_input, { db, now, settings }) {
    const options = await requestOptions(settings.publicUrl)
    const { challenge } = options
    const token = await openChallenge(db, { purpose: 'passkey-sign-in', personId: null, challenge, now: now() })
    return { challenge: token, options: { ...options } }
  },
})
