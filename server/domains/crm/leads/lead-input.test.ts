import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isStorable } from '#shapes/texts.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { readJson } from './json-body.ts'
import { type LeadInput, type LeadRefusal, readLead, recognisedBases } from './lead-input.ts'
import { meantField } from './meant-fields.ts'

const reading = { defaultCountry: 'DE', today: '2026-02-28' } as const

const read = (body: unknown, defaultCountry: string | null = reading.defaultCountry) =>
  readLead(body, { ...reading, defaultCountry })

/** The lead that a body becomes, when an email makes it one. */
const leadOf = (members: object): LeadInput => {
  const result = read({ email: 'a@b.co', ...members })
  assert.ok(result.ok, JSON.stringify(result))
  return result.lead
}

const refusalOf = (body: unknown, defaultCountry?: string | null): LeadRefusal => {
  const result = read(body, defaultCountry)
  assert.ok(!result.ok, JSON.stringify(result))
  return result
}

const refused = (members: object, code: string, field: string | undefined): LeadRefusal => {
  const refusal = refusalOf({ email: 'a@b.co', ...members })
  assert.deepEqual([refusal.code, refusal.field], [code, field], refusal.message)
  return refusal
}

/** As it comes over the wire, where external_id may be a number with more digits than JavaScript has. */
const overTheWire = (text: string) => {
  const json = readJson(Buffer.from(text))
  assert.ok(json.ok)
  return readLead(json.value, { ...reading, text: json.text })
}

// ── Contactable fields ──────────────────────────────────────────────────────────────────────────────────────────────

test('a whole lead is read into every field', () => {
  assert.deepEqual(
    read({
      email: ' Jane.Doe@Müller.de ',
      phone: '0151 12345678',
      name: ' Jane Doe ',
      company: 'Müller',
      title: 'CTO',
      source: 'Apollo.io',
      external_id: 'rec_1',
      note: 'Call me',
      linkedin_url: 'https://www.linkedin.com/in/jane',
      consent: { basis: 'consent', source: 'form', obtained_at: '2026-02-28' },
    }),
    {
      ok: true,
      lead: {
        email: 'Jane.Doe@Müller.de',
        email_key: 'jane.doe@xn--mller-kva.de',
        phone: '0151 12345678',
        phone_e164: '+4915112345678',
        phone_key: '+4915112345678',
        full_name: 'Jane Doe',
        company: 'Müller',
        job_title: 'CTO',
        source: 'apollo-io',
        external_id: 'rec_1',
        note: 'Call me',
        linkedin_url: 'https://www.linkedin.com/in/jane',
        consent: { basis: 'consent', source: 'form', obtained_at: '2026-02-28', recognised: true },
        metadata: null,
        unused: [],
      },
    },
  )
})

test('an email alone makes a lead; everything else is null and the source is api', () => {
  assert.deepEqual(leadOf({}), {
    email: 'a@b.co',
    email_key: 'a@b.co',
    phone: null,
    phone_e164: null,
    phone_key: null,
    full_name: null,
    company: null,
    job_title: null,
    source: 'api',
    external_id: null,
    note: null,
    linkedin_url: null,
    consent: null,
    metadata: null,
    unused: [],
  })
})

test('a body that is not a JSON object is refused', () => {
  for (const body of [null, undefined, [], [{ email: 'a@b.co' }], 'a@b.co', 5, true])
    assert.equal(refusalOf(body).code, 'body_not_object')
})

test('neither email nor phone is refused, blank and null ones counting as absent', () => {
  const blanks = [undefined, null, '', ' ', '\t\n', '\u00a0', '\ufeff']
  for (const email of blanks) {
    for (const phone of blanks) {
      assert.deepEqual(refusalOf({ email, phone, name: 'Jane' }), {
        ok: false,
        code: 'contact_missing',
        message: 'email or phone is required',
      })
    }
  }
})

test('a blank email with a valid phone is a valid lead, and the other way round', () => {
  for (const blank of ['', '  ', null]) {
    const byPhone = read({ email: blank, phone: '+4915112345678' })
    assert.ok(byPhone.ok && byPhone.lead.email === null && byPhone.lead.phone_e164 === '+4915112345678')
    const byEmail = read({ email: 'a@b.co', phone: blank })
    assert.ok(byEmail.ok && byEmail.lead.phone === null)
  }
})

