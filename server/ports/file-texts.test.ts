import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { openFileTexts } from '../providers/file-texts/file-texts.ts'
import { type FileTextFault, FileTextLate, FileTextRefused, fileTextBounds } from './file-texts.ts'

const texts = openFileTexts()
after(() => texts.close())

const mostCharacters = 2_000_000
const read = (kind: 'text' | 'html', content: Buffer | string, workspace = 'org') =>
  texts.read({ kind, bytes: Buffer.from(content), mostCharacters }, workspace)
const assertRefused = (reading: Promise<string>, fault: FileTextFault, name: string): Promise<void> =>
  assert.rejects(reading, (error) => error instanceof FileTextRefused && error.fault === fault, name)

test('text is read in the encoding that its bytes show', async () => {
  const words = 'Öffnungszeiten: täglich außer Sonntag für alle Kunden geöffnet'
  for (const [encoding, bytes] of Object.entries({
    utf8: Buffer.from(words),
    mark: Buffer.from(`\ufeff${words}`),
    utf16: Buffer.from(`\ufeff${words}`, 'utf16le'),
    swapped: Buffer.from(`\ufeff${words}`, 'utf16le').swap16(),
    latin: Buffer.from(words, 'latin1'),
  }))
    assert.equal(await read('text', bytes), words, encoding)
  assert.equal(await read('text', ' one\r\ntwo\rthree \n'), 'one\ntwo\nthree')
})

test('a page keeps its words and headings; scripts, styles, navigation and footers go', async () => {
  const page = `<html><head><title>x</title><style>p{}</style></head><body><nav>Home</nav><h1 class="a">Prices</h1>
    <p>From &euro;60.</p><script>alert(1)</script><h3>Nights</h3><p>More.</p><footer>Imprint</footer></body></html>`
  assert.equal(await read('html', page), '# Prices\n\nFrom €60.\n\n### Nights\n\nMore.')
})

test('a file that is no text, or longer than was asked for, is refused', async () => {
  await assertRefused(read('text', Buffer.alloc(100)), 'unreadable', 'zeros')
  await assertRefused(read('text', 'word '.repeat(500_000)), 'too_long', 'long')
  await assertRefused(read('text', Buffer.alloc(fileTextBounds.bytes, 'a ')), 'too_long', 'as long as a file may be')
  await assertRefused(read('html', Buffer.alloc(fileTextBounds.bytes + 1, 'a ')), 'too_long', 'longer than a file may be')
  await assertRefused(read('html', '<p>word and word</p>'.repeat(180_000)), 'too_long', 'a long page')
})

test('a page that is made to be slow holds up neither the server nor the next file', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const hostile = ['<', '<h1 a="', '<h1 ', '<!--', '<nav>', '</nav', '&amp;', '<script>', '<div>a']
  for (const part of hostile) {
    const outcome = await read('html', `<html>Words ${part.repeat(Math.floor(500_000 / part.length))}`, 'hostile').then(
      () => 'read',
      (error: unknown) => (error instanceof FileTextRefused || error instanceof FileTextLate ? 'refused' : String(error)),
    )
    assert.match(outcome, /^(read|refused)$/, part)
  }
  delay.disable()
  assert.ok(delay.max / 1e6 < 500, `${delay.max / 1e6} ms`)
  assert.equal(await read('html', '<p>Words</p>', 'hostile'), 'Words')
})

test('a file that takes too long ends with its process, and the next one is read', async () => {
  const hasty = openFileTexts({ limitMs: 1 })
  try {
    const file = { kind: 'html', bytes: Buffer.from('<'.repeat(1_000_000)), mostCharacters } as const
    await assert.rejects(hasty.read(file, 'org'), FileTextLate)
  } finally {
    await hasty.close()
  }
  assert.equal(await read('text', 'Words'), 'Words')
})
