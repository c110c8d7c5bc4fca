import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import type { InvoiceDocument } from '#ports/documents.ts'
import { findMissing, packRanges, tidyText, transcribe, unpackRanges } from '#shapes/letters.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { typstDocuments } from './documents.ts'
import { renamed } from './faces.ts'

const documents = typstDocuments()
after(() => documents.close())
const coverage = documents.coverage()

const documentWith = (note: string): InvoiceDocument => ({
  language: 'en',
  title: '',
  label: null,
  issuer: '',
  sender: [],
  logo: null,
  colour: null,
  mark: null,
  facts: [],
  client: { heading: '', name: note, below: [] },
  columns: { description: '', quantity: '', unit: '', tax: null, amount: '' },
  lines: [],
  sums: [],
  note,
  pay: null,
  remarks: [],
  bank: null,
  foot: { facts: [], words: null },
  closing: null,
  pageWords: '',
  lettersWords: 'Without a font: {example}',
  date: '2026-11-22',
})
const draw = (note: string): Promise<Buffer> => documents.setInvoice(documentWith(note), 'org')

/** The numbers of all glyphs that a document draws, over all fonts: 0 is the box of a letter that a font has not. */
const glyphsOf = (pdf: Buffer): number[] => {
  const glyphs: number[] = []
  const text = pdf.toString('latin1')
  for (const head of text.matchAll(/<<(?:[^<>]|<<[^<>]*>>)*>>\s*stream\r?\n/g)) {
    if (!head[0].includes('/FlateDecode')) continue
    const start = head.index + head[0].length
    const stream = inflateSync(pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(head[0])?.[1]))).toString('latin1')
    if (!/\bBT\n/.test(stream)) continue
    for (const [line] of stream.matchAll(/^\[[\s\S]*?\] TJ$/gm))
      for (const bytes of stringsIn(line)) for (let at = 0; at < bytes.length; at += 2) glyphs.push(bytes.readUInt16BE(at))
  }
  return glyphs
}
/** The strings of an operator, in either way of writing them. */
const stringsIn = (line: string): Buffer[] => {
  const strings: Buffer[] = []
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '<') {
      const end = line.indexOf('>', at)
      strings.push(Buffer.from(line.slice(at + 1, end), 'hex'))
      at = end
    } else if (line[at] === '(') {
      let written = ''
      for (let depth = 1; depth > 0; ) {
        const letter = line[++at] as string
        if (letter === '(') depth++
        if (letter === ')') depth--
        if (letter !== '\\') written += depth > 0 ? letter : ''
        else {
          const octal = /^[0-7]{1,3}/.exec(line.slice(at + 1, at + 4))?.[0]
          written += octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (escapes[line[at + 1] as string] ?? line[at + 1])
          at += octal?.length ?? 1
        }
      }
      strings.push(Buffer.from(written, 'latin1'))
    }
  }
  return strings
}
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const read = async (pdf: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text

/** What is drawn alike is one letter of the font, and spaces are only gaps. */
const compared = (text: string): string => text.normalize('NFKC').replaceAll(/(?:\s|[\u200b-\u200f]|\ufe0f)+/g, '')

/** What people and companies are called and write, in each script that comes along. */
const examples = {
  latin: 'Šárka Müller, Łódź · Tiếng Việt · ¡Señor! – “½ kg” № 7 €₹£¥₩₪₫₺₽',
  greek: 'Ελληνική Εταιρεία',
  cyrillic: 'Ольга Щербакова, Київ',
  devanagari: 'श्री क्षेत्रज्ञ संस्कृति',
  bengali: 'শ্রী ক্ষমতা বিদ্যুৎ',
  gujarati: 'શ્રી ક્ષેત્ર જ્ઞાન',
  gurmukhi: 'ਸ਼੍ਰੀ ਪ੍ਰਕਾਸ਼',
  kannada: 'ಶ್ರೀ ಕ್ಷೇತ್ರ',
  malayalam: 'ശ്രീ ക്ഷേത്രം',
  odia: 'ଶ୍ରୀ କ୍ଷେତ୍ର',
  tamil: 'ஸ்ரீ க்ஷேத்திரம்',
  telugu: 'శ్రీ క్షేత్రం',
  arabic: 'شركة النور للاستشارات (ذ.م.م)',
  urdu: 'پاکستان ٹیلی کام، گھر',
  hebrew: 'חברת אור בע״מ',
  thai: 'บริษัท น้ำใจ จำกัด ที่ปรึกษา',
  japanese: '株式会社ひかり コンサルティング料（税込）',
  korean: '주식회사 빛 컨설팅',
  emoji: '🎉 👩‍👩‍👧 🇩🇪 👍🏽 ❤️ 1️⃣',
} as const

test('every script that comes along is drawn with a letter for each letter, and no font of the machine', async () => {
  for (const [script, text] of Object.entries(examples)) {
    assert.deepEqual(findMissing(text, coverage), [], script)
    const pdf = await draw(text)
    const glyphs = glyphsOf(pdf)
    assert.ok(glyphs.length > text.length / 4 && !glyphs.includes(0), script)
    const names = pdf.toString('latin1').match(/\/FontName \/\S+/g) ?? []
    assert.ok(names.length > 0)
    for (const name of names) assert.match(name, /^\/FontName \/[A-Z]{6}\+Foyer#20Set#20/, script)
  }
})

test('any text is either refused with its letter named, or drawn whole: no box, and read out again as it was written', async () => {
  // Where each letter has one glyph. Of others the readers of PDF are told a cluster a glyph.
  const alphabets = [
    'abcxyzABCXYZäöüßéñçőžłİşỹ0123456789 .,:;!?()&%@#€₹£',
    'αβγδεΩΣΨάέή ',
    'абвгдеЖЩЮЯїґ ',
    'אבגדהוזחטיכלמנ ',
    'กขคงจฉชซญฎ ',
    'あいうえおアイウエオ漢字日本語東京都、。「」',
    '가나다라마바사아자차카타파하빛한국어 ',
  ]
  // Twice: once as the client's name, in a heavier weight.
  const knowns = alphabets.map((letters) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 60 }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(...knowns), async (text) => {
      assert.deepEqual(findMissing(text, coverage), [])
      const pdf = await draw(text)
      assert.ok(!glyphsOf(pdf).includes(0))
      const said = compared(await read(pdf))
      // A line of Hebrew that was broken is read line by line.
      const letters = (words: string): string => (/[א-ת]/.test(words) ? Array.from(words).toSorted().join('') : words)
      assert.equal(letters(said), letters(compared(text + text)))
    }),
    { numRuns: 40 },
  )
})

