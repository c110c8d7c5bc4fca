import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { hasTool } from '#test/support/papers.ts'
import { uploadPdf } from '#test/support/pdf-templates.ts'
import { darkShare } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
const paper = pdfPaper()
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await paper.close()
})

const ok = <Body>({ status, body }: { status: number; body: unknown }): Body => {
  assert.equal(status, 200, JSON.stringify(body))
  return body as Body
}

/** Three pages: an upright letter (US), one that is turned, and one of which a part is cut away on all sides. */
const oddPages = async (): Promise<Buffer> => {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (const [n, size] of [
    [612, 792],
    [842, 595],
    [700, 900],
  ].entries()) {
    const page = file.addPage(size as [number, number])
    page.drawText(`Terms, page ${n + 1}`, { x: 150, y: 400, font, size: 12 })
    if (n === 1) page.setRotation(degrees(90))
    if (n === 2) page.setCropBox(100, 200, 400, 500)
  }
  return Buffer.from(await file.save())
}

const given = async () => {
  const owner = await app.given.organization('Nordlicht')
  const { deal } = ok<{ deal: { id: string } }>(
    await app.call(
      'create-deal',
      { client: { name: 'Ευκλείδης 김', email: `client@${owner.orgId.slice(-12)}.example` }, name: 'Roof' },
      owner,
    ),
  )
  const file = await uploadPdf(app, owner, await oddPages())
  const onEach = (id: string, more: object) => [0, 1, 2].map((page) => ({ id: `${id}${page}`, page, ...more }))
  const parts = {
    fields: [
      ...onEach('c', { kind: 'signature', signer: 'client', label: 'Client', x: 40, y: 300, width: 150, height: 40 }),
      ...onEach('a', { kind: 'signature', signer: 'admin', label: 'Agency', x: 220, y: 300, width: 150, height: 40 }),
      {
        id: 'po',
        kind: 'text',
        signer: 'client',
        label: 'Purchase order',
        required: false,
        page: 0,
        x: 40,
        y: 400,
        width: 150,
        height: 20,
      },
      {
        id: 'read',
        kind: 'tick',
        signer: 'client',
        label: 'I have read it',
        required: true,
        page: 0,
        x: 40,
        y: 430,
        width: 14,
        height: 14,
      },
    ],
    boxes: [
      ...onEach('n', { key: 'CLIENT_NAME', x: 40, y: 40, width: 200, height: 16 }),
      { id: 'price', key: 'PRICE', page: 0, x: 260, y: 40, width: 80, height: 16, align: 'right', size: 12 },
      { id: 'what', key: 'SERVICES', page: 0, x: 40, y: 70, width: 200, height: 60 },
    ],
    placeholders: [
      { key: 'CLIENT_NAME', type: 'line' },
      { key: 'PRICE', type: 'line', default: '1.000 €' },
      { key: 'SERVICES', type: 'text' },
    ],
  }
  const { template } = ok<{ template: { id: string } }>(
    await app.call('create-template', { name: 'Order form', kind: 'pdf', file: file.id, ...parts }, owner),
  )
  const wish = {
    ...{ projectId: deal.id, templateId: template.id, userId: owner.personId, title: 'Order 김', docType: 'contract' },
    replacements: { CLIENT_NAME: 'Ευκλείδης {{PRICE}}', SERVICES: 'A new roof\n#let x = *1* \\ $y$' },
  }
  const generate = (more: object = {}) => app.call('generate-contract', { ...wish, ...more }, owner)
  return { owner, wish, generate, template, file, client: `client@${owner.orgId.slice(-12)}.example` }
}

interface Shown {
  readonly id: string
  readonly url: string
  readonly seal: string | null
  readonly signers: readonly { name: string; email: string; role: string }[]
  readonly files: readonly { kind: string; sha256: string }[]
  readonly changed_text: readonly { line: number; was: string; is: string }[]
}
const shown = async (documentId: string, owner: Someone): Promise<Shown> =>
  ok<{ document: Shown }>(await app.call('show-document', { documentId }, owner)).document

const download = async (documentId: string, file: string, owner: Someone): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/download/download-document?documentId=${documentId}&file=${file}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  return Buffer.from(await answer.arrayBuffer())
}

