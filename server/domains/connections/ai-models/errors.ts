import { errors } from '#core/errors.ts'

export const aiModelErrors = errors({
  ai_failed: {
    status: 500,
    message: 'Failed to generate response',
    fix: 'The message contains the provider’s reason. Try again in a minute, or ask an admin to check the account in Settings → Connections.',
  },
})