test('a malformed email is refused, also beside a valid phone, and the message does not repeat it', () => {
  for (const body of [{ email: 'jane@nowhere' }, { email: 'jane@nowhere', phone: '+4915112345678' }]) {
    const refusal = refusalOf(body)
    assert.deepEqual([refusal.code, refusal.field], ['email_malformed', 'email'])
    assert.ok(!refusal.message.includes('nowhere'))
  }
})

test('an unreadable phone beside an email is accepted with its text unchanged', () => {
  for (const phone of ['call my office', '12', ' n/a ', '+49']) {
    const lead = leadOf({ phone })
    assert.deepEqual([lead.phone, lead.phone_e164, lead.phone_key], [phone, null, null])
  }
})

test('an unreadable phone without an email is refused', () => {
  for (const email of [undefined, null, ' ']) {
    const refusal = refusalOf({ email, phone: 'call my office' })
    assert.deepEqual([refusal.code, refusal.field], ['phone_unreadable', 'phone'])
  }
})

test('the rejection of a phone says how to make it readable', () => {
  assert.match(refusalOf({ phone: '12' }, null).message, /no default country.*\+ and the calling code/)
  assert.match(refusalOf({ phone: '12' }, 'US').message, /as it is dialled in US/)
  assert.match(refusalOf({ phone: '+49 1' }, null).message, /do not fit any country/)
})

test('a phone is read by the default country of the workspace, and kept as received', () => {
  const inCountry = (country: string | null) => {
    const result = read({ email: 'a@b.co', phone: ' (212) 555-0142 ' }, country)
    assert.ok(result.ok)
    return [result.lead.phone, result.lead.phone_e164]
  }
  assert.deepEqual(inCountry('US'), [' (212) 555-0142 ', '+12125550142'])
  assert.deepEqual(inCountry(null), [' (212) 555-0142 ', null])
})

test("Mexico's +52 1 alone makes a lead, stored without the 1", () => {
  const result = read({ phone: '+52 1 55 1234 5678' }, null)
  assert.ok(result.ok)
  assert.deepEqual(
    [result.lead.phone, result.lead.phone_e164, result.lead.phone_key],
    ['+52 1 55 1234 5678', '+525512345678', '+525512345678'],
  )
})

test("Brazil's ninth digit and Argentina's 9 change the stored number nothing and the key everything", () => {
  const numberOf = (phone: string) => {
    const { phone_e164, phone_key } = leadOf({ phone })
    return [phone_e164, phone_key]
  }
  assert.deepEqual(numberOf('+55 11 8765-5678'), ['+551187655678', '+5511987655678'])
  assert.deepEqual(numberOf('+55 11 98765-5678'), ['+5511987655678', '+5511987655678'])
  assert.deepEqual(numberOf('+54 9 11 2345-6789'), ['+5491123456789', '+541123456789'])
  assert.deepEqual(numberOf('+54 11 2345-6789'), ['+541123456789', '+541123456789'])
})

test('a phone as a JSON number is refused with the reason', () => {
  assert.match(refused({ phone: 4915112345678 }, 'field_wrong_type', 'phone').message, /must be a string; .* loses/)
})

// ── Names that are not read ─────────────────────────────────────────────────────────────────────────────────────────

test('a contact that came under another name is named in the refusal', () => {
  const messages: [object, string][] = [
    [{ phone_number: '+4915112345678' }, 'email or phone is required; "phone_number" is ignored, send it as "phone"'],
    [{ mobile: 4915112345678 }, 'email or phone is required; "mobile" is ignored, send it as "phone"'],
    [{ email: '', 'E-Mail': 'a@b.co' }, 'email or phone is required; "E-Mail" is ignored, send it as "email"'],
    [{ Email: 'a@b.co' }, 'email or phone is required; "Email" is ignored, send it as "email"'],
    [{ telephone: ' ', emailAddress: 'a@b.co' }, 'email or phone is required; "emailAddress" is ignored, send it as "email"'],
    [
      { lead: { email: 'a@b.co' } },
      'email or phone is required; nested fields in "lead" are ignored, send them at the top level',
    ],
    [{ firstName: 'Jane', phone_number: '' }, 'email or phone is required'],
    [{ emails: ['a@b.co'] }, 'email or phone is required'],
  ]
  for (const [body, message] of messages) assert.deepEqual(refusalOf(body), { ok: false, code: 'contact_missing', message })
})

