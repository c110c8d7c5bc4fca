import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvLine, guardCell, unguardCell } from './csv.ts'

describe('CSV that people open in spreadsheets', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    it(`never begins a cell with ${JSON.stringify(start)}`, () => {
      assert.equal(guardCell(`${start}cmd|' /C calc'!A0`)[0], "'")
    })
  }

  it('leaves harmless cells as they are', () => {
    for (const cell of ['', 'Maya', '3-4', "O'Neill", "'quoted'", 'a@b.example']) assert.equal(guardCell(cell), cell)
  })

  it('gives every cell back unchanged, whatever is in it', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^'{0,3}[=+\-@\t\r]?.{0,5}$/))
    fc.assert(fc.property(cell, (text) => unguardCell(guardCell(text)) === text))
  })

  it('is read by another parser as the same cells, guarded', () => {
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map(csvLine).join('')
        const read = parse(text, { record_delimiter: '\r\n', relax_column_count: true, skip_empty_lines: false }) as string[][]
        assert.deepEqual(
          read,
          rows.map((row) => row.map(guardCell)),
        )
      }),
    )
  })
})
