import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type GstPlace, gstPlaces, isTaxCode, placeOfGstin, splitTaxes } from './gst.ts'

const rate = fc
  .integer({ min: 1, max: 100_000 })
  .map((thousandths) =>
    `${Math.floor(thousandths / 1_000)}.${String(thousandths % 1_000).padStart(3, '0')}`.replace(/\.?0+$/, ''),
  )
const taxes = fc.array(fc.record({ rate, base_minor: fc.maxSafeNat(), tax_minor: fc.maxSafeNat() }), { maxLength: 8 })
const place = fc.constantFrom(...(Object.keys(gstPlaces) as GstPlace[]))
/** A decimal in ten-thousandths. */
const exact = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

test('the parts of a tax add up to it to the paisa, of any sum and at any rate, and so do their rates', () => {
  fc.assert(
    fc.property(taxes, place, fc.option(place), (given, where, supplier) => {
      for (const tax of given) {
        const parts = splitTaxes([tax], { supplier, place: where })
        if (tax.tax_minor === 0) {
          assert.deepEqual(parts, [])
          continue
        }
        assert.equal(
          parts.reduce((sum, part) => sum + BigInt(part.tax_minor), 0n),
          BigInt(tax.tax_minor),
        )
        assert.equal(
          parts.reduce((sum, part) => sum + exact(part.rate), 0n),
          exact(tax.rate),
        )
        assert.ok(parts.every((part) => part.base_minor === tax.base_minor))
        if (supplier !== where) assert.deepEqual(parts, [{ ...tax, kind: 'igst' }])
        else assert.ok([0, 1].includes((parts[0]?.tax_minor ?? -9) - (parts[1]?.tax_minor ?? 0)))
      }
      assert.deepEqual(
        splitTaxes(given, { supplier, place: where }),
        given.flatMap((tax) => splitTaxes([tax], { supplier, place: where })),
      )
    }),
    { numRuns: 500 },
  )
})

test('a state has a tax of its own, a territory without a legislature another, and what crosses a border is one tax', () => {
  const kindsOf = (supplier: GstPlace | null, where: GstPlace) =>
    splitTaxes([{ rate: '18', base_minor: 10_000, tax_minor: 1_801 }], { supplier, place: where }).map(
      ({ kind, rate: of, tax_minor }) => `${kind} ${of} ${tax_minor}`,
    )
  assert.deepEqual(kindsOf('27', '27'), ['cgst 9 901', 'sgst 9 900'], 'the central tax has the odd paisa')
  assert.deepEqual(kindsOf('07', '07'), ['cgst 9 901', 'sgst 9 900'])
  assert.deepEqual(kindsOf('04', '04'), ['cgst 9 901', 'utgst 9 900'])
  assert.deepEqual(kindsOf('97', '97'), ['cgst 9 901', 'utgst 9 900'])
  for (const [supplier, where] of [
    ['27', '29'],
    ['27', '96'],
    [null, '27'],
  ] as const)
    assert.deepEqual(kindsOf(supplier, where), ['igst 18 1801'])
  assert.deepEqual(
    splitTaxes([{ rate: '0.25', base_minor: 1, tax_minor: 1 }], { supplier: '24', place: '24' }).map(({ rate: of }) => of),
    ['0.125', '0.125'],
  )
})

test('the place of a GSTIN is that of today, and none for one that was given abroad', () => {
  assert.equal(placeOfGstin('27AAPFU0939F1ZV'), '27')
  assert.deepEqual([placeOfGstin('25AAPFU0939F1Z0'), placeOfGstin('28AAPFU0939F1Z0')], ['26', '37'])
  assert.equal(placeOfGstin('9917AAA00001OSZ'), null)
})

test('a code is an HSN of 4, 6 or 8 digits or a SAC of 6', () => {
  for (const good of ['9403', '940310', '94031010', '998391', '0101']) assert.ok(isTaxCode(good), good)
  for (const bad of ['', '94', '94031', '9403101', '940310100', '9983', '99839100', '0012', 'ABCD', '94 03', '९४०३'])
    assert.ok(!isTaxCode(bad), bad)
})
