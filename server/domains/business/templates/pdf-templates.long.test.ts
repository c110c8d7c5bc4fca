import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { deflated, makePdf, onePage, streamOf, writtenPdf } from '#test/support/papers.ts'
import { putPdf, uploadPdf } from '#test/support/pdf-templates.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

const call = async (name: string, input: object, as: Someone) => {
  const { status, body } = await app.call(name, input, as)
  return { said: status === 200 ? 'ok' : `${status} ${body.code} ${body.field}`, body: body as Record<string, unknown> }
}
const template = async (input: object, as: Someone) => {
  const { said, body } = await call('create-template', { name: 'Order', kind: 'pdf', ...input }, as)
  assert.equal(said, 'ok', JSON.stringify(body))
  return body.template as {
    id: string
    version: number
    placeholders: object[]
    fields: object[]
    boxes: object[]
    file: object
  }
}
const sign = { id: 'f1', kind: 'signature', signer: 'client', page: 0, x: 20, y: 20, width: 100, height: 30 }
const box = { id: 'b1', key: 'PRICE', page: 0, x: 20, y: 60, width: 100, height: 16 }

test('a hostile file is refused by name with the words of its fault, or stored without what acts', async () => {
  const owner = await app.given.organization('Nordlicht')
  const paper = pdfPaper()
  const identity = await paper.makeIdentity({ organization: 'A', at: new Date(), years: 1 })
  const sealed = await paper.seal(await makePdf(), { identity, name: 'A', reason: 'B', at: new Date(), timestamp: null }, 'org')
  await paper.close()
  const locked = await PDFDocument.create()
  locked.addPage()
  locked.encrypt({ ownerPassword: 'owner', userPassword: '' })
  const kids = Array.from({ length: 10_000 }, (_, index) => `${index + 3} 0 R`).join(' ')
  const pages = Array.from({ length: 10_000 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>')
  const plain = onePage()
  const otherText = `4 0 obj\n${streamOf(Buffer.from('BT /F 12 Tf 20 150 Td (Another text) Tj ET'))}\nendobj\nxref\n`
  const doubled = plain.toString('latin1').replace('xref\n', otherText)
  const moved = doubled.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + otherText.length - 5}`)
  const hostile: readonly (readonly [string, Buffer])[] = [
    ['pdf_not_pdf', Buffer.from('PK\u0003\u0004 a document of another program')],
    ['pdf_not_pdf', Buffer.alloc(0)],
    ['pdf_active', onePage({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' })],
    ['pdf_active', onePage({ catalog: '/AcroForm << /Fields [] /XFA (<xdp/>) >>' })],
    ['pdf_signed', sealed],
    ['pdf_encrypted', Buffer.from(await locked.save())],
    [
      'pdf_too_many_pages',
      writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count 10000 >>`, ...pages]),
    ],
    ['pdf_too_large', Buffer.concat([await makePdf(), Buffer.alloc(26 * 2 ** 20)])],
    ['pdf_too_large', onePage({ objects: [deflated(Buffer.alloc(300 * 2 ** 20))] })],
    ['pdf_broken', (await makePdf()).subarray(0, 700)],
    ['pdf_broken', Buffer.from(moved, 'latin1')],
    ['pdf_placeholders_left', Buffer.from(plain.toString('latin1').replace('(A line of text)', '({{A/B & Cos.}})'), 'latin1')],
    ['pdf_placeholders_left', Buffer.from(plain.toString('latin1').replace('(A line of text)', '({{CLIENT_NAME}})'), 'latin1')],
  ]
  for (const [code, pdf] of hostile) {
    const { status, body } = await putPdf(app, owner, pdf)
    assert.deepEqual([status, body.code, body.field], [400, code, 'file'])
  }
  const left = await putPdf(app, owner, hostile.at(-1)?.[1] as Buffer)
  assert.match(String(left.body.error ?? left.body.message), /\{\{CLIENT_NAME\}\}/)
  const odd = await putPdf(app, owner, hostile.at(-2)?.[1] as Buffer)
  assert.match(String(odd.body.error ?? odd.body.message), /\{\{A\/B & COS\.\}\}/)

  const acting = onePage({
    catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>',
    objects: [
      '<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>',
      streamOf(Buffer.from('MZ-PROGRAM'), '/Type /EmbeddedFile'),
    ],
  })
  const file = await uploadPdf(app, owner, acting)
  const stored = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('template_files').selectAll().executeTakeFirstOrThrow(),
  )
  assert.equal(stored.sha256.toString('hex'), file.sha256)
  assert.notEqual(stored.bytes, acting.length)
  // The same file is stored once.
  assert.equal((await uploadPdf(app, owner, acting)).id, file.id)
  const { count } = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('template_files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  assert.equal(Number(count), 1)
})

