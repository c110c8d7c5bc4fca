import { errors } from '#core/errors.ts'

export const organizationErrors = errors({
  slug_taken: { status: 409, message: 'A workspace with this name already exists.', fix: 'Choose another name.' },
  country_unknown: {
    status: 400,
    message: 'This country code has no phone numbers.',
    fix: 'Send a two-letter ISO 3166 code, such as DE, or null.',
  },
  booking_origin_invalid: {
    status: 400,
    message: 'This is not the address of a website.',
    fix: 'Send https:// and the host, such as https://www.example.com; http only for localhost.',
  },
})