test('of all of Unicode, in any order, nothing gets through that no font has', async () => {
  const scripts = Object.values(examples)
    .flatMap((text) => Array.from(text))
    .concat(['\u200d', '\u200c', '\u200f', '\u0301', '\u0e33', '\u094d', '\u0bcd', '\ufe0f', '\u20e3', '\u3000', '\u00a0'])
  const unit = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...scripts) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 40 }), async (typed) => {
      const text = tidyText(typed)
      const missing = findMissing(text, coverage)
      for (const { letter, codes } of missing) {
        assert.ok(text.includes(letter))
        assert.match(codes, /^U\+[0-9A-F]{4,6}( U\+[0-9A-F]{4,6})*$/)
      }
      const { text: shown, numbered } = transcribe(text, coverage)
      if (missing.length === 0) assert.deepEqual([shown, numbered], [text, null])
      assert.deepEqual(findMissing(shown, coverage), [])
      // The compiler refuses a letter that it has no glyph for, and would say so here.
      assert.ok(!glyphsOf(await draw(text)).includes(0))
    }),
    { numRuns: 80 },
  )
})

test('a letter that has no font stands as its number, and the document says so; a compatible one stands as that', async () => {
  const said = await read(await draw('ᏣᎳᎩ 𝐁𝐨𝐥𝐝 ﷺ\u202e'))
  assert.match(said, /\[U\+13E3\]\[U\+13B3\]\[U\+13A9\] Bold/)
  assert.match(said, /\[U\+202E\]/)
  assert.match(said, /Without a font: \[U\+13E3\]/)
  assert.doesNotMatch(await read(await draw('Bold')), /Without a font/)
  assert.deepEqual(findMissing('a\u202eb\u0007', coverage), [
    { letter: '\u202e', codes: 'U+202E', isUnseen: true, fonts: [] },
    { letter: '\u0007', codes: 'U+0007', isUnseen: true, fonts: [] },
  ])
  assert.deepEqual(findMissing('ქ', coverage)[0]?.fonts, ['georgian'])
  assert.deepEqual(findMissing('询', coverage)[0]?.fonts, ['chinese-simplified', 'chinese-traditional'])
})

