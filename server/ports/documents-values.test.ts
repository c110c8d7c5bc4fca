import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { typstDocuments } from '../providers/typst/documents.ts'
import type { ValuesDocument } from './documents.ts'

const documents = typstDocuments()
const paper = pdfPaper()
after(() => Promise.all([documents.close(), paper.close()]))

type Box = ValuesDocument['pages'][number]['boxes'][number]
const box = (id: string, text: string, more: Partial<Box> = {}): Box => ({
  ...{ id, text, sizePt: 10, align: 'left', fromTop: false, x: 20, y: 20, width: 100, height: 14 },
  ...more,
})
const set = (pages: readonly (readonly Box[])[], mark: string | null = null) =>
  documents.setValues(
    {
      ...{ language: 'en', title: 'Order', date: '2026-11-24', mark },
      pages: pages.map((boxes, at) => ({ widthPt: 300 + at, heightPt: 200 - at, boxes, frames: [] })),
    },
    'org',
  )

test('values stand on pages of the sizes that are wanted, each as it is, in any letters', async () => {
  const words = ['{{OTHER}}', '#let x = *1*', '\\ $y$ <too-long>', 'Ευκλείδης 김', 'Жанна 東京', 'Ünal "quoted"']
  const boxes = words.map((text, at) => box(`b${at}`, text, { y: 10 + at * 25, width: 200, height: 20 }))
  const { pdf, tooLong } = await set([boxes, [], [box('last', 'Last')]])
  assert.deepEqual(tooLong, [])
  const pages = await paper.pagesOf(pdf, 'org')
  assert.deepEqual(
    pages.map(({ widthPt, heightPt }) => [Math.round(widthPt), Math.round(heightPt)]),
    [
      [300, 200],
      [301, 199],
      [302, 198],
    ],
  )
  for (const text of words) assert.ok(pages[0]?.text.includes(text), `${text} in ${pages[0]?.text}`)
  assert.deepEqual([pages[1]?.text, pages[2]?.text], ['', 'Last'])
})

test('a text without room is named by its box: too many lines, a word that is too wide, letters that are too high', async () => {
  const { tooLong } = await set([
    [
      box('fits', 'Maya Rao'),
      box('lines', 'one two three four five six seven eight nine ten eleven'),
      box('wide', 'Incomprehensibilities', { width: 40, height: 100, fromTop: true }),
      box('high', 'Maya', { height: 8 }),
      box('breaks', 'a line\nanother\na third', { height: 45, fromTop: true }),
      box('more', 'a line\nanother\na third\na fourth', { height: 45, fromTop: true }),
      // Where a script has no spaces, a line ends between any two of its letters.
      box('unspaced', '日本語日本語日本語日本語', { width: 40, height: 80, fromTop: true }),
      box('unbroken', 'x'.repeat(100), { width: 100, height: 180, fromTop: true }),
    ],
  ])
  assert.deepEqual([...tooLong].sort(), ['high', 'lines', 'more', 'wide'])
})

test('the word across what is no document yet stands on each page', async () => {
  const { pdf } = await set([[], [box('a', 'Maya')]], 'Preview')
  const pages = await paper.pagesOf(pdf, 'org')
  assert.ok(pages.every(({ text }) => text.includes('Preview')))
})
