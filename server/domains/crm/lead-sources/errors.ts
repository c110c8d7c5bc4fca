import { errors } from '#core/errors.ts'

export const leadSourceErrors = errors({
  lead_source_not_found: {
    status: 404,
    message: 'The lead source does not exist.',
    fix: 'Copy the address again from Leads → Sources.',
  },
  lead_source_off: {
    status: 403,
    message: 'This lead source is switched off.',
    fix: 'Switch it on in Leads → Sources, then replay the requests that came meanwhile.',
  },
  lead_source_unproven: {
    status: 401,
    message: 'The request does not prove that it is from this source.',
    fix: 'Compare the key or the signing secret at the sender with the one in Leads → Sources.',
  },
  lead_source_limit: {
    status: 409,
    message: 'This workspace has as many lead sources as it can have.',
    fix: 'Change one that is no longer used.',
  },
  lead_source_settings_invalid: {
    status: 400,
    message: 'The settings of this source are not valid.',
    fix: 'Compare them with the API reference.',
  },
  meta_lead_not_fetched: {
    status: 409,
    message: 'Meta announced this lead, and it could not be fetched.',
    fix: 'Look in Leads → Sources for the reason, then fetch it again there.',
  },
})