const tokenFor = (email: string): Promise<string> =>
  until(`the email to ${email}`, async () => {
    const answer = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`, {
      headers: { accept: 'application/json' },
    })
    const mails = (await answer.json()) as { to: string; text: string }[]
    return mails
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => /\/sign\/([\w-]+)/.exec(text)?.[1])
      .find(Boolean)
  })

/** How much of a part of a page is dark: a pixel is a point. */
const inkIn = async (pdf: Buffer, page: number, width: number, part: Parameters<typeof darkShare>[1]): Promise<number> =>
  darkShare(await paper.picture(pdf, page, Math.round(width), 'test'), part)

test('an uploaded PDF is filled in, sent, signed by two, sealed and verified; pages that are turned, cropped or of other sizes too', async (t) => {
  const { owner, generate, file, client } = await given()
  assert.deepEqual(
    file.pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
    [
      [612, 792],
      [595, 842],
      [400, 500],
    ],
  )
  const { document } = ok<{ document: { id: string; url: string } }>(await generate())
  const made = await shown(document.id, owner)
  assert.deepEqual(
    made.changed_text.map(({ was, is }) => [was, is]),
    [
      ...[0, 1, 2].map(() => ['{{CLIENT_NAME}}', 'Ευκλείδης {{PRICE}}']),
      ['{{PRICE}}', '1.000 €'],
      ['{{SERVICES}}', 'A new roof\n#let x = *1* \\ $y$'],
    ],
  )
  const original = await download(document.id, 'original', owner)
  assert.equal(made.files.find(({ kind }) => kind === 'original')?.sha256, createHash('sha256').update(original).digest('hex'))
  const pages = await paper.pagesOf(original, 'test')
  for (const [n, { text }] of pages.entries()) {
    // In one pass: a value that reads like a placeholder, or like Typst, stays what it is.
    assert.ok(text.includes('Ευκλείδης {{PRICE}}'), text)
    assert.ok(text.includes(`Terms, page ${n + 1}`), text)
  }
  assert.ok(pages[0]?.text.includes('#let x = *1* \\ $y$') && pages[0].text.includes('1.000 €'), pages[0]?.text)
  for (const [n, size] of file.pages.entries()) {
    assert.ok(
      (await inkIn(original, n, size.width, { x: 40, y: 40, width: 110, height: 16 })) > 0.03,
      `the value on page ${n + 1}`,
    )
    assert.ok(
      (await inkIn(original, n, size.width, { x: 40, y: 300, width: 330, height: 40 })) < 0.001,
      'a signature before any was given',
    )
  }

  const token = await tokenFor(client)
  const { signing } = ok<{ signing: { fields: { id: string; required: boolean }[]; pages: { text: string }[] } }>(
    await app.call('show-signing', { token }, null),
  )
  assert.deepEqual(Object.fromEntries(signing.fields.map(({ id, required }) => [id, required])), {
    c0: true,
    c1: true,
    c2: true,
    po: false,
    read: true,
  })
  const sign = (values: object) => app.call('sign-with-link', { token, name: 'Ευκλείδης 김', consent: true, values }, null)
  const unread = await sign({})
  assert.deepEqual([unread.body.code, unread.body.field], ['field_missing', 'values.read'])
  ok(await sign({ read: true }))
  const admin = made.signers.find(({ role }) => role === 'admin')
  const data = { signerName: admin?.name, signerEmail: admin?.email, signerRole: 'admin', timestamp: new Date().toISOString() }
  ok(await app.call('sign-document', { documentId: document.id, data, url: document.url }, owner))
  await until('the seal', async () => ((await shown(document.id, owner)).seal === 'sealed' ? true : undefined))

  const sealed = await download(document.id, 'sealed', owner)
  for (const [n, size] of file.pages.entries())
    for (const x of [40, 220])
      assert.ok(
        (await inkIn(sealed, n, size.width, { x, y: 300, width: 150, height: 40 })) > 0.02,
        `the mark at ${x} on page ${n + 1}`,
      )
  const address = `/verify/${document.id}`
  for (const [n, { text }] of (await paper.pagesOf(sealed, 'test')).entries()) {
    assert.ok(text.includes('Ευκλείδης 김'), text)
    assert.ok(text.replaceAll(/\s+/g, '').includes(address), `where page ${n + 1} is verified`)
  }
  assert.ok((await paper.pagesOf(original, 'test')).every(({ text }) => !text.replaceAll(/\s+/g, '').includes(address)))
  for (const kind of ['original', 'sealed', 'certificate']) {
    const sha256 = createHash('sha256')
      .update(await download(document.id, kind, owner))
      .digest('hex')
    assert.equal(
      ok<{ file: string; valid: boolean }>(await app.call('verify-document', { docId: document.id, sha256 }, null)).file,
      kind,
    )
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-pdf-'))
  try {
    const place = path.join(folder, 'sealed.pdf')
    writeFileSync(place, sealed)
    await t.test('qpdf finds no fault in it', { skip: !hasTool('qpdf') && 'qpdf is missing' }, () =>
      assert.match(spawnSync('qpdf', ['--check', place]).stdout.toString(), /No syntax or stream encoding errors/),
    )
    await t.test('pdfsig says that its signature is valid', { skip: !hasTool('pdfsig') && 'pdfsig is missing' }, () => {
      const said = spawnSync('pdfsig', [place]).stdout.toString()
      assert.match(said, /Signature is Valid/)
      assert.match(said, /Total document signed/)
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a value that does not fit its box, has no font, or is missing is refused with its name, and no document is made', async () => {
  const { owner, generate, wish, template } = await given()
  const refused = async (more: object, code: string, message: RegExp) => {
    const { status, body } = await generate(more)
    assert.equal(status, 400)
    assert.equal(body.code, code)
    assert.match(String(body.error), message)
  }
  const values = wish.replacements
  await refused({ replacements: { ...values, CLIENT_NAME: 'x'.repeat(80) } }, 'value_too_long', /page 1: \{\{CLIENT_NAME\}\}/)
  await refused({ replacements: { ...values, SERVICES: 'a line\n'.repeat(6) } }, 'value_too_long', /\{\{SERVICES\}\}/)
  await refused({ replacements: { ...values, PRICE: '\u{13000}' } }, 'letter_without_font', /PRICE/)
  await refused({ replacements: { ...values, OTHER: 'x' } }, 'unknown_placeholder', /\{\{OTHER\}\}/)
  await refused({ replacements: { CLIENT_NAME: 'Maya' } }, 'missing_placeholder', /\{\{SERVICES\}\}/)
  await refused({ replacements: { ...values, SERVICES: ' \n ' } }, 'missing_placeholder', /\{\{SERVICES\}\}/)
  const [client, admin, third] = [
    { name: 'Maya', email: 'maya@rao.example', role: 'client' },
    { name: 'Mira', email: 'mira@north.example', role: 'admin' },
    { name: 'Max', email: 'max@north.example', role: 'client' },
  ]
  await refused({ signers: [client] }, 'signer_missing', /fields for admin/)
  await refused({ signers: [client, admin, third] }, 'signature_missing', /no signature field for client-2/)
  assert.deepEqual(ok<{ documents: unknown[] }>(await app.call('list-documents', {}, owner)).documents, [])

  // 10,000 characters in a box as large as the page are set whole.
  ok(
    await app.call(
      'update-template',
      {
        templateId: template.id,
        boxes: [{ id: 'all', key: 'SERVICES', page: 0, x: 10, y: 10, width: 590, height: 770, size: 6 }],
      },
      owner,
    ),
  )
  const long = 'Ein Satz über Dachziegel. '.repeat(384).trim()
  const { document } = ok<{ document: { id: string } }>(await generate({ replacements: { SERVICES: long } }))
  const [page] = await paper.pagesOf(await download(document.id, 'original', owner), 'test')
  assert.equal((page?.text.match(/Dachziegel/g) ?? []).length, 384)
})

test('a preview shows the values so far and where signers fill in, and a document keeps the version it was made from', async () => {
  const { owner, generate, template } = await given()
  const preview = await app.call(
    'preview-contract',
    { templateId: template.id, title: 'Order', replacements: { CLIENT_NAME: 'Maya Rao' } },
    owner,
  )
  const { pdf, pages } = ok<{ pdf: string; pages: string[] }>(preview)
  assert.equal(pages.length, 3)
  const [first] = await paper.pagesOf(Buffer.from(pdf, 'base64'), 'test')
  for (const words of ['Maya Rao', '1.000 €', '{{SERVICES}}', 'Purchase order', 'Preview'])
    assert.ok(first?.text.includes(words), words)
  const tooLong = await app.call(
    'preview-contract',
    { templateId: template.id, title: 'Order', replacements: { CLIENT_NAME: 'x'.repeat(80) } },
    owner,
  )
  assert.equal(tooLong.body.code, 'value_too_long')
  const { document } = ok<{ document: { id: string } }>(await generate())
  ok(await app.call('update-template', { templateId: template.id, boxes: [] }, owner))
  const kept = ok<{ document: { template_version: number } }>(
    await app.call('show-document', { documentId: document.id }, owner),
  )
  assert.equal(kept.document.template_version, 1)
  const { text = '' } = (await paper.pagesOf(await download(document.id, 'original', owner), 'test'))[0] ?? {}
  assert.ok(text.includes('Ευκλείδης'))
})

test('a PDF that was taken before odd names were looked at is refused when it is sent', async () => {
  const { owner, generate, file } = await given()
  const odd = await PDFDocument.load(await oddPages())
  odd.getPage(0).drawText('{{Price (EUR)}}', { x: 150, y: 300, size: 12 })
  const bytes = Buffer.from(await odd.save())
  const row = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('template_files').select('stored_as').where('id', '=', file.id).executeTakeFirstOrThrow(),
  )
  const name = readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith(row.stored_as))
  const place = path.join(app.dataDir, name ?? '')
  chmodSync(place, 0o600)
  writeFileSync(place, bytes)
  await asOwner(app.target, (client) =>
    client.query('update foyer.template_files set sha256 = sha256($2) where id = $1', [file.id, bytes]),
  )
  const { status, body } = await generate()
  assert.match(`${status} ${String(body.code)} ${String(body.error)}`, /^400 placeholder_left .*\{\{PRICE \(EUR\)\}\}/)
})
