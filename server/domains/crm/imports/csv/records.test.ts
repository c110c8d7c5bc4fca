import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { byteCounter, type Encoding } from './encodings.ts'
import { type CsvRecord, longestRecord, type MeasuredRecord, readRecords, recordsIn } from './records.ts'

const comma = { delimiter: ',', quote: '"' }
const cellsOf = (records: readonly CsvRecord[]): string[][] => records.map((record) => [...record.cells])

async function* inPieces(text: string, cuts: readonly number[]): AsyncGenerator<string> {
  let at = 0
  for (const cut of cuts) {
    yield text.slice(at, at + cut)
    at += cut
  }
  yield text.slice(at)
}

const collect = async (
  pieces: AsyncIterable<string>,
  dialect = comma,
  encoding: Encoding = 'utf-8',
): Promise<MeasuredRecord[]> => {
  const records: MeasuredRecord[] = []
  const measure = byteCounter(encoding, true)
  assert.ok(measure)
  for await (const some of readRecords(pieces, dialect, measure)) records.push(...some)
  return records
}

const cell = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', ' ', '"', 'a"b', 'a,b', 'line\nbreak', 'two\r\nlines', 'ü€😀', ';', '\t'),
)
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const delimiter = fc.constantFrom(',', ';', '\t', '|')
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

describe('reading CSV', () => {
  it('gives back every table that was written, with every delimiter and line end, however it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiter,
        lineEnd,
        fc.boolean(),
        fc.array(fc.nat(9), { maxLength: 12 }),
        async (rows, by, end, last, cuts) => {
          const text = rows.map((row) => row.map(quoted).join(by)).join(end) + (last ? end : '')
          const records = await collect(inPieces(text, cuts), { delimiter: by, quote: '"' })
          assert.deepEqual(cellsOf(records), rows)
          assert.ok(records.every((record) => record.fault === null))
        },
      ),
    )
  })

  it('agrees with csv-parse on well-formed files', () => {
    const bare = fc.stringMatching(/^[^",\r\n]{1,6}$/)
    const either = fc.oneof(bare, cell.map(quoted))
    fc.assert(
      fc.property(fc.array(fc.array(either, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map((row) => row.join(',')).join('\n')
        const theirs = parse(text, { record_delimiter: '\n', relax_column_count: true }) as string[][]
        assert.deepEqual(cellsOf(recordsIn(text, comma, true).records), theirs)
      }),
    )
  })

  for (const encoding of ['utf-8', 'utf-16le', 'windows-1252'] as const) {
    it(`knows to the byte where each record ends in ${encoding}`, async () => {
      const toBytes = (text: string) =>
        encoding === 'windows-1252' ? Buffer.from(text, 'latin1') : Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le')
      const letters =
        encoding === 'windows-1252'
          ? fc.stringMatching(/^[\xa0-\xffa-z,"\n]{0,8}$/)
          : fc.string({ unit: 'grapheme', maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(letters, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
          fc.array(fc.nat(20), { maxLength: 8 }),
          async (rows, cuts) => {
            const lines = rows.map((row) => `${row.map(quoted).join(',')}\r\n`)
            const records = await collect(inPieces(lines.join(''), cuts), comma, encoding)
            assert.deepEqual(
              records.map((record) => record.bytes),
              lines.map((line) => toBytes(line).length),
            )
          },
        ),
      )
    })
  }

  it('loses one line to a quotation mark that is never closed, and continues behind it', () => {
    const { records } = recordsIn('a,b\n1,"open\n2,fine\n3,"quoted"\n', comma, true)
    assert.deepEqual(
      records.map(({ cells, fault }) => ({ cells, fault })),
      [
        { cells: ['a', 'b'], fault: null },
        { cells: ['1,"open'], fault: 'text_after_quote' },
        { cells: ['2', 'fine'], fault: null },
        { cells: ['3', 'quoted'], fault: null },
      ],
    )
    assert.deepEqual(
      recordsIn('1,"open\n2,fine', comma, true).records.map(({ cells, fault }) => ({ cells, fault })),
      [
        { cells: ['1,"open'], fault: 'quote_open' },
        { cells: ['2', 'fine'], fault: null },
      ],
    )
  })

  it('gives an open quotation mark up after a bounded stretch of text', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => `${n},some words of text`).join('\n')
    const records = await collect(inPieces(`1,"open\n${lines}`, Array(40).fill(65_536)))
    assert.equal(records.length, 60_001)
    assert.equal(records.filter((record) => record.fault !== null).length, 1)
    assert.ok(lines.length > longestRecord)
  })

  it('never throws, never loses a character and always ends, whatever the bytes', async () => {
    const nasty = fc
      .array(fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', '""', '"a"b'), { maxLength: 60 })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(nasty, fc.array(fc.nat(7), { maxLength: 10 }), async (text, cuts) => {
        const whole = recordsIn(text, comma, true)
        assert.equal(whole.length, text.length)
        assert.deepEqual(cellsOf(await collect(inPieces(text, cuts))), cellsOf(whole.records))
      }),
    )
  })
})
