import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { type Language, languages } from '#shapes/languages.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { publicly } from '#test/support/documents.ts'
import { flipped, lockedPdf, makePdf, onePage, rangeOf, revised, withCms, withRange } from '#test/support/papers.ts'
import { ok } from '#test/support/requests.ts'
import { clientEmail, type SentDocument, sentDocument } from '#test/support/signing.ts'
import type { FileExamination } from '../documents/examining.ts'
import { lookStrings } from './look-strings.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const sealedDocument = async (): Promise<SentDocument> => {
  const document = await sentDocument(app, {
    body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    signers: [{ name: 'Ada', email: clientEmail, role: 'client' }],
  })
  const token = (await document.path(clientEmail)).slice('/sign/'.length)
  ok(await publicly(app, 'sign-with-link', { token, name: 'Ada', consent: true, values: {} }))
  await document.sealed()
  return document
}
const fileOf = async ({ id, owner }: SentDocument, file: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/download/download-document?documentId=${id}&file=${file}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}
const examined = async (pdf: Buffer): Promise<FileExamination> =>
  ok(await publicly(app, 'examine-file', { content: pdf.toString('base64') })).body as unknown as FileExamination

let visitors = 0
const formOf = (pdf: Buffer | null): FormData => {
  const form = new FormData()
  if (pdf) form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Contract.pdf')
  else form.append('other', 'x')
  return form
}
/** The page that a visitor gets who sends a file; each is another one. */
const looked = async (pdf: Buffer | null, { lang = 'en', from = `198.18.7.${++visitors % 250}` } = {}) => {
  const answer = await fetch(`${app.url}/verify/look?lang=${lang}`, {
    ...{ method: 'POST', body: formOf(pdf), headers: { 'x-forwarded-for': from } },
  })
  return { status: answer.status, text: await answer.text() }
}

const resaved = async (pdf: Buffer, change: (file: PDFDocument) => void): Promise<Buffer> => {
  const file = await PDFDocument.load(pdf, { updateMetadata: false })
  change(file)
  return Buffer.from(await file.save({ useObjectStreams: false, updateFieldAppearances: false }))
}
const note = (words: string) => (file: PDFDocument) => file.getPage(0).drawText(words, { x: 40, y: 300, size: 12 })

