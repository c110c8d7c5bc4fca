import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countWords, cutPassages } from './cut-passages.ts'
import { textOfPages } from './page-texts.ts'

const words = (count: number, word = 'word'): string => Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ')

test('a long text is parted by its headings, each passage with the trail above it', () => {
  const text = `Before.\n\n# Paying\n${words(160)}\n\n## Instalments\n\n${words(170)}\n\n### Late\n\n${words(180)}\n\n# Other\n\n${words(200)}`
  assert.deepEqual(
    cutPassages(text).map(({ heading }) => heading),
    ['', 'Paying › Instalments', 'Paying › Instalments › Late', 'Other'],
  )
})

test('short sections become one passage, in which their headings stand', () => {
  const [passage, ...others] = cutPassages('# Hours\n\nOpen.\n\n## Holidays\n\nClosed.\n\n## Christmas\n\nAsk.')
  assert.deepEqual(others, [])
  assert.deepEqual(passage, {
    heading: 'Hours',
    text: 'Open.\n\nHolidays\n\nClosed.\n\nChristmas\n\nAsk.',
    headings: 'Hours Holidays Christmas',
  })
})

test('no passage has more than 300 words, and no word of a text is lost, whatever it looks like', () => {
  const block = fc.oneof(
    fc.integer({ min: 1, max: 900 }).map((count) => words(count, 'x')),
    fc.integer({ min: 1, max: 40 }).map((count) => `${words(count, 'y')}.`),
    fc.integer({ min: 1, max: 6 }).map((level) => `${'#'.repeat(level)} Heading${level}`),
    fc.constantFrom('```\n# no heading\n\ncode\n```', '- a\n- b', ''),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 30 }), fc.constantFrom('\n\n', '\r\n\r\n'), (blocks, between) => {
      const text = blocks.join(between)
      const passages = cutPassages(text)
      for (const each of passages) assert.ok(countWords(each.text) <= 300 + 60, String(countWords(each.text)))
      const kept = passages.flatMap((each) => each.text.match(/\b[xy]\d+/g) ?? [])
      assert.deepEqual(kept, text.match(/\b[xy]\d+/g) ?? [])
    }),
    { numRuns: 200 },
  )
})

test('a text without spaces is parted by its characters, and two million characters, of words or of nothing but marks, are cut in little time', () => {
  const passages = cutPassages('漢字'.repeat(20_000))
  assert.ok(passages.every((each) => each.text.length <= 300 * 12 + 600))
  assert.equal(passages.map((each) => each.text.replaceAll(/\s/g, '')).join('').length, 40_000)
  // Of processor: a busy machine takes longer for the same.
  const begun = process.cpuUsage()
  for (const hostile of [
    `# ${'#'.repeat(1_000_000)}x`,
    '# '.repeat(500_000),
    ' '.repeat(1_000_000),
    '.\t'.repeat(500_000),
    '```\n'.repeat(200_000),
    `${'Some words that stand here, one after the other. '.repeat(40)}\n\n`.repeat(1_000),
  ])
    cutPassages(hostile)
  const { user, system } = process.cpuUsage(begun)
  assert.ok(user + system < 3e6, `${user + system} µs`)
})

test('the lines of a PDF become paragraphs and headings; numbers of pages go', () => {
  const line = 'This is a line of a paragraph that is as wide as the page is, up to here'
  const pages = [`Our terms\n${line}\n${line}\nand it ends.\nGuarantee\n${line}\n1`, 'on the next page.\nPage 2 of 2']
  assert.equal(
    textOfPages(pages),
    `## Our terms\n\n${line}\n${line}\nand it ends.\n\n## Guarantee\n\n${line}\non the next page.`,
  )
})
