import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import { sourceKindNames } from '../lead-sources/kinds.ts'
import { bodyFaults } from '../leads/json-body.ts'
import { leadFaults } from '../leads/lead-input.ts'
import { fixOf } from './fixes.ts'

/** Of a person who calls an action, and of no request to a source. */
const ofActions = ['lead_source_not_found', 'lead_source_limit', 'lead_source_settings_invalid']
/** What a source makes of its requests is of the right type, and has no such claims. */
const ofPrograms = ['field_wrong_type', 'external_id_invalid', 'consent_invalid', 'consent_date_invalid']
const codesOfSources = [
  ...Object.keys(leadSourceErrors),
  ...[...bodyFaults, ...leadFaults].map(({ code }) => code),
  ...['bad_request', 'body_too_large', 'body_incomplete', 'encoding_not_supported', 'request_timeout'],
  ...['rate_limited', 'quota_exceeded'],
].filter((code) => ![...ofActions, ...ofPrograms].includes(code))

test('each error of a request to a source has something to do about it, in words for people who run no program', () => {
  for (const kind of sourceKindNames)
    for (const code of codesOfSources) {
      const fix = fixOf(code, kind)
      assert.ok(fix, `${kind} ${code}`)
      assert.doesNotMatch(fix, /API reference|Retry-After|JSON validator|Send the lead as JSON|`/, `${kind} ${code}`)
    }
})

test('a program reads what to send, and an old code says nothing', () => {
  for (const { code } of [...bodyFaults, ...leadFaults]) assert.ok(fixOf(code, null), code)
  assert.match(fixOf('email_malformed', null) ?? '', /maya@example\.com/)
  assert.notEqual(fixOf('email_malformed', null), fixOf('email_malformed', 'webhook'))
  assert.deepEqual([fixOf(null, 'form'), fixOf('no_longer_known', 'form'), fixOf('no_longer_known', null)], [null, null, null])
  assert.equal(fixOf('email_malformed', 'a_kind_of_later'), fixOf('email_malformed', 'webhook'))
})

test('a lead that Google does not send again is to be fetched by hand, and one that can be corrected is not', () => {
  for (const code of ['bad_request', 'body_not_json', 'body_too_large'])
    assert.match(fixOf(code, 'google_ads') ?? '', /download it/)
  for (const code of ['contact_missing', 'lead_source_unproven']) assert.match(fixOf(code, 'google_ads') ?? '', / here\.$/)
})