test('a closer look says of each change to a sealed file what happened, and of which document it was to who holds the proof', async () => {
  const document = await sealedDocument()
  const other = await sealedDocument()
  const [sealed, certificate, foreign] = [
    await fileOf(document, 'sealed'),
    await fileOf(document, 'certificate'),
    await fileOf(other, 'sealed'),
  ]
  const { from, second, rest, length } = rangeOf(sealed)
  const { id } = document
  const cases: [string, Buffer, Partial<FileExamination>][] = [
    ['the sealed file', sealed, { result: 'intact', documentId: id }],
    ['the certificate', certificate, { result: 'intact', documentId: id }],
    [
      'its text changed',
      await resaved(sealed, note('The price is 1 euro.')),
      { result: 'changed', where: 'text', pages: [1], documentId: id },
    ],
    [
      'another page',
      await resaved(sealed, (file) => void file.addPage()),
      { result: 'changed', where: 'text', documentId: id },
    ],
    [
      'its properties changed',
      await resaved(sealed, (file) => file.setTitle('Another')),
      { result: 'changed', where: 'contents', documentId: id },
    ],
    ['a byte under the seal', flipped(sealed, length - 2_000), { result: 'changed' }],
    ['its certificate changed', flipped(sealed, from + 601), { result: 'changed', documentId: id }],
    ['the signature of another', withCms(sealed, rangeOf(foreign).cms), { result: 'changed' }],
    ['the range moved', withRange(sealed, [0, length, second, rest - 1]), { result: 'changed' }],
    ['bytes added', Buffer.concat([sealed, Buffer.from('\n% more\n')]), { result: 'appended', addedBytes: 8, documentId: id }],
    [
      'a revision that covers text',
      await revised(sealed, note('The price is 1 euro.')),
      { result: 'appended', documentId: id },
    ],
    ['an empty revision', await revised(sealed, () => undefined), { result: 'appended', documentId: id }],
    ['a download that broke off', sealed.subarray(0, sealed.length - 500), { result: 'cut', documentId: id }],
    ['half of it', sealed.subarray(0, Math.ceil(sealed.length / 2) + 2_000), {}],
    ['a stranger’s PDF', await makePdf(2), { result: 'foreign', documentId: null, sealedBy: null }],
    ['the document before it was signed', await fileOf(document, 'original'), { result: 'foreign', documentId: null }],
    [
      'a stranger’s PDF with its number',
      onePage({ page: linkTo(`${app.url}/verify/${id}`) }),
      { result: 'foreign', documentId: null },
    ],
    ['what cannot be read', Buffer.from('%PDF-1.7\nnothing'), { result: 'unreadable' }],
  ]
  const before = await kept()
  for (const [name, pdf, wanted] of cases) {
    const found = await examined(pdf)
    for (const [key, value] of Object.entries(wanted))
      assert.deepEqual(found[key as 'result'], value, `${name}: ${JSON.stringify(found)}`)
    assert.equal(found.documentId === other.id, false, name)
    if (found.result !== 'intact')
      assert.ok(['changed', 'appended', 'cut', 'foreign', 'unreadable'].includes(found.result), name)
    // The page says the same. What is known is shown as such.
    const { status, text } = await looked(pdf)
    assert.equal(status, 200, name)
    const words = lookStrings.en
    const said = {
      ...{ intact: words.intact, appended: words.appended, cut: words.cut, foreign: words.foreign },
      ...{ unreadable: words.unreadable, changed: found.where === 'seal' ? words.changedSeal : words.changed },
    }[found.result]
    const isKnown = text.includes('id="result"')
    assert.ok(isKnown || text.includes(said), `${name}: ${found.result}`)
    if (found.documentId && !isKnown) assert.ok(text.includes(`/verify/${found.documentId}`), name)
  }
  assert.deepEqual(await kept(), before, 'nothing is kept')
})

