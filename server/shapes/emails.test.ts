import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readEmail } from '#shapes/emails.ts'
import { anyCharacter } from '#test/support/any-character.ts'

const keyOf = (text: string): string | null => {
  const email = readEmail(text)
  return 'key' in email ? email.key : null
}

const label63 = 'a'.repeat(63)
const domainOf = (length: number): string => `${`${label63}.`.repeat(3)}${'b'.repeat(length - 3 * 64 - 4)}.com`

const valid: [what: string, text: string, key: string][] = [
  ['a plain address', 'jane.doe@example.com', 'jane.doe@example.com'],
  ['capitals, compared as small letters', 'Jane.DOE@Example.COM', 'jane.doe@example.com'],
  ['a plus tag, which stays', 'jane+crm@example.com', 'jane+crm@example.com'],
  ['one letter everywhere', 'a@b.c', 'a@b.c'],
  ['digits everywhere', '1@2.3', '1@2.3'],
  ['an apostrophe', "o'brien@example.ie", "o'brien@example.ie"],
  ['a hyphen at the start of the local part', '-jane-@example.com', '-jane-@example.com'],
  ['hyphens inside a label', 'a@my--host-1.example', 'a@my--host-1.example'],
  ['many labels', 'a@b.c.d.e.f.co.uk', 'a@b.c.d.e.f.co.uk'],
  ['a long top-level domain', 'a@example.photography', 'a@example.photography'],
  ['a local part of 64', `${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ['a label of 63', `a@${label63}.com`, `a@${label63}.com`],
  ['254 in all', `a@${domainOf(252)}`, `a@${domainOf(252)}`],
  ['an international domain', 'info@müller.de', 'info@xn--mller-kva.de'],
  ['the same in capitals', 'INFO@MÜLLER.DE', 'info@xn--mller-kva.de'],
  ['the same decomposed', 'info@mu\u0308ller.de', 'info@xn--mller-kva.de'],
  ['the same as punycode', 'info@XN--mller-kva.de', 'info@xn--mller-kva.de'],
  ['an international top-level domain', 'a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['an ideographic full stop as the dot', 'a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
]
for (const [what, text, key] of valid) test(`${what} is an address`, () => assert.equal(keyOf(text), key))

test('every atext character of RFC 5322 may stand in a local part, first, inside and last', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const atext = `${letters}0123456789!#$%&'*+-/=?^_\`{|}~`
  for (let code = 0; code < 256; code++) {
    const character = String.fromCharCode(code)
    for (const local of [character, `${character}a`, `a${character}a`, `a${character}`]) {
      const taken = keyOf(`${local}@example.com`) !== null
      const allowed = atext.includes(character) || (character === '.' && local === 'a.a')
      assert.equal(taken, allowed, JSON.stringify(local))
    }
  }
  assert.equal(keyOf(`${atext.slice(0, 64)}@example.com`), `${atext.slice(0, 64)}@example.com`.toLowerCase())
})

test('a label of a domain takes letters, digits and inner hyphens of ASCII and nothing else of it', () => {
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code)
    assert.equal(keyOf(`a@b${character}c.com`) !== null, /[a-z0-9.-]/i.test(character), JSON.stringify(character))
    assert.equal(keyOf(`a@${character}c.com`) !== null, /[a-z0-9]/i.test(character), JSON.stringify(character))
    assert.equal(keyOf(`a@ü${character}.com`) !== null, /[a-z0-9]/i.test(character), JSON.stringify(character))
  }
})

const malformed: [what: string, text: string][] = [
  ['the empty text', ''],
  ['a word', 'jane'],
  ['nothing before the @', '@example.com'],
  ['nothing after the @', 'jane@'],
  ['two @', 'jane@doe@example.com'],
  ['a space inside', 'jane doe@example.com'],
  ['a space after the @', 'jane@ example.com'],
  ['a line break inside', 'jane@example.com\nBcc: x@y.z'],
  ['a dot at the start', '.jane@example.com'],
  ['a dot before the @', 'jane.@example.com'],
  ['two dots', 'jane..doe@example.com'],
  ['a quoted local part', '"jane doe"@example.com'],
  ['a comment', 'jane(work)@example.com'],
  ['a name around it', 'Jane <jane@example.com>'],
  ['two addresses', 'a@example.com,b@example.com'],
  ['a mailto link', 'mailto:jane@example.com'],
  ['letters beyond ASCII before the @', 'jäne@example.com'],
  ['a domain without a dot', 'jane@localhost'],
  ['a dot at the end', 'jane@example.com.'],
  ['a dot at the start of the domain', 'jane@.example.com'],
  ['two dots in the domain', 'jane@example..com'],
  ['a hyphen at the start of a label', 'jane@-example.com'],
  ['a hyphen at the end of a label', 'jane@example-.com'],
  ['a hyphen at the end of the domain', 'jane@example.com-'],
  ['an underscore in the domain', 'jane@my_host.com'],
  ['an address literal', 'jane@[192.0.2.1]'],
  ['a percent escape in an international domain', 'jane@m%75ü.de'],
  ['a character that turns into a slash', 'jane@ü℀.de'],
  ['a local part of 65', `${'a'.repeat(65)}@example.com`],
  ['a label of 64', `a@${label63}a.com`],
  ['an international label of 64 as punycode', `a@ü${'a'.repeat(57)}.de`],
  ['255 in all', `a@${domainOf(253)}`],
  ['a domain that fills a whole body', `a@${'ü.'.repeat(20_000)}de`],
  ['a template that was not filled in', '{{email}}'],
]
for (const [what, text] of malformed) test(`${what} is not an address`, () => assert.equal(keyOf(text), null))

test('an invalid address is explained without repeating it', () => {
  const faults = malformed.map(([, text]) => readEmail(text)).map((email) => ('fault' in email ? email.fault : ''))
  assert.ok(faults.every((fault) => fault.length > 0 && !/jane|example/.test(fault)))
  assert.ok(new Set(faults).size >= 8)
})

const address = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/),
    fc.stringMatching(/^[A-Za-z0-9ü]([A-Za-z0-9éß-]{0,18}[A-Za-z0-9])?$/),
    fc.constantFrom('com', 'DE', 'co.uk', 'Рф'),
  )
  .map(([local, label, top]) => `${local}@${label}.${top}`)

test('the key of a key is the key, and small or capital letters make no difference', () => {
  fc.assert(
    fc.property(address, (text) => {
      const key = keyOf(text)
      if (key === null) return
      assert.equal(keyOf(key), key)
      assert.equal(keyOf(text.toLowerCase()), key)
      const at = text.indexOf('@')
      assert.equal(keyOf(text.slice(0, at).toUpperCase() + text.slice(at)), key)
      assert.ok(key.length <= 254 && /^[\x21-\x7e]+$/.test(key))
    }),
  )
})

test('any text is read or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (a, b) => {
      for (const text of [a, `${a}@${b}`, `a@${b}.de`]) {
        const key = keyOf(text)
        if (key !== null) assert.equal(keyOf(key), key)
      }
    }),
    { numRuns: 2000 },
  )
})