test('lookalikes are known by the field they were meant to be; the fields themselves and strangers are not', () => {
  const meant: [string, string | null][] = [
    ['phone_number', 'phone'],
    ['PhoneNumber', 'phone'],
    ['mobile', 'phone'],
    ['e_mail', 'email'],
    ['email_address', 'email'],
    ['mail', 'email'],
    ['fullName', 'name'],
    ['firstName', 'name'],
    ['organisation', 'company'],
    ['companyName', 'company'],
    ['jobTitle', 'title'],
    ['externalId', 'external_id'],
    ['linkedin', 'linkedin_url'],
    ['Notes', 'note'],
    ['gdpr_consent', 'consent'],
    ['Phone', 'phone'],
    ['phone', null],
    ['full_name', null],
    ['job_title', null],
    ['org_id', null],
    ['favourite_colour', null],
    ['constructor', null],
    ['x'.repeat(60_000), null],
  ]
  for (const [name, field] of meant) assert.equal(meantField(name), field, name.slice(0, 40))
})

test('members that are not read are ignored and listed, org_id like any other', () => {
  const lead = leadOf({ org_id: 'other', orgId: 'other', phone_number: '1', tags: ['a'], custom: { a: 1 }, nothing: null })
  assert.deepEqual(lead.unused, ['org_id', 'orgId', 'phone_number', 'tags', 'custom', 'nothing'])
})

