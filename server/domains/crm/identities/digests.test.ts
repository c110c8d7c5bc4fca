import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { digest16 } from './digests.ts'

const org = '0199b2c4-7d11-7000-8000-000000000001'
const otherOrg = '0199b2c4-7d11-7000-8000-000000000002'

test('a digest is the first 16 bytes of SHA-256 over organization, kind and value, written as a uuid', () => {
  const expected = createHash('sha256').update(`${org}:email:jane@example.com`).digest('hex').slice(0, 32)
  const digest = digest16(org, 'email', 'jane@example.com')
  assert.equal(digest.replaceAll('-', ''), expected)
  assert.match(digest, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('another organization, kind or value is another digest', () => {
  const digests = [org, otherOrg].flatMap((id) =>
    (['external_id', 'email', 'phone'] as const).flatMap((kind) =>
      ['', '1', '1 ', '01', 'email:1', ':'].map((value) => digest16(id, kind, value)),
    ),
  )
  assert.equal(new Set(digests).size, 2 * 3 * 6)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      assert.equal(digest16(org, 'external_id', one) === digest16(org, 'external_id', other), one === other)
    }),
  )
})
