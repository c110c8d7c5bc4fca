import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { findMissing } from '#shapes/letters.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { fillText, readTemplateText, wordsOfBlocks } from '../templates/template-texts.ts'

/* Values are put into a template in one pass, whatever they look like: as blocks for many texts, and as the words of a PDF for some. */

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp()
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const keys = ['A', 'B', 'CLIENT NAME', 'Ä_1'] as const
/** What reads like something else: another key, a replacement of regular expressions, Typst, Markdown, fields, our own signs. */
const hostile = fc.constantFrom(
  ...keys.map((key) => `{{${key}}}`),
  ...['{{', '}}', '$&', '$1', '$$', '\\1', '(.*)', '[[signature client]]', '---', '**b**', '# x', '| a | b |', '<b>', '&amp;'],
  ...['#panic("x")', '#import "x"', '$x^2$', '@label', '<label>', '\\u{41}', '//', '/* x */', '~', '"', '\ue0000\ue001'],
)
const words = fc.constantFrom('Maya', 'Ευκλείδης', 'Žižek', 'मीरा', '김민수', '山田太郎', '🙂', 'fi ffi', '1.000 €')
const value = fc
  .array(fc.oneof(hostile, words, fc.string({ unit: anyCharacter, maxLength: 8 })), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(' '))
const values = fc.record(Object.fromEntries(keys.map((key) => [key, value]))).map((made) => new Map(Object.entries(made)))
/** A paragraph that Markdown leaves as it is, and what it says with values: by simple putting together. */
const piece = fc.oneof(
  fc.constantFrom('Between', 'and', 'for', 'on the day').map((text) => ({ written: text, key: null })),
  fc.constantFrom(...keys).map((key) => ({ written: `{{ ${key.toLowerCase()} }}`, key })),
)
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => ({
  body: `Text ${pieces.map(({ written }) => written).join(' ')}`,
  says: (given: ReadonlyMap<string, string>): string =>
    `Text ${pieces.map(({ written, key }) => (key === null ? written : (given.get(key) as string))).join(' ')}`,
}))

test('each value stands in the blocks as it is, whatever it reads like', () => {
  fc.assert(
    fc.property(text, values, ({ body, says }, given) => {
      const filled = wordsOfBlocks(fillText(readTemplateText(body), given)).join('\n')
      assert.equal(filled, says(given))
    }),
    { numRuns: 500 },
  )
})

/** Without what a page adds or takes: white space at ends of lines, and how letters are joined. */
const bare = (of: string): string => of.normalize('NFKC').replaceAll(/[\s\u00ad\u200b]/g, '')

/** At the foot of each page. */
const foot = { issuer: 'Qxzvk', pageWords: 'Wjq {page} of {pages}' }

/** The words of all pages, without what stands at the foot of each. */
const wordsIn = async (pdf: Buffer): Promise<string> => {
  const pages = await jobs.context.ports.paper.pagesOf(pdf, 'values')
  return pages
    .map(({ text }, at) => {
      const own = [foot.issuer, `Wjq ${at + 1} of ${pages.length}`].map(bare)
      const words = bare(text)
      for (const each of own) assert.equal(words.split(each).length, 2, `${each} in ${words}`)
      return own.reduce((left, each) => left.replace(each, ''), words)
    })
    .join('')
}

/** Letters written from the right, or put together of several, come out of a PDF in another order: their fonts are tested elsewhere. */
const shownValue = () => {
  const coverage = jobs.context.ports.documents.coverage()
  return fc
    .array(
      fc.oneof(
        hostile.filter((each) => !each.includes('\ue000')),
        fc.constantFrom('Maya', 'Ευκλείδης', 'Žižek', '김민수', '山田太郎', 'fi ffi', '1.000 €'),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.join(' '))
    .filter((each) => findMissing(each, coverage, 1).length === 0)
}

test('the words of the PDF are what one pass gives, to the last one, of short values and of 10,000 characters on several pages', async () => {
  const { documents } = jobs.context.ports
  const long = fc.constantFrom(...keys).map((key) => `{{${key}}} is $& #x `.repeat(600).slice(0, 10_000).trim())
  const some = fc
    .record(
      Object.fromEntries(
        keys.map((key) => [key, fc.oneof({ weight: 8, arbitrary: shownValue() }, { weight: 1, arbitrary: long })]),
      ),
    )
    .map((made) => new Map(Object.entries(made)))
  const check = async (body: string, says: string, given: ReadonlyMap<string, string>): Promise<void> => {
    const blocks = fillText(readTemplateText(body), given)
    const { pdf } = await documents.setContract(
      { language: 'en', title: 'Title', blocks, mark: null, date: '2026-01-02', ...foot },
      'values',
    )
    assert.equal(await wordsIn(pdf), bare(says))
  }
  // Each value as long as one may be: pages in which nothing may be left out, doubled, or taken for a key.
  const each = new Map(keys.map((key) => [key, `{{${key}}} is $& #x `.repeat(600).slice(0, 10_000).trim()]))
  await check('Text {{A}} and {{Ä_1}}', `Text ${each.get('A')} and ${each.get('Ä_1')}`, each)
  await fc.assert(
    fc.asyncProperty(text, some, ({ body, says }, given) => check(body, says(given), given)),
    { numRuns: 15 },
  )
})

test('a page break of the text begins a page, and one that a value looks like does not', async () => {
  const { documents, paper } = jobs.context.ports
  const blocks = fillText(
    readTemplateText('First {{A}}\n\n---\n\nSecond\n\n---\n\nThird'),
    new Map([['A', 'is\n\n---\n\nwhole']]),
  )
  const { pdf } = await documents.setContract(
    { language: 'en', title: 'Title', blocks, mark: null, date: '2026-01-02', ...foot },
    'values',
  )
  const pages = (await paper.pagesOf(pdf, 'values')).map(({ text }) => text)
  assert.equal(pages.length, 3)
  for (const [at, word] of ['whole', 'Second', 'Third'].entries()) assert.ok(pages[at]?.includes(word), pages[at])
})

test('in the boxes of a PDF each value stands whole and as it is, whatever it reads like', async () => {
  const { documents, paper } = jobs.context.ports
  const four = fc.tuple(shownValue(), shownValue(), shownValue(), shownValue())
  await fc.assert(
    fc.asyncProperty(four, async (texts) => {
      const boxes = texts.map((words, at) => ({
        ...{ id: `b${at}`, text: words, x: 40, y: 40 + at * 190, width: 515, height: 180 },
        ...{ align: 'left' as const, sizePt: 9, fromTop: at % 2 === 0 },
      }))
      const pages = [{ widthPt: 595, heightPt: 842, boxes, frames: [] }]
      const { pdf, tooLong } = await documents.setValues(
        { language: 'en', title: 'Title', date: '2026-01-02', mark: null, pages },
        'values',
      )
      assert.deepEqual(tooLong, [])
      const [page] = await paper.pagesOf(pdf, 'values')
      assert.equal(bare(page?.text ?? ''), bare(texts.join(' ')))
    }),
    { numRuns: 20 },
  )
})