test('a template shows the name that its own file was uploaded under, also where another has the same bytes', async () => {
  const owner = await app.given.organization('Nordlicht')
  const pdf = await makePdf()
  const named = async (name: string) => ({ name, file: (await uploadPdf(app, owner, pdf, `${name}.pdf`)).id })
  const [first, second] = [await template(await named('Order form'), owner), await template(await named('Retainer'), owner)]
  const nameOf = async ({ id }: { readonly id: string }) => {
    const { body } = await call('show-template', { templateId: id }, owner)
    const { version, file } = body.template as { version: number; file: { name: string } }
    return [version, file.name]
  }
  assert.deepEqual(
    [await nameOf(first), await nameOf(second)],
    [
      [1, 'Order form.pdf'],
      [1, 'Retainer.pdf'],
    ],
  )
  // Uploaded again under another name, it is a new version with that name; the same upload is none.
  const again = async (name: string) => call('update-template', { templateId: first.id, ...(await named(name)) }, owner)
  assert.equal((await again('Order form')).said, 'ok')
  assert.deepEqual(await nameOf(first), [1, 'Order form.pdf'])
  assert.equal((await again('Order form 2026')).said, 'ok')
  assert.deepEqual(
    [await nameOf(first), await nameOf(second)],
    [
      [2, 'Order form 2026.pdf'],
      [1, 'Retainer.pdf'],
    ],
  )
})

test('only an admin uploads a file, under a name', async () => {
  const owner = await app.given.organization('Nordlicht')
  const member = await app.given.person(owner.orgId, 'member')
  const pdf = await makePdf()
  assert.equal((await putPdf(app, member, pdf)).body.code, 'forbidden')
  assert.equal((await putPdf(app, { token: 'x' }, pdf)).body.code, 'not_signed_in')
  for (const name of ['', ' ', 'x'.repeat(256), 'a\u0000b'])
    assert.equal((await putPdf(app, owner, pdf, name)).body.field, 'name')
})

