import { errors } from '#core/errors.ts'

export const notificationErrors = errors({
  notice_not_found: { status: 404, message: 'The notice does not exist.', fix: 'Reload the notices.' },
})
