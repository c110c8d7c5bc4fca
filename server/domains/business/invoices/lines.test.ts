import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#core/errors.ts'
import { splitTaxes } from '#shapes/gst.ts'
import { mostMinor } from '#shapes/money.ts'
import { plainDecimal, priceLines, sumTaxes, WrittenLine, WrittenLines } from './lines.ts'

const decimal = (most: number) =>
  fc
    .tuple(fc.nat(most), fc.nat(999), fc.integer({ min: 0, max: 3 }))
    .map(([whole, fraction, digits]) =>
      digits === 0 ? `${whole}` : `${whole}.${String(fraction).padStart(3, '0').slice(0, digits)}`,
    )

const line = fc
  .record({
    description: fc.constant('x'),
    quantity: decimal(9_999).filter((text) => Number(text) > 0),
    unitMinor: fc.nat(1_000_000),
    taxRate: decimal(99),
  })
  .map((written) => WrittenLine.parse(written))
const lines = fc.array(line, { minLength: 1, maxLength: 100 })

test('on any invoice the lines add up to the total', () => {
  fc.assert(
    fc.property(lines, (written) => {
      const priced = priceLines(written)
      const sum = (of: (each: (typeof priced.lines)[number]) => number): number =>
        priced.lines.reduce((all, each) => all + of(each), 0)
      assert.equal(
        priced.subtotal_minor,
        sum(({ amount_minor }) => amount_minor),
      )
      assert.equal(
        priced.tax_minor,
        sum(({ tax_minor }) => tax_minor),
      )
      assert.equal(priced.total_minor, priced.subtotal_minor + priced.tax_minor)
      assert.equal(
        priced.taxes.reduce((all, tax) => all + tax.tax_minor, 0),
        priced.tax_minor,
      )
      assert.equal(
        priced.taxes.reduce((all, tax) => all + tax.base_minor, 0),
        priced.subtotal_minor,
      )
      assert.equal(new Set(priced.taxes.map(({ rate }) => rate)).size, priced.taxes.length)
      assert.deepEqual(sumTaxes(priced.lines), priced.taxes)
      for (const place of ['27', '29'] as const)
        assert.equal(
          splitTaxes(priced.taxes, { supplier: '27', place }).reduce((all, part) => all + part.tax_minor, 0),
          priced.tax_minor,
          'the parts of the tax are the tax, within a state and between two',
        )
    }),
    { numRuns: 300 },
  )
})

test('each amount and each tax lies within half a unit of the exact one, and a half goes up', () => {
  fc.assert(
    fc.property(line, (written) => {
      const { lines } = priceLines([written])
      const exact = (text: string): bigint => {
        const [whole = '', fraction = ''] = text.split('.')
        return BigInt(whole + fraction.padEnd(3, '0'))
      }
      const amount = BigInt(lines[0]?.amount_minor ?? -1)
      const off = 2n * (amount * 1_000n - exact(written.quantity) * BigInt(written.unitMinor))
      assert.ok(off > -1_000n && off <= 1_000n, `${off}`)
      const tax = BigInt(lines[0]?.tax_minor ?? -1)
      const taxOff = 2n * (tax * 100_000n - amount * exact(written.taxRate))
      assert.ok(taxOff > -100_000n && taxOff <= 100_000n, `${taxOff}`)
    }),
  )
  const one = (quantity: string | number, unitMinor: number, taxRate: string | number = 0) => {
    const [priced] = priceLines(WrittenLines.parse([{ description: 'x', quantity, unitMinor, taxRate }])).lines
    return [priced?.amount_minor, priced?.tax_minor]
  }
  assert.deepEqual(one('0.5', 1), [1, 0])
  assert.deepEqual(one('0.499', 1), [0, 0])
  assert.deepEqual(one('1.005', 100), [101, 0]) // as floats, 100.49999999999999
  assert.deepEqual(one(1.1, 10, 15), [11, 2]) // 1.65
  assert.deepEqual(one('3', 50, '5'), [150, 8]) // 7.5
  assert.deepEqual(one(0.1, 3, 0), [0, 0])
  assert.deepEqual(one('2.500', 3333, '19.000'), [8333, 1583])
})

test('a quantity or a rate is a plain decimal of at most three digits behind the point, and more than nothing', () => {
  const isTaken = (quantity: unknown, taxRate: unknown = '0') =>
    WrittenLine.safeParse({ description: 'x', quantity, unitMinor: 1, taxRate }).success
  for (const good of ['1', '0.001', '999999999.999', 1, 0.25, ' 2 ']) assert.ok(isTaken(good), String(good))
  for (const bad of [
    '',
    '0',
    '0.000',
    '-1',
    '1.0001',
    '1e3',
    '1,5',
    '.5',
    '1.',
    '0x10',
    'NaN',
    -1,
    0,
    1e21,
    Number.NaN,
    null,
    true,
    '１',
  ])
    assert.ok(!isTaken(bad), String(bad))
  for (const good of ['0', '19', '7.7', '100', '100.000', 8.875]) assert.ok(isTaken('1', good), String(good))
  for (const bad of ['100.001', '-1', '101', '19%']) assert.ok(!isTaken('1', bad), String(bad))
})

test('a total beyond Foyer’s limit is refused, not cut off', () => {
  const big = WrittenLine.parse({ description: 'x', quantity: '1', unitMinor: mostMinor, taxRate: '0' })
  assert.equal(priceLines([big]).total_minor, mostMinor)
  for (const written of [[big, { ...big, unitMinor: 1 }], [{ ...big, quantity: '1.001' }], [{ ...big, taxRate: '0.001' }]])
    assert.throws(
      () => priceLines(written),
      (error) => error instanceof Failure && error.code === 'invoice_too_large',
    )
})

test('zeros that say nothing are not shown', () => {
  for (const [text, plain] of Object.entries({ '2.000': '2', '2.500': '2.5', '0.010': '0.01', '100': '100', '019.000': '19' }))
    assert.equal(plainDecimal(text), plain)
})