test('fields and boxes stand within their pages, under ids of their own, and a change is a new version', async () => {
  const owner = await app.given.organization('Nordlicht')
  const file = await uploadPdf(app, owner, onePage())
  assert.deepEqual(file.pages, [{ width: 300, height: 200 }])
  const refused = async (input: object, expected: string) =>
    assert.equal((await call('create-template', { name: 'Order', kind: 'pdf', file: file.id, ...input }, owner)).said, expected)
  await refused({ fields: [{ ...sign, x: 201 }] }, '400 field_outside fields.0')
  await refused({ fields: [sign, { ...sign, id: 'f2', y: 171 }] }, '400 field_outside fields.1')
  await refused({ boxes: [{ ...box, page: 1 }] }, '400 field_outside boxes.0.page')
  await refused({ boxes: [{ ...box, x: -1 }] }, '400 bad_request boxes.0.x')
  await refused({ fields: [sign], boxes: [{ ...box, id: 'f1' }] }, '400 field_doubled boxes.0.id')
  await refused({ fields: [{ ...sign, signer: 'boss' }] }, '400 bad_request fields.0.signer')
  await refused({ fields: [{ ...sign, signer: 'client-1' }] }, '400 bad_request fields.0.signer')
  await refused({ fields: [{ ...sign, label: '\u{13000}' }] }, '400 letter_without_font fields.0.label')
  await refused({ body: 'A text' }, '400 template_part_wrong body')
  await refused({ file: owner.orgId }, '404 template_file_not_found file')
  await refused({ file: undefined }, '400 missing_field file')
  await refused({ kind: 'text', body: 'A text' }, '400 template_part_wrong file')
  // They may overlap.
  const made = await template(
    { file: file.id, fields: [sign, { ...sign, id: 'f2', kind: 'tick' }], boxes: [box, { ...box, id: 'b2', x: 20.123 }] },
    owner,
  )
  assert.deepEqual(made.placeholders, [{ key: 'PRICE', type: 'text', label: null, default: null }])
  assert.deepEqual(
    made.fields.map((each) => (each as { required: boolean }).required),
    [true, false],
  )
  assert.deepEqual(made.boxes[1], { ...box, id: 'b2', x: 20.12, size: 10, align: 'left' })
  const update = (input: object) => call('update-template', { templateId: made.id, ...input }, owner)
  const version = async (input: object) => ((await update(input)).body.template as { version: number }).version
  assert.equal(await version({ name: 'Order 2' }), 1)
  assert.equal(await version({ boxes: [box], placeholders: [{ key: 'PRICE', type: 'line' }] }), 2)
  const long = await uploadPdf(app, owner, await makePdf(2))
  assert.equal(await version({ file: long.id }), 3)
  assert.equal(await version({ fields: [{ ...sign, page: 1 }] }), 4)
  assert.equal((await update({ file: file.id })).said, '400 field_outside fields.0.page')
  assert.equal((await update({ body: 'A text' })).said, '400 template_part_wrong body')
  const kept = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('template_versions').select(['version', 'file_id']).orderBy('version').execute(),
  )
  assert.deepEqual(
    kept.map(({ file_id }) => file_id),
    [file.id, file.id, long.id, long.id],
  )
})

test('pages are pictures for members of the workspace, and a damaged file is named', async () => {
  const [owner, other] = [await app.given.organization('Nordlicht'), await app.given.organization('Other')]
  const file = await uploadPdf(app, owner, await makePdf())
  const picture = (page: number, as: Someone) =>
    fetch(`${app.url}/download/download-template-page?file=${file.id}&page=${page}&width=400`, {
      headers: { authorization: `Bearer ${as.token}` },
    })
  const shown = await picture(1, owner)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png'])
  assert.equal(Buffer.from(await shown.arrayBuffer()).readUInt32BE(16), 400)
  assert.deepEqual([(await picture(2, owner)).status, (await picture(0, other)).status], [404, 404])
  assert.equal(
    (await call('create-template', { name: 'Order', kind: 'pdf', file: file.id }, other)).said,
    '404 template_file_not_found file',
  )
  await asOwner(app.target, (client) =>
    client.query("update foyer.template_files set sha256 = sha256('x') where id = $1", [file.id]),
  )
  assert.equal(((await (await picture(0, owner)).json()) as { code: string }).code, 'template_file_damaged')
})

test('an upload that became no template is gone a day later, and what a template has stays', async () => {
  const owner = await app.given.organization('Nordlicht')
  const [used, unused] = [await uploadPdf(app, owner, await makePdf(1)), await uploadPdf(app, owner, await makePdf(2))]
  await template({ file: used.id }, owner)
  await asOwner(app.target, (client) =>
    client.query("update foyer.template_files set created_at = created_at - interval '25 hours' where org_id = $1", [
      owner.orgId,
    ]),
  )
  const newest = await uploadPdf(app, owner, await makePdf(3))
  const rows = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('template_files').select(['id', 'stored_as']).orderBy('id').execute(),
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    [used.id, newest.id].sort(),
  )
  assert.equal(
    (await call('create-template', { name: 'Late', kind: 'pdf', file: unused.id }, owner)).said,
    '404 template_file_not_found file',
  )
})
