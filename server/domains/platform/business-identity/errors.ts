import { errors } from '#core/errors.ts'

export const businessErrors = errors({
  business_number_invalid: {
    status: 400,
    message: 'This number does not have the form of its kind, or one of its digits is wrong.',
    fix: 'Compare it with the document that it stands on; the message names the field and shows an example.',
  },
  logo_not_usable: {
    status: 400,
    message: 'This file cannot be used as a logo.',
    fix: 'Send a PNG or JPEG of at most 1 MB and 2000 × 2000 pixels. The app draws SVG and WebP as PNG.',
  },
  logo_not_found: {
    status: 404,
    message: 'The logo does not exist.',
    fix: 'Upload it with PUT /business-logo, and use the id of the answer.',
  },
})
