import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bankNumberFault,
  euCountries,
  taxNumberFault,
  type taxNumberKinds,
  taxNumbersOf,
  tidyNumber,
  vatPrefixOf,
  writeBankNumber,
} from './business-numbers.ts'
import { contrastOf, inkOn, leastContrast, readableOn } from './colours.ts'
import { vatRules } from './vat-ids.ts'

test('the VAT ID of each country is taken as it is written there, and refused with a digit too few or a wrong one', () => {
  for (const [prefix, { example, shape, check }] of Object.entries(vatRules)) {
    assert.equal(taxNumberFault('vat', tidyNumber(` ${example.toLowerCase().replace(/(.{4})/g, '$1 ')}`), null), null, prefix)
    assert.ok(taxNumberFault('vat', example.slice(0, -1), null), prefix)
    assert.ok(shape.test(example.slice(2)) && check, prefix)
    // Of all numbers with one other digit nearly all are found.
    const others = [...example.slice(2)].flatMap((sign, at) =>
      /\d/.test(sign)
        ? [...'0123456789']
            .filter((digit) => digit !== sign)
            .map((digit) => example.slice(2, 2 + at) + digit + example.slice(3 + at))
        : [],
    )
    const missed = others.filter((number) => shape.test(number) && check(number))
    assert.ok(missed.length <= others.length / 4, `${prefix}: ${missed.join(' ')}`)
  }
})

test('further forms of a country are taken: of persons, of groups, of old and of new', () => {
  for (const number of [
    'FR23334175221',
    'FRK7399859412',
    'ESX5910266W',
    'ES54362315K',
    'IE8D79739I',
    'IE1234567FA',
    'LT100001919017',
  ])
    assert.equal(taxNumberFault('vat', number, null), null, number)
  for (const number of [
    'NL123456782B12',
    'NL000099998B57',
    'GB802311782',
    'GBGD001',
    'XI980780684',
    'CZ640903926',
    'BG7501010010',
  ])
    assert.equal(taxNumberFault('vat', number, null), null, number)
  assert.deepEqual(taxNumberFault('vat', 'FR4030326504', 'FR'), { fault: 'form', example: 'FR40303265045' })
  assert.deepEqual(taxNumberFault('vat', '40303265045', 'FR'), { fault: 'form', example: 'FR40303265045' })
  assert.equal(vatPrefixOf('GR'), 'EL')
  assert.ok(euCountries.every((country) => vatPrefixOf(country) !== null && taxNumbersOf(country)[0] === 'vat'))
  assert.deepEqual([taxNumbersOf('IN'), taxNumbersOf('US'), taxNumbersOf('JP')], [['gstin', 'pan'], ['ein'], ['other']])
})

test('numbers of registers and tax offices are checked as they publish it', () => {
  const right = { gstin: '27AAPFU0939F1ZV', pan: 'AAPFU0939F', utr: '1955839661', company: 'SC123456', siret: '73282932000074' }
  const more = { steuernummer: '2181508150', ein: '123456789', uid: 'CHE100155212MWST', abn: '51824753556', other: 'ÄB12' }
  for (const [kind, number] of Object.entries({ ...right, ...more }))
    assert.equal(taxNumberFault(kind as (typeof taxNumberKinds)[number], number, null), null, kind)
  const wrong = {
    gstin: '27AAPFU0939F1ZW',
    utr: '2955839661',
    siret: '73282932000075',
    uid: 'CHE100155213',
    abn: '51824753557',
  }
  for (const [kind, number] of Object.entries(wrong))
    assert.equal(taxNumberFault(kind as (typeof taxNumberKinds)[number], number, null)?.fault, 'check_digit', kind)
})

test('bank details are checked, and written as people write them', () => {
  for (const iban of ['DE89370400440532013000', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606', 'NO9386011117947'])
    assert.equal(bankNumberFault('iban', iban), null, iban)
  assert.equal(bankNumberFault('iban', 'DE89370400440532013001')?.fault, 'check_digit')
  assert.equal(bankNumberFault('iban', 'ZZ89370400440532013000')?.fault, 'check_digit')
  assert.equal(bankNumberFault('iban', 'DE8937040044053201300')?.fault ?? 'none', 'check_digit')
  assert.equal(bankNumberFault('routing', '021000021'), null)
  assert.equal(bankNumberFault('routing', '021000022')?.fault, 'check_digit')
  assert.equal(bankNumberFault('ifsc', 'HDFC1000001')?.fault, 'form')
  assert.equal(bankNumberFault('bic', 'COBADEFF'), null)
  assert.equal(writeBankNumber('iban', 'DE89370400440532013000'), 'DE89 3704 0044 0532 0130 00')
  assert.equal(writeBankNumber('sort_code', '200000'), '20-00-00')
})

test('any colour can be read on any ground once it is shown as it can be', () => {
  for (let step = 0; step < 4_096; step += 7) {
    const colour = `#${[...step.toString(16).padStart(3, '0')].map((sign) => sign + sign).join('')}`
    assert.ok(contrastOf(inkOn(colour), colour) >= leastContrast, colour)
    for (const ground of ['#ffffff', '#f3f4f6', '#222529', '#171513'])
      assert.ok(contrastOf(readableOn(colour, ground), ground) >= leastContrast, `${colour} on ${ground}`)
  }
  assert.equal(readableOn('#1f5f4c', '#ffffff'), '#1f5f4c', 'one that can be read stays as it is')
})
