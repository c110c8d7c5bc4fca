import { errors } from '#core/errors.ts'

export const requestLogErrors = errors({
  delivery_not_found: { status: 404, message: 'The request does not exist.', fix: 'Requests are kept for 90 days.' },
  delivery_not_rejected: {
    status: 409,
    message: 'Only a rejected request can be replayed.',
    fix: 'This one was accepted: its lead is linked.',
  },
  delivery_already_mended: { status: 409, message: 'This request was already fixed and accepted.', fix: 'Its lead is linked.' },
  delivery_body_missing: {
    status: 409,
    message: 'The body of this request was never received completely.',
    fix: 'Send a corrected body.',
  },
})
