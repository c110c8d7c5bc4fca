import { module } from '#core/module.ts'
import { userErrors } from './errors.ts'
import { memberEvents, sessionEvents } from './events.ts'
import { challengeRetention, linkRetention, sessionRetention } from './retention.ts'

/** Who works here, and what they sign in with: the rows below sign-in and members. */
export const usersModule = module({
  title: 'Users',
  errors: userErrors,
  events: [memberEvents, sessionEvents],
  retention: [sessionRetention, linkRetention, challengeRetention],
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
