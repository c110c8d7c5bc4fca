import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { spendChallenge } from '../users/challenges.ts'
import { userErrors } from '../users/errors.ts'
import { addPasskeyOf, Passkey, RegistrationResponse, showPasskey } from '../users/passkeys.ts'
import { notifyOfChange, whenceOf } from '../users/security-notices.ts'
import { findPerson } from '../users/users.ts'

export const addPasskey = action({
  name: 'add-passkey',
  summary: 'Add a passkey',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 300 },
  input: z.object({
    challenge: z.string().min(1).max(100),
    response: RegistrationResponse,
    name: z.string().trim().min(1).max(100),
  }),
  output: z.object({ success: z.literal(true), passkey: Passkey }),
  errors: [
    userErrors.challenge_ended,
    userErrors.passkey_unusable,
    userErrors.passkeys_need_domain,
    transportErrors.not_signed_in,
  ],
  examples: [
    {
      title: 'The authenticator’s response',
      input: {
        challenge: 'challenge-of-the-start',
        name: 'Laptop',
        response: {
          id: 'q3f0VZ2yTkGxYQ',
          rawId: 'q3f0VZ2yTkGxYQ',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
            attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
          },
          clientExtensionResults: {},
        },
      },
    },
  ],

  async run(input, context) {
    const { org, person: caller, db, newId, now, settings, fail } = context
    const spent = await spendChallenge(db, input.challenge, 'passkey-make', now())
    if (!spent?.challenge || spent.person_id !== caller.id) throw fail('challenge_ended')
    const person = await findPerson(db, caller.id)
    if (!person) throw fail('not_signed_in')
    const passkey = await addPasskeyOf(db, {
      id: newId(),
      personId: caller.id,
      name: input.name,
      publicUrl: settings.publicUrl,
      challenge: spent.challenge,
      response: input.response,
      now: now(),
    })
    await notifyOfChange(context, org.id, person, 'passkey_added', await whenceOf(db, caller.sessionId))
    return { success: true as const, passkey: showPasskey(passkey) }
  },
})
