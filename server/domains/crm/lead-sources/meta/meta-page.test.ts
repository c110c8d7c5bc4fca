import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import type { KnownSource } from '../source-kind.ts'
import { readSourceLead } from '../source-leads.ts'
import { isDummyLead, metaPage } from './meta-page.ts'

const source = {
  ...{
    id: newId(),
    orgId: newId(),
    name: 'Meta ads',
    secret: null,
    isOff: false,
    hasBareIds: false,
    ratePerMinute: 0,
    quotaPerMonth: null,
  },
  ...{ defaultCountry: null, foyer: { publicUrl: 'https://foyer.example', hasSandbox: false } },
  settings: { kind: 'meta', connectionId: newId(), pageId: '1', pageName: 'Alder', formIds: null },
} as const satisfies KnownSource

const read = (value: object) =>
  readSourceLead(metaPage as never, source, { text: JSON.stringify(value), value }, { defaultCountry: 'DE', now: new Date() })
    .lead

const field = (name: string, ...values: readonly unknown[]) => ({ name, values })

test('a lead of Meta has its standard answers as members, and everything else beside them', () => {
  const lead = read({
    ...{ id: '91234567890123457', created_time: '2026-11-22T09:30:00+0000', form_id: '90712345678901239', is_organic: false },
    field_data: [
      field('first_name', 'Zoë'),
      field('last_name', 'Müller'),
      field('work_email', 'zoe@example.com'),
      field('phone_number', '(0151) 123 456 78'),
      field('job_title', 'Owner'),
      field('which_rooms?', 'kitchen', 'bathroom'),
      field('wann_können_wir_anrufen?', 'Nach 18 Uhr'),
      field('optional'),
    ],
    custom_disclaimer_responses: [{ checkbox_key: 'may_call', is_checked: true }],
  })
  assert.deepEqual(
    [lead.full_name, lead.email, lead.phone_e164, lead.job_title, lead.external_id, lead.source],
    ['Zoë Müller', 'zoe@example.com', '+4915112345678', 'Owner', '91234567890123457', 'meta-ads'],
  )
  assert.deepEqual(lead.metadata, {
    ...{ created_time: '2026-11-22T09:30:00+0000', form_id: '90712345678901239', is_organic: false },
    custom_disclaimer_responses: [{ checkbox_key: 'may_call', is_checked: true }],
    answers: { 'which_rooms?': ['kitchen', 'bathroom'], 'wann_können_wir_anrufen?': 'Nach 18 Uhr' },
  })
  assert.equal(lead.consent, null)
})

test('of two addresses the private one counts, and the other stays among the answers', () => {
  const lead = read({ id: '1', field_data: [field('work_email', 'w@example.com'), field('email', 'p@example.com')] })
  assert.deepEqual([lead.email, lead.metadata], ['p@example.com', { answers: { work_email: 'w@example.com' } }])
})

test('a lead of Meta’s testing tool is known by its texts, and an announcement alone is no lead', () => {
  assert.ok(isDummyLead({ field_data: [field('full_name', '<test lead: dummy data for full_name>')] }))
  assert.ok(!isDummyLead({ field_data: [field('full_name', 'Zoë')] }))
  assert.throws(
    () => read({ leadgen_id: '1', form_id: '2' }),
    ({ code }: Failure) => code === 'meta_lead_not_fetched',
  )
})

test('no answer of a form ever makes an opt-in, and each is read or refused with a reason', () => {
  const names = fc.oneof(
    fc.constantFrom('opted_in_at', 'consent', 'basis', 'email', 'phone_number', 'full_name', '__proto__', 'constructor', 'id'),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  )
  const values = fc.array(
    fc.oneof(fc.string({ unit: anyCharacter, maxLength: 30 }), fc.boolean(), fc.integer(), fc.constant(null)),
  )
  const fields = fc.array(fc.record({ name: names, values }), { maxLength: 8 })
  const boxes = fc.array(fc.record({ checkbox_key: fc.string(), is_checked: fc.constantFrom(true, '1', '') }))
  fc.assert(
    fc.property(fields, boxes, (given, custom_disclaimer_responses) => {
      try {
        const lead = read({ id: '1', field_data: [field('email', 'a@example.com'), ...given], custom_disclaimer_responses })
        assert.equal(lead.consent, null)
        assert.ok(!/\0/.test(JSON.stringify(lead.metadata)))
      } catch (error) {
        assert.ok(error instanceof Failure, String(error))
      }
    }),
    { numRuns: 500 },
  )
})
