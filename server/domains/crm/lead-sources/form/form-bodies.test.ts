import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#core/errors.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { readForm } from './form-bodies.ts'

const urlencoded = 'application/x-www-form-urlencoded'
const entriesOf = (pairs: Iterable<[string, string]>): Map<string, string[]> => {
  const read = new Map<string, string[]>()
  for (const [name, value] of pairs) read.set(name, [...(read.get(name) ?? []), value])
  return read
}
const read = (type: string, body: Buffer | string) => new Map(readForm(type, Buffer.from(body)).fields)

// Of what differs on purpose: names that are no field, and lone halves of a pair, which no UTF-8 can have.
const text = fc.string({ unit: anyCharacter, maxLength: 20 }).map((each) => each.toWellFormed())
const name = text.filter((each) => !['', '_charset_'].includes(each))
const pairs = fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 10 })

test('a form is read as the platform’s own parser reads it, urlencoded and multipart', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (sent) => {
      const form = new FormData()
      for (const [name, value] of sent) form.append(name, value)
      const multipart = new Response(form)
      const type = multipart.headers.get('content-type') ?? ''
      const bytes = Buffer.from(await multipart.arrayBuffer())
      const theirs = await new Response(bytes, { headers: { 'content-type': type } }).formData()
      assert.deepEqual(read(type, bytes), entriesOf(theirs as unknown as Iterable<[string, string]>))

      const plain = new URLSearchParams(sent).toString()
      assert.deepEqual(read(urlencoded, plain), entriesOf(new URLSearchParams(plain)))
    }),
    { numRuns: 300 },
  )
})

test('any bytes as a form are read or refused by name, and never throw anything else', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '--x',
          '\r\n',
          '\r\n\r\n',
          '--',
          'Content-Disposition: form-data; name="a"',
          '; filename="b"',
          'text',
          '\n',
        ),
        { maxLength: 20 },
      )
      .map((parts) => Buffer.from(parts.join(''))),
  )
  const types = fc.constantFrom(
    ...[urlencoded, `${urlencoded}; charset=nonsense`, 'multipart/form-data; boundary=x', 'multipart/form-data'],
    ...['multipart/form-data; boundary=""', 'application/json', 'text/plain', 'image/png', ''],
  )
  fc.assert(
    fc.property(types, bytes, (type, body) => {
      try {
        readForm(type, Buffer.from(body))
      } catch (error) {
        assert.ok(error instanceof Failure && error.status < 500, String(error))
      }
    }),
    { numRuns: 2_000 },
  )
})