test('a package of fonts that the machine gets changes no document, though its fonts are called like ours', async () => {
  const machine = mkdtempSync(path.join(os.tmpdir(), 'foyer-fonts-'))
  try {
    const inter = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')
    mkdirSync(path.join(machine, 'fonts'))
    for (const fontFamily of ['Inter', 'Noto Sans Devanagari', 'A Font With Cherokee'])
      writeFileSync(
        path.join(machine, 'fonts', `${fontFamily}.ttf`),
        withCherokee(renamed(readFileSync(inter), fontFamily, 'Regular')),
      )
    const conf = path.join(machine, 'fonts.conf')
    writeFileSync(conf, `<fontconfig><dir>${path.join(machine, 'fonts')}</dir></fontconfig>`)
    const program = path.join(machine, 'draw.mjs')
    writeFileSync(
      program,
      `import { typstDocuments } from ${JSON.stringify(path.join(import.meta.dirname, 'documents.ts'))}
const documents = typstDocuments()
const pdf = await documents.setInvoice(${JSON.stringify(documentWith('ABC ᏣᎳᎩ क'))}, 'org')
process.stdout.write(pdf.toString('base64'))
await documents.close()`,
    )
    const drawn = async (env: NodeJS.ProcessEnv): Promise<Buffer> => {
      const { stdout } = await promisify(execFile)(process.execPath, [program], { env, maxBuffer: 2 ** 26 })
      return Buffer.from(stdout, 'base64')
    }
    const bare = await drawn({ PATH: process.env.PATH })
    assert.match(await read(bare), /ABC \[U\+13E3\]/)
    assert.ok(bare.equals(await drawn({ PATH: process.env.PATH, FONTCONFIG_FILE: conf, HOME: machine })))
    assert.ok(bare.equals(await draw('ABC ᏣᎳᎩ क')))
  } finally {
    rmSync(machine, { recursive: true })
  }
})

/** The same font with glyphs for Cherokee: its map of letters is written anew. */
const withCherokee = (font: Buffer): Buffer => {
  const entry = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at).find(
    (at) => font.toString('latin1', at, at + 4) === 'cmap',
  ) as number
  const map = Buffer.alloc(12 + 16 + 24)
  for (const [at, value] of [0, 1, 3, 10].entries()) map.writeUInt16BE(value, 2 * at)
  map.writeUInt32BE(12, 8)
  map.writeUInt16BE(12, 12)
  for (const [at, value] of [40, 0, 2, 0x20, 0x7e, 3, 0x13a0, 0x13ff, 40].entries()) map.writeUInt32BE(value, 16 + 4 * at)
  const bytes = Buffer.concat([font, Buffer.alloc(-font.length & 3), map])
  bytes.writeUInt32BE(bytes.length - map.length, entry + 8)
  bytes.writeUInt32BE(map.length, entry + 12)
  return bytes
}

test('the letters of a font travel to the browser as they are, in a few kilobytes', () => {
  for (const letters of coverage.fonts) assert.deepEqual(unpackRanges(packRanges(letters)), letters)
  assert.ok(coverage.fonts.map(packRanges).join().length < 40_000)
})

test('amounts and dates have their letters in every currency and way of writing that an invoice can have', () => {
  for (const locale of [
    'en',
    'en-IN',
    'en-GB',
    'de',
    'de-CH',
    'fr',
    'fr-CA',
    'es',
    'es-PY',
    'es-CR',
    'pt',
    'pt-BR',
    'hi',
    'en-NG',
  ])
    for (const currency of Intl.supportedValuesOf('currency')) {
      const written = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(-1234567.89)
      assert.deepEqual(findMissing(written, coverage), [], `${locale} ${currency}`)
    }
})
