import { type ErrorDefinition, transportErrors } from '#core/errors.ts'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import { findKind } from '../lead-sources/kinds.ts'
import { leadErrors } from '../leads/errors.ts'

/** What a request can be rejected with, of the lead API and of lead sources. */
const intakeErrors: ReadonlyMap<string, ErrorDefinition> = new Map(
  [transportErrors, leadErrors, leadSourceErrors].flatMap((errors) =>
    Object.values<ErrorDefinition>(errors).map((error) => [error.code, error] as const),
  ),
)

/** What no program of the workspace’s own sent: its sender does not read the API reference, and the body can be corrected in the request log. */
const fixesOfSources: Readonly<Record<string, string>> = {
  bad_request: 'Compare the body with one that was accepted, and send a test from the service again.',
  body_too_large: 'Have less sent in one request: shorter texts, and no files.',
  body_empty: 'Send a test from the service again. If that fails too, let it send JSON or a form.',
  body_not_utf8: 'Let the service send UTF-8, and send a test again.',
  body_not_json: 'Let the service send JSON or a form, and send a test again.',
  body_too_deep: 'Let the service send fewer levels, and send a test again.',
  body_not_object: 'Let the service send each lead in a request of its own, and send a test again.',
  rate_limited: 'Replay it, or all of them on the page of the source: many services do not send it again.',
  quota_exceeded: 'Raise the quota in Settings → Workspace, then replay the request.',
  contact_missing: 'Let the form ask for an email address or a phone number. If you know one, add it to the body here.',
  email_malformed: 'Correct the address in the body here, then accept the lead.',
  phone_unreadable:
    'Correct the number in the body here: with + and the calling code, such as +4915112345678. A default country in Settings → Workspace reads the next ones.',
  field_too_long: 'Shorten it in the body here, then accept the lead. A limit at the sender helps the next ones.',
  field_bad_text: 'Remove the character from the body here, then accept the lead.',
  form_field_missing:
    'Add the answer to the body here, then accept the lead. If visitors cannot know it, make the field optional in the form.',
  form_consent_missing:
    'The visitor did not tick the box: the lead has no consent. Make the box optional in the form if you can answer without, then replay the request.',
  linkedin_url_invalid: 'Correct it in the body here, or choose another field for it in Leads → Sources.',
}

/**
 * What to do about the error with which a request was rejected. `sourceKind`: the kind of the lead source that it came to, null for a
 * request of the lead API. Null where there is nothing to say: an old delivery may carry a code that no longer is.
 */
export const fixOf = (code: string | null, sourceKind: string | null): string | null => {
  if (code === null) return null
  const ofKind = sourceKind === null ? undefined : (findKind(sourceKind)?.fixes?.[code] ?? fixesOfSources[code])
  return ofKind ?? intakeErrors.get(code)?.fix ?? null
}
