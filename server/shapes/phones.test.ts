import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { readPhone, readWithLibrary } from '#shapes/phones.ts'

const countries = getCountries()

const read: [text: string, country: string | null, e164: string][] = [
  ['+4915112345678', null, '+4915112345678'],
  ['+49 151 1234-5678', null, '+4915112345678'],
  ['+49 (0) 151 12345678', null, '+4915112345678'],
  ['0151 12345678', 'DE', '+4915112345678'],
  ['0049 151 12345678', 'DE', '+4915112345678'],
  ['12125551234', 'US', '+12125551234'],
  ['+4915112345678', 'US', '+4915112345678'],
  ['(212) 555-1234', 'US', '+12125551234'],
  ['1 212 555 1234', 'US', '+12125551234'],
  ['011 44 20 7946 0958', 'US', '+442079460958'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['+39 06 698 12345', null, '+390669812345'],
  ['8 (912) 345-67-89', 'RU', '+79123456789'],
  ['tel:+12125551234', null, '+12125551234'],
  ['+1 212 555 1234 ext. 89', null, '+12125551234'],
  ['＋４９１５１１２３４５６７８', null, '+4915112345678'],
  ['+٤٩١٥١١٢٣٤٥٦٧٨', null, '+4915112345678'],
  ['  +12125551234  ', null, '+12125551234'],
  ['+800 1234 5678', null, '+80012345678'],
]
for (const [text, country, e164] of read) {
  test(`${text} is ${e164}${country ? ` in ${country}` : ''}`, () => assert.equal(readPhone(text, country)?.e164, e164))
}

test('a value that cannot be a number is none', () => {
  const none: [string, string | null][] = [
    ['', null],
    ['abc', 'US'],
    ['12', 'US'],
    ['+', null],
    ['+1', null],
    ['+1 212 555', null],
    ['+1 212 555 12345 6789', null],
    ['+999 123456789', null],
    ['+0123456789', null],
    ['0151 12345678', null],
    ['0151 12345678', 'XX'],
    ['+49151123456789012345', null],
    ['n/a', 'DE'],
    ['+'.repeat(250), null],
    ['1'.repeat(60_000), 'US'],
    ['+49 '.repeat(10_000), 'DE'],
  ]
  for (const [text, country] of none) assert.equal(readPhone(text, country), null, text.slice(0, 40))
})

const onePerson: [who: string, country: string | null, texts: string[]][] = [
  [
    "Brazil's mobiles with and without the ninth digit",
    'BR',
    ['+55 11 98765-5678', '+55 11 8765-5678', '(11) 98765-5678', '(11) 8765-5678', '011 98765-5678', '5511987655678'],
  ],
  [
    "Mexico's mobiles with and without the 1",
    'MX',
    [
      '+52 55 1234 5678',
      '+52 1 55 1234 5678',
      '+5215512345678',
      '55 1234 5678',
      '5215512345678',
      '1 55 1234 5678',
      '044 55 1234 5678',
      '045 55 1234 5678',
      '01 55 1234 5678',
    ],
  ],
  [
    "Argentina's mobiles with and without the 9 and the 15",
    'AR',
    ['+54 9 11 2345-6789', '+54 11 2345-6789', '011 15 2345-6789', '+54 11 15 2345 6789', '11 2345-6789', '5491123456789'],
  ],
]
for (const [who, country, texts] of onePerson) {
  test(`${who} are one contact`, () => {
    const keys = new Set(texts.map((text) => readPhone(text, country)?.key))
    assert.equal(keys.size, 1)
    assert.notEqual([...keys][0], undefined)
  })
}

test("Argentina's 9 makes no difference in any area", () => {
  for (const area of ['11', '221', '2901', '351', '3894']) {
    const rest = '23456789'.slice(area.length - 2)
    assert.equal(readPhone(`+54 9 ${area} ${rest}`, null)?.key, `+54${area}${rest}`)
    assert.equal(readPhone(`+54 ${area} ${rest}`, null)?.key, `+54${area}${rest}`)
  }
})

test("Mexico's +52 1, which libphonenumber calls impossible, is read when it comes alone and stored without the 1", () => {
  assert.equal(parsePhoneNumberFromString('+5215512345678')?.isPossible(), false)
  for (const country of [null, 'MX', 'US', 'DE'])
    assert.deepEqual(readPhone('+52 1 55 1234 5678', country), { e164: '+525512345678', key: '+525512345678' })
})

test('other people stay other people', () => {
  const pairs: [string, string][] = [
    ['+551132345678', '+5511932345678'], // a landline of São Paulo and a mobile that ends alike
    ['+558005551234', '+5580905551234'], // a free number
    ['+525512345678', '+525512345679'],
    ['+541123456789', '+541123456780'],
    ['+15551234567', '+5215551234567'],
    ['+4915112345678', '+49915112345678'],
  ]
  for (const [one, other] of pairs) assert.notEqual(readPhone(one, null)?.key, readPhone(other, null)?.key, `${one} ${other}`)
})

test('the stored number and the key read as themselves, whatever the country of the workspace', () => {
  for (const country of countries) {
    const example = getExampleNumber(country, examples)
    assert.ok(example, country)
    for (const text of [example.number, example.formatInternational(), example.formatNational(), example.nationalNumber]) {
      const phone = readPhone(text, country)
      assert.ok(phone, `${country} ${text}`)
      for (const other of [null, country, 'US', 'DE', 'BR', 'MX', 'AR']) {
        assert.deepEqual(readPhone(phone.e164, other), phone)
        assert.equal(readPhone(phone.key, other)?.key, phone.key)
      }
    }
  }
})

// The short way must say what the library says, for plain numbers of every country.
const country = fc.constantFrom<CountryCode>(...countries)
const separators = fc.constantFrom('', '', '', ' ', '-', '.', ' (', ') ', '/')
const spaced = (digits: string) =>
  fc
    .array(separators, { minLength: digits.length, maxLength: digits.length })
    .map((gaps) => [...digits].map((digit, i) => digit + gaps[i]).join(''))
const digits = fc.stringMatching(/^[0-9]{1,18}$/)
const likeAnExample = fc
  .tuple(country, fc.constantFrom('', '0', '1', '8', '9', '00', '15'), digits, fc.nat(16))
  .map(([of, trunk, tail, keep]) => {
    const example = getExampleNumber(of, examples)?.nationalNumber ?? ''
    return { of, national: `${trunk}${example.slice(0, keep)}${tail.slice(0, Math.max(0, example.length - keep))}` }
  })

test('plain numbers are read as libphonenumber reads them', () => {
  let possible = 0
  const agree = (text: string, defaultCountry: string | null) => {
    const phone = readPhone(text, defaultCountry)
    if (phone) possible++
    assert.deepEqual(phone, readWithLibrary(text, defaultCountry), `${JSON.stringify(text)} in ${defaultCountry}`)
  }
  fc.assert(
    fc.property(
      likeAnExample.chain(({ of, national }) =>
        fc.tuple(fc.constant(of), spaced(national), spaced(`${getCountryCallingCode(of)}${national}`)),
      ),
      country,
      ([of, national, whole], other) => {
        agree(`+${whole}`, null)
        agree(`+${whole}`, other)
        agree(whole, of)
        agree(national, of)
        agree(national, other)
        agree(national, null)
      },
    ),
    { numRuns: 3000 },
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[+ ]?[0-9]{3,16}$/), country, (text, of) => {
      agree(text, of)
      agree(text, null)
    }),
    { numRuns: 5000 },
  )
  assert.ok(possible > 5000, `only ${possible} were numbers`)
})

