import { errors } from '#core/errors.ts'

export const apiKeyErrors = errors({
  key_not_found: { status: 404, message: 'The API key does not exist.', fix: 'List the keys in Settings → API keys.' },
  key_ended: { status: 409, message: 'This API key was revoked or has expired.', fix: 'Create a new key.' },
  key_rolled_already: {
    status: 409,
    message: 'This API key was already rolled and keeps its expiry.',
    fix: 'Roll or update its replacement, or revoke this one.',
  },
})
