import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { readLead } from './lead-input.ts'
import { LeadBody } from './lead-shape.ts'

interface Documented {
  type?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  description?: string
  examples?: unknown[]
  anyOf?: Documented[]
  properties?: Record<string, Documented>
  required?: string[]
  additionalProperties?: unknown
}

const documented = z.toJSONSchema(LeadBody, { io: 'input' }) as Documented
const members = Object.entries(documented.properties ?? {})
const consentMembers = Object.entries(documented.properties?.consent?.properties ?? {})

const taken = (body: unknown): boolean => readLead(body, { defaultCountry: 'US', today: '2026-11-21' }).ok
const withMember = (name: string, value: unknown) => ({ email: 'a@b.co', [name]: value })
const withClaim = (name: string, value: unknown) => ({ email: 'a@b.co', consent: { [name]: value } })

test('every member that is read is documented, and every documented member is read', () => {
  const read = [
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
  assert.deepEqual(
    members.map(([name]) => name),
    read,
  )
  for (const [name] of members) assert.equal(taken(withMember(name, { not: 'a text' })), name === 'consent', name)
  for (const [name] of consentMembers) assert.equal(taken(withClaim(name, {})), false, name)
  assert.deepEqual(
    consentMembers.map(([name]) => name),
    ['basis', 'source', 'obtained_at'],
  )
})

test('every member has a description and, but for consent, an example', () => {
  for (const [name, member] of [...members, ...consentMembers]) {
    assert.ok(member.description, name)
    assert.ok(name === 'consent' || member.examples?.length, name)
  }
})

test('every documented example is accepted', () => {
  assert.ok(documented.examples && documented.examples.length >= 3)
  for (const example of documented.examples)
    assert.ok(taken(example) && LeadBody.safeParse(example).success, JSON.stringify(example))
  for (const [name, member] of members)
    for (const example of member.examples ?? [])
      assert.ok(
        taken({
          [name]: example,
          ...(name === 'phone' ? {} : { email: 'a@b.co' }),
          ...(name === 'email' ? { email: example } : {}),
        }),
        name,
      )
  for (const [name, member] of consentMembers)
    for (const example of member.examples ?? []) assert.ok(taken(withClaim(name, example)), name)
})

/** A text of so many characters that is right for the member in every other way. */
function textOf(name: string, length: number): string {
  if (name === 'linkedin_url') return 'https://x.co/'.padEnd(length, 'x')
  if (name === 'email') return `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.`.padEnd(length - 2, 'e').concat('.f')
  return 'x'.repeat(length)
}

test('every documented length passes whole and not one character more', () => {
  const lengths = members.flatMap(([name, member]) =>
    [member, ...(member.anyOf ?? [])].flatMap(({ maxLength }) => (maxLength === undefined ? [] : [[name, maxLength] as const])),
  )
  assert.deepEqual(
    lengths.map(([name]) => name),
    ['email', 'name', 'full_name', 'company', 'title', 'job_title', 'external_id', 'note', 'linkedin_url'],
  )
  for (const [name, length] of lengths) {
    assert.ok(taken(withMember(name, textOf(name, length))), `${name} of ${length}`)
    assert.ok(!taken(withMember(name, textOf(name, length + 1))), `${name} of ${length + 1}`)
  }
  const basis = documented.properties?.consent?.properties?.basis?.maxLength ?? 0
  assert.ok(taken(withClaim('basis', 'x'.repeat(basis))) && !taken(withClaim('basis', 'x'.repeat(basis + 1))))
})

test('the documented range of a numeric external_id is the range that is taken', () => {
  const number = documented.properties?.external_id?.anyOf?.find(({ type }) => type === 'integer')
  assert.ok(number?.minimum !== undefined && number.maximum !== undefined)
  for (const edge of [number.minimum, number.maximum, 0]) assert.ok(taken(withMember('external_id', edge)), String(edge))
  for (const beyond of [number.minimum - 2, number.maximum + 2, 0.5])
    assert.ok(!taken(withMember('external_id', beyond)), String(beyond))
})

test('unlisted members are allowed, and none is required by default', () => {
  assert.notEqual(documented.additionalProperties, false)
  assert.equal(documented.required, undefined)
})
