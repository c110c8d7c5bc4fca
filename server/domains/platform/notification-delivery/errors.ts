import { errors } from '#core/errors.ts'

export const deliveryErrors = errors({
  push_address_refused: {
    status: 422,
    message: 'This push service cannot be reached.',
    fix: 'Send the subscription as the browser made it: an https address on the public internet.',
  },
  too_many_browsers: {
    status: 409,
    message: 'This account already has 20 browsers with push notifications.',
    fix: 'Remove one with `unsubscribe-push` first.',
  },
  push_device_not_found: {
    status: 404,
    message: 'This browser is not registered for push notifications.',
    fix: 'Reload the notification settings.',
  },
})