test('odd texts are read as libphonenumber reads them', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'+0123456789 -.()/~xX#;,٤４＋ext:tel'), maxLength: 24 }),
      country,
      (text, of) => {
        assert.deepEqual(readPhone(text, of), readWithLibrary(text, of))
        assert.deepEqual(readPhone(text, null), readWithLibrary(text, null))
      },
    ),
    { numRuns: 5000 },
  )
})

test('numbers are stored in E.164, as the library writes them', () => {
  fc.assert(
    fc.property(likeAnExample, ({ of, national }) => {
      const phone = readPhone(national, of)
      if (!phone) return
      assert.match(phone.e164, /^\+[1-9]\d{3,19}$/)
      assert.match(phone.key, /^\+[1-9]\d{3,19}$/)
      const number = parsePhoneNumberFromString(national, of)
      if (number?.isPossible()) assert.equal(phone.e164, number.number)
    }),
  )
})

test('no text, however made, takes long to refuse', () => {
  for (const text of [
    '1 '.repeat(125),
    '('.repeat(250),
    '1-'.repeat(125),
    `+${' '.repeat(248)}1`,
    '~'.repeat(250),
    '1,'.repeat(125),
    'x1'.repeat(125),
    `1${' '.repeat(200)}ext`,
    ' '.repeat(65_000),
  ]) {
    const start = performance.now()
    readPhone(text, 'US')
    assert.ok(performance.now() - start < 100, `${text.slice(0, 10)} took ${performance.now() - start} ms`)
  }
})