test('the list of unread members is short, whole characters and free of line breaks', () => {
  assert.equal(leadOf(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x${i}`, i]))).unused.length, 20)
  assert.deepEqual(leadOf({ ['y'.repeat(100)]: 1 }).unused, ['y'.repeat(64)])
  assert.deepEqual(leadOf({ [`${'y'.repeat(63)}😀`]: 1 }).unused, ['y'.repeat(63)])
  assert.deepEqual(leadOf({ 'a\nexternal_id_conflict': 1, 'b\0': 1, 'c\ud800': 1, '': 1 }).unused, [
    'a\ufffdexternal_id_conflict',
    'b\ufffd',
    'c\ufffd',
    '',
  ])
})

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

test('name beats full_name and title beats job_title; a blank one counts as absent', () => {
  const pairs = [
    ['name', 'full_name', 'full_name'],
    ['title', 'job_title', 'job_title'],
  ] as const
  for (const [first, second, field] of pairs) {
    assert.equal(leadOf({ [first]: 'A', [second]: 'B' })[field], 'A')
    assert.equal(leadOf({ [second]: 'B', [first]: 'A' })[field], 'A')
    assert.equal(leadOf({ [second]: 'B' })[field], 'B')
    for (const blank of ['', '  ', null]) {
      assert.equal(leadOf({ [first]: blank, [second]: 'B' })[field], 'B')
      assert.equal(leadOf({ [first]: 'A', [second]: blank })[field], 'A')
      assert.equal(leadOf({ [first]: blank, [second]: blank })[field], null)
    }
    refused({ [first]: '', [second]: 5 }, 'field_wrong_type', second)
    refused({ [first]: 5, [second]: 'B' }, 'field_wrong_type', first)
  }
})

const texts = [
  'email',
  'phone',
  'name',
  'full_name',
  'company',
  'title',
  'job_title',
  'source',
  'note',
  'linkedin_url',
] as const

test('a member of the wrong type is refused and named', () => {
  for (const field of texts) {
    for (const wrong of [5, 0, true, false, {}, [], ['a@b.co']]) {
      const body = field === 'email' ? { phone: '+4915112345678', email: wrong } : { email: 'a@b.co', [field]: wrong }
      const refusal = refusalOf(body)
      assert.deepEqual([refusal.code, refusal.field], ['field_wrong_type', field])
      assert.ok(refusal.message.startsWith(`${field} must be a string`))
    }
  }
  for (const wrong of [true, {}, []]) refused({ external_id: wrong }, 'field_wrong_type', 'external_id')
})

test('null counts as absent everywhere', () => {
  const lead = leadOf(Object.fromEntries([...texts.slice(1), 'external_id', 'consent'].map((field) => [field, null])))
  assert.deepEqual(lead, leadOf({}))
  assert.deepEqual(leadOf({ consent: { basis: null, source: null, obtained_at: null } }).consent, null)
})

test('NUL and broken surrogate pairs are refused in every text that is read', () => {
  for (const bad of ['\0', 'x\0y', '\ud800', 'x\udfffy', '\udc00\ud800']) {
    for (const field of [...texts, 'external_id']) {
      const refusal = refusalOf({ email: 'a@b.co', phone: '+4915112345678', [field]: bad })
      assert.deepEqual([refusal.code, refusal.field], ['field_bad_text', field], JSON.stringify(bad))
    }
    for (const member of ['basis', 'source', 'obtained_at'])
      refused({ consent: { [member]: bad } }, 'field_bad_text', `consent.${member}`)
  }
})

const limited: [member: string, field: keyof LeadInput, limit: number][] = [
  ['name', 'full_name', 255],
  ['full_name', 'full_name', 255],
  ['company', 'company', 255],
  ['title', 'job_title', 255],
  ['job_title', 'job_title', 255],
  ['note', 'note', 10_000],
  ['external_id', 'external_id', 255],
]
for (const [member, field, limit] of limited) {
  test(`${member} takes ${limit} characters, counted as Unicode does, and not one more`, () => {
    for (const character of ['x', 'é', '😀']) {
      assert.equal(leadOf({ [member]: character.repeat(limit) })[field], character.repeat(limit))
      const refusal = refused({ [member]: character.repeat(limit + 1) }, 'field_too_long', member)
      assert.ok(refusal.message.includes(limit.toLocaleString('en')))
    }
  })
}

test('texts are trimmed before they are measured, external_id is neither', () => {
  assert.equal(leadOf({ name: ` ${'x'.repeat(255)} ` }).full_name, 'x'.repeat(255))
  assert.equal(leadOf({ name: ' '.repeat(300) }).full_name, null)
  assert.equal(leadOf({ external_id: ' rec 1 ' }).external_id, ' rec 1 ')
  assert.equal(leadOf({ external_id: ' '.repeat(300) }).external_id, null)
  refused({ external_id: ` ${'x'.repeat(255)}` }, 'field_too_long', 'external_id')
})

test('source becomes a slug of 64 characters at most, and api when nothing is left', () => {
  const slugs: [unknown, string][] = [
    ['Apollo.io', 'apollo-io'],
    ['Café Müller', 'cafe-muller'],
    ['x'.repeat(500), 'x'.repeat(64)],
    ['日本', 'api'],
    ['!!!', 'api'],
    ['', 'api'],
    [' ', 'api'],
    [null, 'api'],
  ]
  for (const [source, slug] of slugs) assert.equal(leadOf({ source }).source, slug)
})

test('linkedin_url takes http and https addresses of up to 2,048 characters', () => {
  const long = `https://www.linkedin.com/in/${'x'.repeat(2_048 - 28)}`
  for (const url of ['https://www.linkedin.com/in/jane', 'http://linkedin.com/in/jane', 'HTTPS://LinkedIn.com/in/jane', long]) {
    assert.equal(leadOf({ linkedin_url: ` ${url} ` }).linkedin_url, url)
  }
  refused({ linkedin_url: `${long}x` }, 'field_too_long', 'linkedin_url')
  for (const url of [
    'javascript:alert(1)',
    'ftp://linkedin.com/in/jane',
    'https://',
    'https:/linkedin.com',
    'http://[',
    'jane',
    '//linkedin.com/in/jane',
    'data:text/html,x',
  ]) {
    assert.ok(!refused({ linkedin_url: url }, 'linkedin_url_invalid', 'linkedin_url').message.includes('in front'), url)
  }
})

test('a linkedin_url without https:// is refused with the form that would be accepted', () => {
  for (const url of ['www.linkedin.com/in/jane', 'linkedin.com/in/jane']) {
    assert.match(
      refused({ linkedin_url: url }, 'linkedin_url_invalid', 'linkedin_url').message,
      /add https:\/\/ at the start, as in https:\/\/www\.linkedin\.com\/in\//,
    )
  }
})

// ── External id ─────────────────────────────────────────────────────────────────────────────────────────────────────

const numbers: [written: string, id: string | null][] = [
  ['0', '0'],
  ['-0', '0'],
  ['0.0', '0'],
  ['-0.00', '0'],
  ['5', '5'],
  ['5.0', '5'],
  ['-5', '-5'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740992', '9007199254740992'],
  ['9007199254740992.0', '9007199254740992'],
  ['-9007199254740992', '-9007199254740992'],
  ['9007199254740993', null],
  ['-9007199254740993', null],
  ['9007199254740994', null],
  ['12345678901234567890123', null],
  ['1e3', null],
  ['1E3', null],
  ['5e0', null],
  ['1e400', null],
  ['5.5', null],
  ['5.00000000000000000001', null],
  ['9007199254740991.1', null],
]
for (const [written, id] of numbers) {
  test(`external_id ${written} is ${id === null ? 'refused' : `"${id}"`}: no digit is lost`, () => {
    const result = overTheWire(`{"email":"a@b.co","external_id":${written},"x":{"external_id":7}}`)
    if (id !== null) assert.equal(result.ok && result.lead.external_id, id)
    else assert.deepEqual(!result.ok && [result.code, result.field], ['external_id_invalid', 'external_id'])
  })
}

test('external_id as a number and as the same digits in a string are one id; other letters are another', () => {
  const idOf = (written: string) => {
    const result = overTheWire(`{"email":"a@b.co","external_id":${written}}`)
    assert.ok(result.ok)
    return result.lead.external_id
  }
  assert.equal(idOf('5'), idOf('"5"'))
  assert.notEqual(idOf('5'), idOf('"05"'))
  assert.notEqual(idOf('"rec"'), idOf('"REC"'))
  assert.notEqual(idOf('"e\\u0301"'), idOf('"\\u00e9"'))
})

test('external_id as a number is judged by its value where there is no JSON text', () => {
  assert.equal(leadOf({ external_id: 2 ** 53 }).external_id, '9007199254740992')
  for (const wrong of [2 ** 53 + 2, 1e21, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    refused({ external_id: wrong }, 'external_id_invalid', 'external_id')
})

// ── Consent ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('the six bases of GDPR Art. 6 are recognised; any other text is kept as claimed and marked', () => {
  assert.deepEqual(recognisedBases, [
    'consent',
    'contract',
    'legal_obligation',
    'vital_interests',
    'public_task',
    'legitimate_interests',
  ])
  for (const basis of recognisedBases) assert.deepEqual(leadOf({ consent: { basis } }).consent, { basis, recognised: true })
  for (const basis of ['Consent', 'soft opt-in', 'x'.repeat(64), '😀'.repeat(64)]) {
    assert.deepEqual(leadOf({ consent: { basis } }).consent, { basis, recognised: false })
  }
})

test('any other error in consent is refused and named', () => {
  for (const consent of [true, 'yes', 5, [], [{}]]) refused({ consent }, 'consent_invalid', 'consent')
  refused({ consent: { basis: 'x'.repeat(65) } }, 'consent_invalid', 'consent.basis')
  for (const member of ['basis', 'source', 'obtained_at']) {
    for (const wrong of [5, true, {}, []]) refused({ consent: { [member]: wrong } }, 'consent_invalid', `consent.${member}`)
  }
})

test('unknown members of consent are ignored, and a claim without any content is none', () => {
  assert.deepEqual(leadOf({ consent: { source: 'form', ip: '192.0.2.1' } }).consent, { source: 'form', recognised: false })
  for (const consent of [{}, { basis: ' ' }, { ip: 'x' }]) assert.equal(leadOf({ consent }).consent, null)
})

test('obtained_at is a real day, today or before; tomorrow is allowed for time zones', () => {
  for (const day of ['2026-02-28', '2026-03-01', '2024-02-29', '2000-02-29', '1999-12-31', '0001-01-01']) {
    assert.equal(leadOf({ consent: { obtained_at: day } }).consent?.obtained_at, day)
  }
  const wrong = [
    '2026-03-02',
    '2027-01-01',
    '9999-12-31',
    '2026-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-00-10',
    '2025-13-10',
    '2025-01-00',
    '2025-01-32',
    '0000-01-01',
    '2025-1-1',
    '20250101',
    '2025-01-01T00:00:00Z',
    '01.02.2025',
    'yesterday',
    '-2025-01-01',
    '+2025-01-01',
    '２０２５-01-01',
  ]
  for (const day of wrong) refused({ consent: { obtained_at: day } }, 'consent_date_invalid', 'consent.obtained_at')
  for (const [today, tomorrow, later] of [
    ['2026-12-31', '2027-01-01', '2027-01-02'],
    ['2024-02-28', '2024-02-29', '2024-03-01'],
  ] as const) {
    assert.ok(readLead({ email: 'a@b.co', consent: { obtained_at: tomorrow } }, { ...reading, today }).ok)
    assert.ok(!readLead({ email: 'a@b.co', consent: { obtained_at: later } }, { ...reading, today }).ok)
  }
})

// ── The whole input space ───────────────────────────────────────────────────────────────────────────────────────────

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc.constantFrom(
    '',
    ' ',
    'a@b.co',
    '+4915112345678',
    '0151 12345678',
    '2026-01-01',
    'consent',
    'https://x.co',
    '\0',
    '\ud800',
  ),
)
const anyValue = fc.oneof({ weight: 4, arbitrary: anyText }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
const anyMembers = fc.dictionary(
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...texts, 'external_id', 'consent') }, { weight: 1, arbitrary: anyText }),
  fc.oneof(
    { weight: 5, arbitrary: anyValue },
    { weight: 1, arbitrary: fc.record({ basis: anyValue, source: anyValue, obtained_at: anyValue }, { requiredKeys: [] }) },
  ),
  { maxKeys: 4 },
)
const anyBody = fc.oneof(
  anyMembers,
  anyMembers.map((members) => ({ ...members, email: 'a@b.co' })),
)

