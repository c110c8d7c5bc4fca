import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cut, isLongerThan, isStorable, slugOf } from '#shapes/texts.ts'
import { anyCharacter } from '#test/support/any-character.ts'

test('NUL and halves of a surrogate pair are not storable; every whole character is', () => {
  for (const bad of ['\0', 'a\0b', '\ud800', 'a\udc00', '\ud83d', '\udc00\ud800'])
    assert.equal(isStorable(bad), false, JSON.stringify(bad))
  for (const good of ['', 'Jane', 'é', '😀', '\uffff', '\u0001', '\u202e'])
    assert.equal(isStorable(good), true, JSON.stringify(good))
})

test('lengths are counted in Unicode code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.nat(45), (text, characters) => {
      assert.equal(isLongerThan(text, characters), [...text].length > characters)
    }),
  )
  assert.equal(isLongerThan('😀'.repeat(255), 255), false)
  assert.equal(isLongerThan('😀'.repeat(256), 255), true)
})

test('a cut never leaves half a character', () => {
  assert.equal(cut('ab😀', 3), 'ab')
  assert.equal(cut('ab😀', 4), 'ab😀')
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 20 }), (text, units) => {
      const short = cut(text, units)
      assert.ok(short.isWellFormed() && short.length <= units && text.startsWith(short))
    }),
  )
})

test('a slug is words of a-z and 0-9 joined by single hyphens, 64 characters at most', () => {
  const slugs: [string, string][] = [
    ['apollo', 'apollo'],
    ['Apollo.io', 'apollo-io'],
    ['  Clay  ', 'clay'],
    ['Zoom_Info / EU', 'zoom-info-eu'],
    ['--a--b--', 'a-b'],
    ['Müller & Söhne', 'muller-sohne'],
    ['Café', 'cafe'],
    ['ＦＵＬＬ Ｗｉｄｔｈ ①', 'full-width-1'],
    ['Clay™', 'claytm'],
    ['ﬁrm', 'firm'],
    ['日本', ''],
    ['!!!', ''],
    ['', ''],
    ['x'.repeat(65), 'x'.repeat(64)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
    [`${'x'.repeat(62)} yz`, `${'x'.repeat(62)}-y`],
  ]
  for (const [text, slug] of slugs) assert.equal(slugOf(text), slug, text)
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (text) => {
      const slug = slugOf(text)
      assert.match(slug, /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      assert.ok(slug.length <= 64)
      assert.equal(slugOf(slug), slug)
    }),
  )
})

test('the slug of a text that fills a whole body is made in milliseconds', () => {
  for (const text of ['\ufdfa'.repeat(21_000), '-'.repeat(65_000), 'é'.repeat(32_000), 'a-'.repeat(32_000)]) {
    const start = performance.now()
    slugOf(text)
    assert.ok(performance.now() - start < 250)
  }
})
