import { errors } from '#core/errors.ts'

export const voiceErrors = errors({
  calls_not_connected: {
    status: 409,
    message: 'No account for calls is connected.',
    fix: 'Connect Twilio in Settings → Connections.',
  },
})