const textsWithin = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsWithin)
      : []

test('any JSON value is read or refused with a code, never thrown at, and an accepted one can be stored', () => {
  let taken = 0
  const judge = (body: unknown) => {
    const result = read(body)
    if (!result.ok) return assert.ok(/^[a-z_]+$/.test(result.code) && result.message.length > 0)
    taken++
    assert.ok(result.lead.email_key !== null || result.lead.phone_key !== null)
    assert.equal(result.lead.phone_e164 === null, result.lead.phone_key === null)
    assert.match(result.lead.source, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    for (const text of textsWithin(result.lead)) assert.ok(isStorable(text))
  }
  fc.assert(fc.property(fc.jsonValue(), judge), { numRuns: 500 })
  fc.assert(fc.property(anyBody, judge), { numRuns: 3000 })
  assert.ok(taken > 100, `only ${taken} were taken`)
})

test('a lead that is sent again as it was read is read the same', () => {
  const good = fc.record(
    {
      email: fc.constantFrom('a@b.co', ' Jane@MÜLLER.de', ''),
      phone: fc.constantFrom('+4915112345678', '0151 12345678', '+52 1 55 1234 5678', '+55 11 8765-5678', 'n/a', ''),
      name: fc.string(),
      company: fc.string({ unit: 'grapheme' }),
      source: fc.string({ unit: 'grapheme' }),
      external_id: fc.oneof(fc.string(), fc.integer()),
      note: fc.string({ unit: 'grapheme' }),
      consent: fc.record({ basis: fc.string({ maxLength: 64 }), obtained_at: fc.constant('2025-05-05') }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  let taken = 0
  fc.assert(
    fc.property(good, (body) => {
      const first = read(body)
      if (!first.ok) return
      taken++
      const { email_key, phone_key, phone_e164, metadata, unused, consent, ...sent } = first.lead
      assert.deepEqual(read({ ...sent, consent }), first)
      const normal = read({ ...sent, consent, email: email_key, phone: phone_e164 ?? sent.phone })
      assert.ok(normal.ok)
      assert.deepEqual([normal.lead.email_key, normal.lead.phone_key], [email_key, phone_key])
    }),
    { numRuns: 1000 },
  )
  assert.ok(taken > 300, `only ${taken} were taken`)
})
