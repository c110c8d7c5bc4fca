import { errors } from '#core/errors.ts'

export const requestLogErrors = errors({
  delivery_not_found: { status: 404, message: 'No such delivery.', fix: 'Deliveries are kept for 90 days.' },
  delivery_not_rejected: {
    status: 409,
    message: 'Only a rejected delivery can be replayed.',
    fix: 'This one was taken: its lead is linked.',
  },
  delivery_already_mended: { status: 409, message: 'This delivery was mended and taken already.', fix: 'Its lead is linked.' },
  delivery_body_missing: {
    status: 409,
    message: 'The body of this delivery was never received whole.',
    fix: 'Send the mended body along.',
  },
})
