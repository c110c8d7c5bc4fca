import { errors } from '#core/errors.ts'

export const aiModelErrors = errors({
  ai_failed: {
    status: 500,
    message: 'Failed to generate response',
    fix: 'The message says why, in the words of the provider. Try again in a minute, or have an admin look at the account under Settings → Connections.',
  },
})
