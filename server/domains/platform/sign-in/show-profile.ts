import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { shape } from '#shapes'
import { type Language, LanguageCode } from '#shapes/languages.ts'
import { AnyRole } from '../members/memberships.ts'
import { findPasskeys, Passkey, showPasskey } from '../users/passkeys.ts'
import { recoveryCodesLeft } from '../users/recovery-codes.ts'
import { hasTotp } from '../users/totp.ts'
import { findPerson, organizationsOf } from '../users/users.ts'

export const showProfile = action({
  name: 'show-profile',
  summary: 'Show your account',
  description: 'Its security settings and your workspaces.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    person: shape('Profile', {
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      timezone: z.string().nullable().describe('IANA time zone; null: that of the workspace'),
      language: LanguageCode.nullable().describe('Of the app and of what is emailed to you; null: not chosen yet'),
      created_at: z.iso.datetime(),
      has_password: z.boolean(),
      /** Codes of an authenticator app are asked for. */
      totp: z.boolean(),
      recovery_codes_left: z.int(),
      passkeys: z.array(Passkey),
    }),
    organizations: z.array(
      shape('Membership', { id: z.uuid(), name: z.string(), slug: z.string(), role: AnyRole, current: z.boolean() }),
    ),
  }),
  errors: [transportErrors.not_signed_in],
  examples: [{ title: 'Yours', input: {} }],

  async run(_input, { org, person: caller, db, fail }) {
    const person = await findPerson(db, caller.id)
    if (!person) throw fail('not_signed_in')
    const organizations = await organizationsOf(db, caller.id)
    return {
      person: {
        id: person.id,
        name: person.name,
        email: person.email,
        timezone: person.time_zone,
        language: person.language as Language | null,
        created_at: person.created_at.toISOString(),
        has_password: person.password_hash !== null,
        totp: await hasTotp(db, person.id),
        recovery_codes_left: await recoveryCodesLeft(db, person.id),
        passkeys: (await findPasskeys(db, person.id)).map(showPasskey),
      },
      organizations: organizations.map(({ id, name, slug, role }) => ({ id, name, slug, role, current: id === org.id })),
    }
  },
})
