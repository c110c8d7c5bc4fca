import { errors } from '#core/errors.ts'

export const leadErrors = errors({
  contact_missing: { status: 400, message: 'email or phone is required', fix: 'Send at least one of `email` and `phone`.' },
  field_wrong_type: { status: 400, message: 'A field has the wrong type.', fix: 'Compare the types with the API reference.' },
  field_too_long: { status: 400, message: 'A field is too long.', fix: 'Shorten it to the limit in the API reference.' },
  external_id_invalid: {
    status: 400,
    message: 'external_id must be a string or a whole number up to 2^53',
    fix: 'Send long ids as strings, so that no digit is lost.',
  },
  consent_invalid: {
    status: 400,
    message: 'consent is not valid',
    fix: 'Send an object with the strings basis, source and obtained_at.',
  },
  consent_date_invalid: {
    status: 400,
    message: 'consent.obtained_at must be a real date, YYYY-MM-DD, not in the future',
    fix: 'Send a calendar date.',
  },
  state_reason_needed: {
    status: 400,
    message: 'A lead that is not a fit needs a reason.',
    fix: 'Send the reason in `reason`.',
  },
  lead_not_found: {
    status: 404,
    message: 'The lead does not exist.',
    fix: 'It may have been removed, or belong to another workspace.',
  },
})
