import { errors } from '#core/errors.ts'

export const voiceErrors = errors({
  calls_not_connected: {
    status: 409,
    message: 'No voice provider is connected.',
    fix: 'Connect Twilio in Settings → Connections.',
  },
})