const linkTo = (to: string): string =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /URI /URI (${to}) >> >>]`

/** Rows and files that a look could have left. */
const kept = async (): Promise<unknown> => {
  const tables = ['stored_files', 'record_files', 'document_files', 'document_events', 'directory.document_hashes']
  const counts = await asOwner(app.target, async (client) => {
    const found: unknown[] = []
    for (const table of tables) {
      const name = table.includes('.') ? table : `foyer.${table}`
      found.push((await client.query(`select count(*)::int as n from ${name}`)).rows[0])
    }
    return found
  })
  const folder = path.join(app.dataDir, 'files')
  return { counts, files: readdirSync(folder, { recursive: true }).length }
}

test('with the certificate of a workspace alone, or a document’s number and guesses, nothing is learned of a document', async () => {
  const document = await sealedDocument()
  const sealed = await fileOf(document, 'sealed')
  // Signed by nobody: its certificate is there, and the signature is of other bytes.
  const forged = await resaved(sealed, (file) => {
    for (const [, object] of file.context.enumerateIndirectObjects()) {
      const dict =
        'get' in object
          ? (object as unknown as { get(name: PDFName): unknown; set(name: PDFName, value: PDFString): void })
          : null
      if (dict?.get(PDFName.of('ByteRange'))) dict.set(PDFName.of('Name'), PDFString.of('Eve'))
    }
  })
  assert.equal((await examined(forged)).result, 'changed')
  // A part that is too short to be more than a guess.
  const part = sealed.subarray(0, Math.floor(sealed.length / 3))
  const short = await examined(
    Buffer.concat([part, Buffer.from(`\n/URI <${Buffer.from(`/verify/${document.id}`).toString('hex')}>`)]),
  )
  assert.equal(short.documentId, null)
  assert.notEqual(short.result, 'cut')
  // Of one that was taken back there is nothing to be learned, whoever has its file.
  const open = await sentDocument(app)
  const original = await fileOf(open, 'original')
  ok(await app.call('void-document', { documentId: open.id, reason: 'A mistake' }, open.owner))
  const found = await examined(original)
  assert.deepEqual([found.result, found.documentId], ['foreign', null])
})

test('an unchanged file whose document does not hold here now is not shown as good, nor said to hold', async () => {
  const document = await sealedDocument()
  const sealed = await fileOf(document, 'sealed')
  assert.deepEqual((await examined(sealed)).documentHolds, true)
  const named = (name: string) =>
    asOwner(app.target, (client) =>
      client.query(`update foyer.document_signers set name = '${name}' where document_id = '${document.id}'`),
    )
  await named('Eve')
  const found = await examined(sealed)
  assert.deepEqual([found.result, found.documentId, found.documentHolds], ['intact', document.id, false])
  for (const lang of Object.keys(languages) as Language[]) {
    const { text } = await looked(sealed, { lang })
    assert.match(text, /<div class="state wait" id="look-result"/, lang)
    assert.ok(text.includes(lookStrings[lang].intactBroken), lang)
  }
  await named('Ada')
  assert.equal((await examined(sealed)).documentHolds, true)
})

test('a look has bounds: no file, no PDF, a password, too many pages, too many bytes and too many looks are each said in the language of the page', async () => {
  const many = await PDFDocument.create()
  for (let page = 0; page < 501; page++) many.addPage([100, 100])
  const cases: [keyof (typeof lookStrings)['en']['faults'], Buffer | null][] = [
    ['none', null],
    ['none', Buffer.alloc(0)],
    ['pdf_not_pdf', Buffer.from('Not a PDF')],
    ['pdf_encrypted', await lockedPdf()],
    ['pdf_too_many_pages', Buffer.from(await many.save())],
  ]
  for (const [fault, pdf] of cases) {
    const { status, text } = await looked(pdf)
    assert.deepEqual([fault, status], [fault, 400])
    assert.ok(text.includes(lookStrings.en.faults[fault]), fault)
  }
  const large = await looked(Buffer.alloc(25 * 2 ** 20 + 8_192, '%PDF-1.7\n'))
  assert.equal(large.status, 400)
  assert.ok(large.text.includes(lookStrings.en.faults.pdf_too_large))
  const [result = ''] = /<div class="state bad" id="look-result"[\s\S]*?<\/div>/.exec(large.text) ?? []
  assert.ok(result.includes('<code>npx foyer verify FILE.pdf</code>'), 'with the way out')
  for (const lang of Object.keys(languages) as Language[]) {
    const { text } = await looked(Buffer.from('Not a PDF'), { lang })
    assert.ok(text.includes(`<html lang="${lang}">`))
    assert.ok(text.includes(lookStrings[lang].faults.pdf_not_pdf), lang)
    // And the form, for another file.
    assert.ok(text.includes(lookStrings[lang].send), lang)
  }
  const codes: number[] = []
  for (let look = 0; look < 12; look++) codes.push((await looked(Buffer.from('x'), { from: '198.18.9.1' })).status)
  assert.deepEqual(codes, [...Array<number>(10).fill(400), 429, 429])
})

test('the page offers a closer look at what it does not know, and not at what it knows', async () => {
  const document = await sealedDocument()
  const page = async (query: string): Promise<string> => (await fetch(`${app.url}/verify?lang=en&${query}`)).text()
  const known = createHash('sha256')
    .update(await fileOf(document, 'sealed'))
    .digest('hex')
  assert.ok((await page(`sha256=${'ab'.repeat(32)}`)).includes('action="/verify/look?lang=en#look-result"'))
  for (const query of ['', `sha256=${known}`, 'sha256=none']) assert.ok(!(await page(query)).includes('/verify/look'), query)
})
