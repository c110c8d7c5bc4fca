import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { spendChallenge } from '../users/challenges.ts'
import { userErrors } from '../users/errors.ts'
import { AuthenticationResponse, acceptPasskey } from '../users/passkeys.ts'
import { letInAtOnce } from '../users/sign-ins.ts'
import { findPerson, firstOrganization } from '../users/users.ts'

export const passkeySignIn = action({
  name: 'passkey-sign-in',
  summary: 'Sign in with a passkey',
  description: 'A passkey unlocked by its user counts as both factors: no code is required. Sets the session cookie.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  input: z.object({ challenge: z.string().min(1).max(100), response: AuthenticationResponse }),
  output: z.object({ success: z.literal(true) }),
  errors: [userErrors.challenge_invalid, userErrors.passkey_refused, userErrors.passkeys_need_domain],
  examples: [
    {
      title: 'The authenticator’s response',
      input: {
        challenge: 'challenge-of-the-start',
        response: {
          id: 'q3f0VZ2yTkGxYQ',
          rawId: 'q3f0VZ2yTkGxYQ',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
            authenticatorData: 'SZYN5YgOjGh0NBcP',
            signature: 'MEUCIQDz8hXl',
          },
          clientExtensionResults: {},
        },
      },
    },
  ],

  async run(input, context) {
    const { db, now, settings, fail } = context
    const spent = await spendChallenge(db, input.challenge, 'passkey-sign-in', now())
    if (!spent?.challenge) throw fail('challenge_invalid')
    const { personId } = await acceptPasskey(db, {
      publicUrl: settings.publicUrl,
      challenge: spent.challenge,
      response: input.response,
      now: now(),
    })
    const person = await findPerson(db, personId)
    const orgId = person && (await firstOrganization(db, person))
    if (!orgId) throw fail('passkey_refused')
    await letInAtOnce(context, personId, orgId)
    return { success: true as const }
  },
})
