import { module } from '#core/module.ts'
import { userErrors } from './errors.ts'

/** Who works here, and what they sign in with: the rows below sign-in and members. */
export const usersModule = module({
  title: 'Users',
  errors: userErrors,
  owns: [
    'directory.challenges',
    'directory.links',
    'directory.passkeys',
    'directory.people',
    'directory.recovery_codes',
    'directory.sessions',
    'directory.signing_keys',
    'directory.totp',
  ],
})
