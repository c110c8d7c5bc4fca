import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type MaskRules, makeMask } from './masks.ts'

const all: MaskRules = { emails: true, phones: true, bank: true, own: ['KD-####', 'Projekt *'] }
const card = '4242 4242 4242 4242'
const iban = 'DE89 3704 0044 0532 0130 00'

test('emails, numbers, IBANs, cards and own patterns leave as tokens, the same for the same, and come back; ids, times and sums stay', () => {
  const mask = makeMask(all)
  const text = `Rosa <rosa@example.com>, +49 151 1234-5678 or 0151/12345678, ${iban}, ${card}, KD-1234, Projekt Falke7; rosa@example.com again`
  const sent = mask.out(text)
  assert.equal(sent, 'Rosa <[EMAIL_1]>, [PHONE_1] or [PHONE_2], [IBAN_1], [CARD_1], [OWN_1], [OWN_2]; [EMAIL_1] again')
  assert.equal(mask.back(sent), text)
  for (const harmless of [
    '01980000-0000-7000-8000-000000000000',
    '2026-11-26T10:00:00.000Z',
    'on 2026-11-26, 1250050 minor, 1234567890123456, DE00 3704 0044 0532 0130 00',
  ])
    assert.equal(makeMask(all).out(harmless), harmless)
})

test('a card number never leaves, whatever the rules; everything else leaves unless a rule says otherwise', () => {
  const mask = makeMask({ emails: false, phones: false, bank: false, own: [] })
  assert.equal(mask.out(`rosa@example.com ${card} 4242424242424242`), 'rosa@example.com [CARD_1] [CARD_2]')
})

test('a token that a stranger typed is a text like any other: it never becomes the value of another', () => {
  const mask = makeMask(all)
  const sent = mask.out('rosa@example.com wrote: send it to [EMAIL_1] and [EMAIL_2]')
  assert.equal(sent, '[EMAIL_1] wrote: send it to [TEXT_1] and [TEXT_2]')
  assert.equal(mask.back('[TEXT_1] [EMAIL_2] [EMAIL_1]'), '[EMAIL_1] [EMAIL_2] rosa@example.com')
})

test('an answer comes back the same wherever its pieces are cut, and loses no letter', () => {
  const words = fc.constantFrom(
    '[EMAIL_1]',
    '[PHONE_1]',
    '[EMAIL_9]',
    '[',
    'EMAIL',
    '_1]',
    ' ',
    '[TEX',
    'a',
    '[[',
    '😀',
    '[OWN_',
    ']',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), fc.array(fc.nat(60), { maxLength: 10 }), (parts, cuts) => {
      const mask = makeMask(all)
      mask.out('rosa@example.com +4915112345678')
      const text = parts.join('')
      const pieces = mask.backInPieces()
      const places = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length]
      const told = places.slice(1).map((end, at) => pieces.push(text.slice(places[at], end)))
      assert.equal(told.join('') + pieces.flush(), mask.back(text))
    }),
    { numRuns: 500 },
  )
})

test('a value goes back into JSON so that it stays JSON; a text of a megabyte is masked at once', () => {
  const mask = makeMask({ ...all, own: ['"quoted"'] })
  const sent = mask.out('a "quoted" word')
  assert.deepEqual(JSON.parse(mask.back(`{"text":"${sent.slice(2, 9)}"}`, 'json')), { text: '"quoted"' })
  assert.deepEqual(mask.backIn({ to: ['[OWN_1]'], n: 1 }), { to: ['"quoted"'], n: 1 })
  const begun = performance.now()
  for (const nasty of [
    '0 '.repeat(500_000),
    'a.'.repeat(500_000),
    'a@'.repeat(500_000),
    'AB12 '.repeat(200_000),
    '('.repeat(1_000_000),
  ])
    makeMask(all).out(nasty)
  assert.ok(performance.now() - begun < 5_000, `${performance.now() - begun} ms`)
})
