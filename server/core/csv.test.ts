import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { anyCharacter } from '#test/support/any-character.ts'
import { csvLine, guardCell, unguardCell } from './csv.ts'

const hasOffice = spawnSync('soffice', ['--version']).status === 0

describe('CSV that people open in spreadsheets', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']) {
    it(`never begins a cell with ${JSON.stringify(start)}`, () => {
      assert.equal(guardCell(`${start}cmd|' /C calc'!A0`)[0], "'")
    })
  }

  it('leaves harmless cells as they are', () => {
    for (const cell of ['', 'Maya', '3-4', "O'Neill", "'quoted'", 'a@b.example']) assert.equal(guardCell(cell), cell)
  })

  it('gives every cell back unchanged, whatever is in it', () => {
    const cell = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫−]?.{0,5}$/))
    fc.assert(fc.property(cell, (text) => unguardCell(guardCell(text)) === text))
  })

  it('is read by another parser as the same cells, guarded', () => {
    const cells = fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 5 })
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

  it('opens in LibreOffice without a formula, and every cell shows the text that was entered', {
    skip: hasOffice ? false : 'LibreOffice (soffice) is not installed here',
  }, () => {
    const cells = [
      '=1+1',
      '+1+1',
      '-1-1',
      '@sum(1)',
      '\t=1+1',
      '\r=1+1',
      '\n=1+1',
      '＝1+1',
      '＋1+1',
      '－1-1',
      '＠sum(1)',
      "'=1+1",
      `=cmd|' /C calc'!A0`,
      '"=1+1"',
      'x\n=1+1',
      ' =1+1',
      ';=1+1',
    ]
    const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-office-'))
    try {
      writeFileSync(path.join(folder, 'out.csv'), csvLine(['cell', 'of']) + cells.map((cell) => csvLine([cell, 'x'])).join(''))
      execFileSync('soffice', [
        `-env:UserInstallation=file://${folder}/user`,
        '--headless',
        // Comma, quotes, UTF-8, and «=» read as a formula, as a double click does.
        '--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,-1,true',
        '--convert-to',
        'fods',
        '--outdir',
        folder,
        path.join(folder, 'out.csv'),
      ])
      const sheet = readFileSync(path.join(folder, 'out.fods'), 'utf8')
      assert.doesNotMatch(sheet, /table:formula=/)
      assert.equal(sheet.match(/office:value-type="string"/g)?.length, 2 * (cells.length + 1))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
