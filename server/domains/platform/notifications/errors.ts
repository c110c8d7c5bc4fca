import { errors } from '#core/errors.ts'

export const notificationErrors = errors({
  notice_not_found: { status: 404, message: 'There is no such notice.', fix: 'Load the notices again.' },
})
