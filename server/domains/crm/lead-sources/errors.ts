import { errors } from '#core/errors.ts'

export const leadSourceErrors = errors({
  lead_source_not_found: {
    status: 404,
    message: 'The lead source does not exist.',
    fix: 'Copy the address again from Leads → Sources.',
  },
  lead_source_off: {
    status: 403,
    message: 'This lead source is turned off.',
    fix: 'Turn it on in Leads → Sources, then replay the requests that came meanwhile.',
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
  meta_lead_unreadable: {
    status: 422,
    message: 'Meta listed an entry that cannot be read as a lead.',
    fix: 'Open it in the request log: fix its body there, or look the lead up at Meta.',
  },
  lead_source_unmapped: {
    status: 422,
    message: 'This source does not know yet where the email or phone number stands.',
    fix: 'Choose the fields of a sample in Leads → Sources, then replay the request.',
  },
  lead_source_without_answers: {
    status: 422,
    message: 'This service announces a lead without what was answered, and gives that to approved programs only.',
    fix: 'Look the lead up at the service, and have a connecting service that may fetch it (Zapier, Make) send it to a source of its own.',
  },
  lead_source_mapping_empty: {
    status: 422,
    message: 'Nothing stands where the email or phone number is looked for.',
    fix: 'Choose the fields of a newer sample in Leads → Sources, then replay the request.',
  },
  form_unreadable: {
    status: 400,
    message: 'The body is not a form that can be read.',
    fix: 'Send application/x-www-form-urlencoded, multipart/form-data or JSON; nothing was stored.',
  },
  form_files_refused: {
    status: 400,
    message: 'Forms take no files.',
    fix: 'Remove the file field from the page. The other fields are in the request log and can be replayed.',
  },
  form_origin_refused: {
    status: 403,
    message: 'Pages of this origin may not send this form.',
    fix: 'Add the website to the form in Leads → Sources.',
  },
  form_field_missing: { status: 400, message: 'A required field is empty.', fix: 'Fill in the field named in `field`.' },
  form_consent_missing: {
    status: 400,
    message: 'The consent of this form is required.',
    fix: 'Tick the box; its value is the version of the text that was shown.',
  },
})
