import { errors } from '#core/errors.ts'

export const apiKeyErrors = errors({
  key_not_found: { status: 404, message: 'No such API key.', fix: 'List the keys in Settings → API keys.' },
  key_ended: { status: 409, message: 'This API key was revoked or has expired.', fix: 'Make a new key.' },
  key_rolled_already: {
    status: 409,
    message: 'This API key was rolled already and keeps its end.',
    fix: 'Roll or change the key that took over, or revoke this one.',
  },
})
