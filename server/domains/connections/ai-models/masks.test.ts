import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dataBlock } from './hostile-texts.ts'
import { makeMask } from './masks.ts'
import type { MaskRules } from './secret-spans.ts'

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
    'on 2026-11-26, 26.11.2026, 1250050 minor, 1234567890123456, RE-2026-0001234, XY-0123456',
  ])
    assert.equal(makeMask(all).out(harmless), harmless)
  const noIban = 'DE00 3704 0044 0532 0130 00'
  assert.equal(makeMask({ ...all, phones: false }).out(noIban), noIban)
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

test('a value goes back into JSON so that it stays JSON; texts of half a megabyte are masked at once', () => {
  const mask = makeMask({ ...all, own: ['"quoted"'] })
  const sent = mask.out('a "quoted" word')
  assert.deepEqual(JSON.parse(mask.back(`{"text":"${sent.slice(2, 9)}"}`, 'json')), { text: '"quoted"' })
  assert.deepEqual(mask.backIn({ to: ['[OWN_1]'], n: 1 }), { to: ['"quoted"'], n: 1 })
  const begun = process.cpuUsage()
  for (const nasty of [
    '0 '.repeat(250_000),
    'a.'.repeat(250_000),
    'a@'.repeat(250_000),
    'AB12 '.repeat(100_000),
    '('.repeat(500_000),
    '4'.repeat(500_000),
    '4 '.repeat(250_000),
    'DE89'.repeat(125_000),
    `<data>${'"\\n4111'.repeat(50_000)}`,
    '[EMAIL_'.repeat(50_000),
  ])
    makeMask(all).out(nasty)
  // Of the processor: the machine may have more to do.
  const { user } = process.cpuUsage(begun)
  assert.ok(user < 10_000_000, `${user} µs`)
})

const emails = ['rosa2@example.com', '01980000-0000-7000-8000-000000000000@example.com']
const cards = [
  ...['4111 1111 1111 1111', '4111.1111.1111.1111', '4111/1111/1111/1111', '4111\u00a01111\u00a01111\u00a01111'],
  ...['4111–1111–1111–1111', '4111  1111  1111  1111', '4111\u200b1111\u200b1111\u200b1111', '378282246310005'],
]
const phones = [
  '+49 170 1234567',
  '0049 170 1234567',
  '(415) 555-0132',
  '9876543210',
  '+49 (0)170 1234567',
  '0170/1234567',
  '98765 43210',
]
const ibans = ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00', 'DE89-3704-0044-0532-0130-00', 'BE68 5390 0754 7034']
const secrets = { emails, cards, phones, ibans } as const
const befores = ['', '\n', '\t', '\r\n', '"', "'", '\\', '\\n', ': ', '- ', '<', '\u00a0', '(']

/** Nothing of it but a digit or two. */
const isHidden = (sent: string, secret: string): boolean =>
  secret.includes('@')
    ? !sent.includes('rosa2') && !sent.includes('@')
    : !/\d{3}/.test(sent.replace(/\\u003c|\[[A-Z]+_\d+\]/g, ''))

for (const [kind, values] of Object.entries(secrets))
  test(`${kind} are hidden whatever stands before them, alone and as values of data, and come back`, () => {
    for (const secret of values)
      for (const before of befores) {
        const text = `My own:${before}${secret}\nGreetings`
        const mask = makeMask(all)
        const sent = mask.out(text)
        assert.ok(isHidden(sent, secret), JSON.stringify([text, sent]))
        assert.equal(mask.back(sent), text)
        const data = { of: { [text]: [text, 12] }, text }
        const block = mask.out(`Read:\n${dataBlock(data)}`)
        assert.ok(isHidden(block, secret), JSON.stringify([text, block]))
        assert.equal(block, `Read:\n${dataBlock(mask.outIn(data) as typeof data)}`)
        assert.deepEqual(mask.backIn(JSON.parse(block.slice(13, -8))), data)
        // What was cut is no JSON any more.
        assert.ok(isHidden(mask.out(`${dataBlock(data).slice(0, -12)}…\n</data>`), secret))
      }
  })

test('an email behind a line, a quote or a bullet is put back as it is; behind a backslash as no address', () => {
  for (const before of ['\n', '\t', '"', "'", '-', '•', '<', '(', 'mailto:']) {
    const mask = makeMask(all)
    const sent = mask.out(dataBlock({ text: `Call ${before}rosa2@example.com` }))
    assert.match(sent, /\[EMAIL_1\]/)
    assert.deepEqual(mask.backIn({ to: '[EMAIL_1]' }), { to: 'rosa2@example.com' }, JSON.stringify(before))
  }
  const mask = makeMask(all)
  mask.out(String.raw`{"text": "Call\nrosa2@example.com"}`)
  assert.equal(mask.back('[EMAIL_1]'), String.raw`\nrosa2@example.com`)
})

test('a card is found among other digits, behind what looks like an IBAN, glued to a word, and as a number of data', () => {
  for (const [text, left] of [
    ['card4111111111111111', 'card[CARD_1]'],
    ['AB12 4111 1111 1111 1111', 'AB12 [CARD_1]'],
    ['12 4111 1111 1111 1111', '12 [CARD_1]'],
    ['4111 1111 1111 1111 12/27 123', '[CARD_1] 12/27 123'],
    ['004111111111111111199', '00[CARD_1]199'],
    ['5555555555554444 4111111111111111', '[CARD_1] [CARD_2]'],
  ] as const)
    assert.equal(makeMask({ ...all, own: [], phones: false }).out(text), left)
  assert.equal(
    makeMask(all).out(dataBlock({ card: 4111111111111111, amount_minor: 4111111111111111 })),
    '<data>\n{"card":"[CARD_1]","amount_minor":4111111111111111}\n</data>',
  )
})

test('of any text, all that was hidden comes back to the letter', () => {
  const words = fc.oneof(
    fc.constantFrom(...emails, ...cards, ...phones, ...ibans, '[EMAIL_1]', '[CARD_1', 'KD-1234', '2026-11-26', '26.11.2026'),
    fc.constantFrom(' ', '\n', '-', '/', '.', '+', '0', '(', '"', '\\', '4', '<data>', '</data>', 'DE89', 'é', '😀'),
    fc.string({ maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const mask = makeMask(all)
      const isPlain = !text.includes('<data>')
      const sent = mask.out(text)
      if (isPlain) assert.equal(mask.back(sent), text)
      assert.deepEqual(mask.backIn(JSON.parse(JSON.stringify(mask.outIn({ text })))), { text })
    }),
    { numRuns: 3_000 },
  )
})
