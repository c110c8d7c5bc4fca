import { errors } from '#core/errors.ts'

export const retentionErrors = errors({
  cleanup_running: {
    status: 409,
    message: 'A cleanup is already running.',
    fix: 'Follow it with show-cleanup, and start another one when it is done.',
  },
})
