import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { flipped, lockedPdf, makePdf, onePage, replaced } from '#test/support/papers.ts'
import { putRecordFile } from '#test/support/record-files.ts'
import { type Answer, ok } from '#test/support/requests.ts'
import { addPaper, sendPaper } from '#test/support/signed-papers.ts'
import { checkEvidence } from './evidence-check.ts'
import { sealDocument } from './seal-document.ts'
import { findRoots } from './sealing.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
/** As a scanner, or an attacker, writes it. */
const scan = (note = 'signed'): Buffer =>
  replaced(onePage({ catalog: `/OpenAction ${script}` }), 'A line of text', note.slice(0, 14).padEnd(14))

const open = () => openDocuments(app, jobs.context.vault)
const signOnPaper = (documents: Documents, document: ShownDocument, url: string, role = 'client', more: object = {}) => {
  const signer = document.signers.find((each) => each.role === role)
  const data = {
    ...{ signerName: signer?.name, signerEmail: signer?.email, signerRole: role, timestamp: new Date().toISOString() },
    ...more,
  }
  return app.call('sign-document', { documentId: document.id, data, url }, documents.owner)
}
const refused = ({ status, body }: Answer): string => `${status} ${body.code}`
const query = async (text: string) =>
  (await asOwner(app.target, (client) => client.query(text))).rows as Record<string, unknown>[]

const downloaded = async (url: string, { token }: Pick<Someone, 'token'>): Promise<Buffer> => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200, await answer.clone().text())
  return Buffer.from(await answer.arrayBuffer())
}
const fileOf = ({ owner }: Documents, documentId: string, file: string): Promise<Buffer> =>
  downloaded(`${app.url}/download/download-document?documentId=${documentId}&file=${file}`, owner)

/** A document whose client signed with a pen, sealed. */
const sealedOnPaper = async () => {
  const documents = await open()
  const document = await documents.document({ title: 'Roof', locale: 'en' })
  const given = scan()
  const paper = await addPaper(app, documents.owner, document.id, given, 'Vertrag Müller.pdf')
  assert.deepEqual(ok(await signOnPaper(documents, document, paper.url)).body, { success: true, status: 'pending_signature' })
  ok(await documents.signAsAdmin(document))
  await sealDocument.run({ orgId: documents.owner.orgId, documentId: document.id }, jobs.context)
  return { documents, document, given, paper }
}

test('a paper signed by hand is evidence, is inside the sealed document under its seal, and is named by certificate, verify page and digest', async () => {
  const { documents, document, given, paper } = await sealedOnPaper()
  const { owner } = documents
  assert.equal(paper.given_sha256, sha256(given))
  assert.notEqual(paper.sha256, paper.given_sha256)
  const kept = await downloaded(paper.url, owner)
  assert.equal(sha256(kept), paper.sha256)
  assert.doesNotMatch(kept.toString('latin1'), /JavaScript|OpenAction/)

  const shown = (await documents.shown(document.id)) as unknown as Omit<ShownDocument, 'files' | 'signers'> & {
    readonly files: { readonly kind: string; readonly paper: Record<string, unknown> | null }[]
    readonly signers: { readonly id: string; readonly role: string; readonly class: string }[]
  }
  const client = shown.signers.find(({ role }) => role === 'client')
  assert.deepEqual([shown.seal, client?.class], ['sealed', 'attested'])
  const { uploaded_at, ...about } = shown.files.find(({ kind }) => kind === 'uploaded')?.paper ?? {}
  const name = (await query(`select name from directory.people where id = '${owner.personId}'`))[0]?.name
  assert.deepEqual(about, {
    ...{ url: paper.url, given_sha256: paper.given_sha256, name: 'Vertrag Müller.pdf', uploaded_by: name },
    signer_ids: [client?.id],
  })
  assert.deepEqual(
    shown.evidence.map(({ kind }) => kind),
    ['made', 'sent', 'sent', 'uploaded', 'signed', 'signed', 'completed', 'sealed', 'certified'],
  )
  const [event] = shown.evidence.filter(({ kind }) => kind === 'uploaded')
  assert.deepEqual(event?.facts, {
    file: { sha256: paper.sha256, bytes: paper.bytes },
    ...{ given: { sha256: paper.given_sha256, bytes: given.length }, pages: 1, person: owner.personId },
  })
  const signature = shown.evidence.find(({ kind, facts }) => kind === 'signed' && facts.class === 'attested')
  assert.deepEqual(signature?.facts.paper, { sha256: paper.sha256, bytes: paper.bytes })

  // One PDF, without the server.
  const { paper: pdfs } = jobs.context.ports
  const roots = await app.database.inOrg(owner.orgId, (db) => findRoots(db, owner.orgId))
  const [sealed, certificate] = [
    await fileOf(documents, document.id, 'sealed'),
    await fileOf(documents, document.id, 'certificate'),
  ]
  const inSealed = await pdfs.check(sealed, roots, owner.orgId)
  assert.equal(inSealed.isIntact, true)
  assert.deepEqual(
    inSealed.attachments.map((each) => [each.name, sha256(each.bytes)]),
    [['signed-by-hand-1.pdf', paper.sha256]],
  )
  const inCertificate = await pdfs.check(certificate, roots, owner.orgId)
  const evidence = inCertificate.attachments.find((each) => each.name === 'evidence.json')?.bytes as Buffer
  const results = (attached: readonly string[]) =>
    checkEvidence(evidence, sha256(sealed), attached).checks.map((each) => [each.name, each.result])
  assert.deepEqual(results([paper.sha256]).at(-1), ['evidence_papers', 'passed'])
  assert.ok(results([paper.sha256]).every(([, result]) => result === 'passed'))
  assert.deepEqual(results([]).at(-1), ['evidence_papers', 'failed'])
  const words = (await pdfs.pagesOf(certificate, owner.orgId)).map(({ text }) => text).join('\n')
  const flat = words.replaceAll(/\s/g, '')
  for (const part of [
    'signed by hand on paper',
    'signed-by-hand-1.pdf',
    paper.sha256,
    paper.given_sha256,
    'Paper signed by hand uploaded',
  ])
    assert.ok(flat.includes(part.replaceAll(/\s/g, '')), `${part} in ${words}`)

  // The paper is known by both of its digests, and says whose word it is.
  for (const digest of [paper.sha256, paper.given_sha256]) {
    const { body } = ok(await publicly(app, 'verify-file', { sha256: digest }))
    assert.deepEqual([body.valid, body.file], [true, 'uploaded'])
    const said = { sha256: paper.sha256, givenSha256: paper.given_sha256, uploadedAt: uploaded_at, uploadedBy: name }
    assert.deepEqual(body.paper, said)
    const { signers } = body.doc as unknown as { signers: { role: string; class: string; paper: unknown }[] }
    assert.deepEqual(signers.map((each) => [each.role, each.class, each.paper]).sort(), [
      ['admin', 'session', null],
      ['client', 'attested', said],
    ])
    const page = await (await fetch(`${app.url}/verify?lang=en&sha256=${digest}`)).text()
    assert.match(page, /Your file is a paper that was signed by hand for this document/)
    assert.match(page, /signed by hand on paper, as attested by the sender/)
    assert.ok(page.includes(paper.sha256))
    assert.ok(page.includes(String(name)))
  }
})

test('the same bytes are one file and one event, however often and at once members send them, and also once the document is signed', async () => {
  const documents = await open()
  const { owner } = documents
  const document = await documents.document()
  const member = await app.given.person(owner.orgId, 'member')
  const content = scan('once')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => addPaper(app, n % 2 ? member : owner, document.id, content, `Scan ${n}.pdf`)),
  )
  assert.equal(new Set(answers.map(({ url }) => url)).size, 1)
  // What is kept of it is the same file, too.
  const [first] = answers
  assert.ok(first)
  const again = await addPaper(app, member, document.id, await downloaded(first.url, member))
  assert.equal(again.id, first.id)
  const counts = async () => {
    const { files, evidence } = await documents.shown(document.id)
    return [files, evidence].map((each) => each.filter(({ kind }) => kind === 'uploaded').length)
  }
  assert.deepEqual(await counts(), [1, 1])
  // Two signatures can stand on one paper, also the member's own.
  ok(await signOnPaper(documents, document, first.url))
  assert.deepEqual(ok(await signOnPaper(documents, document, first.url, 'admin')).body, { success: true, status: 'signed' })
  ok(await signOnPaper(documents, document, first.url, 'admin'))
  assert.equal((await addPaper(app, owner, document.id, content)).id, first.id)
  assert.equal(refused(await sendPaper(app, owner, document.id, scan('late'))), '409 not_pending')
  assert.deepEqual(await counts(), [1, 1])
  const { signers } = (await documents.shown(document.id)) as unknown as { signers: { class: string }[] }
  assert.deepEqual(
    signers.map((each) => each.class),
    ['attested', 'attested'],
  )
})

test('an address that is not to the letter that of a paper of this document is refused, and the document stays as it was', async () => {
  const [documents, strangers] = [await open(), await open()]
  const [document, other, theirs] = [await documents.document(), await documents.document(), await strangers.document()]
  const own = await addPaper(app, documents.owner, document.id, scan('own'))
  const ofOther = await addPaper(app, documents.owner, other.id, scan('other'))
  const ofTheirs = await addPaper(app, strangers.owner, theirs.id, scan('theirs'))
  const original = `${app.url}/download/download-document?documentId=${document.id}&file=original`
  for (const url of [
    ...[ofOther.url, ofTheirs.url, theirs.url, other.url, original],
    ...[`${own.url}&x=1`, `${own.url}#`, own.url.toUpperCase(), own.url.replace('http://', 'https://')],
    own.url.replace(own.id, ofOther.id),
    own.url.replace(document.id, other.id),
    ...['http://127.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', `${app.url}@evil.example/`],
    ...['javascript:alert(1)', own.id, own.sha256, '//evil.example/a.pdf', `${documents.wish.projectId}`],
  ])
    assert.equal(refused(await signOnPaper(documents, document, url)), '400 foreign_url', url)
  assert.equal((await documents.shown(document.id)).evidence.filter(({ kind }) => kind === 'signed').length, 0)
  // Nor is a paper of others read.
  const foreign = await fetch(ofTheirs.url, { headers: { authorization: `Bearer ${documents.owner.token}` } })
  assert.equal(foreign.status, 404)
  const { url } = new Request(own.url.replace(own.id, ofOther.id))
  assert.equal((await fetch(url, { headers: { authorization: `Bearer ${documents.owner.token}` } })).status, 404)
  ok(await signOnPaper(documents, document, own.url))
})

test('a file that cannot be kept or sealed is refused with its reason: no PDF, a password, too many pages, a digital signature, the document itself, a closed or foreign document', async () => {
  const documents = await open()
  const { owner } = documents
  const document = await documents.document()
  const many = await PDFDocument.create()
  for (let page = 0; page < 501; page++) many.addPage([100, 100])
  const { paper } = jobs.context.ports
  const identity = await paper.makeIdentity({ organization: 'A', at: new Date(), years: 1 })
  const order = { identity, name: 'A', reason: 'B', at: new Date(), timestamp: null }
  const signed = await paper.seal(await makePdf(), order, 'org')
  const cases: [string, Buffer][] = [
    ['400 pdf_not_pdf', Buffer.from('Not a PDF at all')],
    ['400 pdf_broken', Buffer.from('%PDF-1.7\nand nothing else')],
    ['400 pdf_encrypted', await lockedPdf()],
    ['400 pdf_too_many_pages', Buffer.from(await many.save())],
    ['400 pdf_active', onePage({ catalog: '/AcroForm << /Fields [] /XFA (<xdp/>) >>' })],
    ['400 paper_signed', signed],
    ['400 paper_is_original', await fileOf(documents, document.id, 'original')],
  ]
  for (const [code, content] of cases) {
    const answer = await sendPaper(app, owner, document.id, content)
    assert.deepEqual([refused(answer), answer.body.field], [code, 'fileId'])
  }
  const member = await app.given.person(owner.orgId, 'member')
  const { body } = await putRecordFile(app, owner, 'Scan.pdf', scan('of the owner'))
  const fileId = (body.file as { id: string }).id
  const upload = (input: object, as: Someone) => app.call('upload-signed-file', input, as)
  assert.equal(refused(await upload({ documentId: document.id, fileId }, member)), '404 record_file_not_found')
  const stranger = await app.given.organization('Elsewhere')
  assert.equal(refused(await upload({ documentId: document.id, fileId }, stranger)), '404 document_not_found')
  assert.equal(refused(await upload({ documentId: fileId, fileId }, owner)), '404 document_not_found')
  const voided = await documents.document()
  ok(await app.call('void-document', { documentId: voided.id, reason: 'Another version' }, owner))
  assert.equal(refused(await sendPaper(app, owner, voided.id, scan())), '409 not_pending')
  ok(await app.call('update-sealing', { allowsAttesting: false }, owner))
  assert.equal(refused(await sendPaper(app, owner, document.id, scan())), '403 attesting_forbidden')
  ok(await app.call('update-sealing', { allowsAttesting: true }, owner))
  const all = await documents.shown(document.id)
  assert.deepEqual(
    [all.files.map(({ kind }) => kind), all.evidence.filter(({ kind }) => kind === 'uploaded').length],
    [['original'], 0],
  )
  // A file of a record is open to all who see the record.
  const { deal_id: recordId } = (await query(`select deal_id from foyer.documents where id = '${document.id}'`))[0] ?? {}
  ok(await app.call('add-record-file', { kind: 'deal', recordId, fileId }, owner))
  ok(await upload({ documentId: document.id, fileId }, member))
  // So many, and no more: all of them would have to fit into what is sealed.
  for (let paper = 1; paper < 20; paper++) await addPaper(app, owner, document.id, scan(`paper ${paper}`))
  assert.equal(refused(await sendPaper(app, owner, document.id, await makePdf(1))), '409 papers_full')
})

test('a member who records a signature that was made before in another way, or on another paper, reads how and when it was made', async () => {
  const documents = await open()
  const { owner } = documents
  const document = await documents.document()
  const [first, second] = [
    await addPaper(app, owner, document.id, scan('first')),
    await addPaper(app, owner, document.id, scan('second')),
  ]
  ok(await signOnPaper(documents, document, first.url))
  const before = await documents.shown(document.id)
  ok(await signOnPaper(documents, document, first.url))
  const told = async (answer: Promise<Answer>, says: RegExp): Promise<void> => {
    const { status, body } = await answer
    assert.deepEqual([status, body.code], [409, 'already_signed'])
    assert.match(String(body.error), says)
  }
  const when = String.raw`at \d{4}-\d\d-\d\dT[\d:.]+Z`
  await told(signOnPaper(documents, document, second.url), new RegExp(`recorded ${when}, on another paper`))
  await told(signOnPaper(documents, document, document.url), new RegExp(`recorded ${when}, on another paper`))
  assert.deepEqual((await documents.shown(document.id)).evidence, before.evidence)

  // The client signs by link a second before their scan is recorded.
  const other = await documents.document()
  const paper = await addPaper(app, owner, other.id, scan('third'))
  ok(await documents.signByLink(await documents.tokenOf(other.id, 'client')))
  await told(signOnPaper(documents, other, paper.url), new RegExp(`signed by their own link ${when}`))
  await told(signOnPaper(documents, other, other.url), /signed by their own link/)
  ok(await documents.signAsAdmin(other))
  ok(await documents.signAsAdmin(other))
  await told(signOnPaper(documents, other, paper.url, 'admin'), new RegExp(`signed in the app ${when}`))

  // Attested first, and its paper uploaded after.
  const attested = await documents.document()
  ok(await signOnPaper(documents, attested, attested.url))
  const late = await addPaper(app, owner, attested.id, scan('fourth'))
  await told(signOnPaper(documents, attested, late.url), new RegExp(`recorded ${when}, without this paper`))
  ok(await signOnPaper(documents, attested, attested.url))
})

test('papers have 40 MB with their document, so that its seal, and the pictures of all who sign, still fit into what can be read', async () => {
  const documents = await open()
  const { owner } = documents
  const document = await documents.document()
  await addPaper(app, owner, document.id, scan('small'))
  const taken = (mb: number) =>
    query(`update foyer.document_files set bytes = ${mb * 2 ** 20} where document_id = '${document.id}' and kind = 'uploaded'`)
  await taken(41)
  assert.equal(refused(await sendPaper(app, owner, document.id, scan('next'))), '409 papers_full')
  await taken(39)
  ok(await sendPaper(app, owner, document.id, scan('next')))
})

test('a paper that was exchanged, changed on disk, dropped from the evidence or given another name of its uploader makes the document invalid', async () => {
  const { documents, document, paper } = await sealedOnPaper()
  const { paper: other } = await sealedOnPaper()
  const isValid = async () => ok(await publicly(app, 'verify-document', { docId: document.id })).body.valid
  const files = `foyer.document_files where document_id = '${document.id}' and kind = 'uploaded'`
  const [row] = await query(`select name, encode(sha256, 'hex') as sha256 from ${files}`)
  assert.equal(await isValid(), true)
  const set = (values: string) =>
    query(`update foyer.document_files set ${values} where document_id = '${document.id}' and kind = 'uploaded'`)
  const named = (value: string) =>
    query(`update foyer.document_personal p set value = '${value}' from foyer.document_events e
      where e.document_id = p.document_id and e.seq = p.seq and e.kind = 'uploaded' and p.key = 'name' and p.document_id = '${document.id}'`)
  const [who] =
    await query(`select p.value from foyer.document_personal p join foyer.document_events e using (org_id, document_id, seq)
    where e.kind = 'uploaded' and p.key = 'name' and p.document_id = '${document.id}'`)
  const place = path.join(app.dataDir, 'files', String(row?.name))
  const bytes = await downloaded(paper.url, documents.owner)
  const changes: [string, () => Promise<unknown> | unknown, () => Promise<unknown> | unknown][] = [
    ['another digest', () => set(`sha256 = '\\x${other.given_sha256}'`), () => set(`sha256 = '\\x${row?.sha256}'`)],
    [
      'another as given',
      () => set(`given_sha256 = '\\x${'ab'.repeat(32)}'`),
      () => set(`given_sha256 = '\\x${paper.given_sha256}'`),
    ],
    ['another uploader', () => named('Eve'), () => named(String(who?.value))],
    ['a bit on disk', () => writeOver(place, flipped(bytes, bytes.length >> 1)), () => writeOver(place, bytes)],
  ]
  for (const [name, change, undo] of changes) {
    await change()
    assert.equal(await isValid(), false, name)
    await undo()
    assert.equal(await isValid(), true, `${name}, undone`)
  }
  await query(`delete from ${files}`)
  assert.equal(await isValid(), false)
})

/** Stored files are read-only, which binds no root. */
const writeOver = (place: string, bytes: Buffer): void => writeFileSync(place, bytes)

test('a paper is kept, held and removed with its document, and erased with a person whose document ended unsigned', async () => {
  const documents = await open()
  const { owner } = documents
  const document = await documents.document()
  const paper = await addPaper(app, owner, document.id, scan('private'), 'Maya Rao signed.pdf')
  const listed = await query(
    `select kind, subject_id, bytes from foyer.stored_files where subject_id = '${document.id}' and sha256 = '\\x${paper.sha256}'`,
  )
  assert.deepEqual(listed, [{ kind: 'document', subject_id: document.id, bytes: paper.bytes }])
  ok(await app.call('void-document', { documentId: document.id, reason: 'Another version' }, owner))
  const [contact] = await query(`select contact_id from foyer.documents where id = '${document.id}'`)
  const ids = [contact?.contact_id]
  const deals = [documents.wish.projectId]
  ok(await app.call('delete-records', { kind: 'deal', ids: deals }, owner))
  ok(await app.call('remove-from-bin', { kind: 'deal', ids: deals }, owner))
  ok(await app.call('delete-records', { kind: 'contact', ids }, owner))
  ok(await app.call('remove-from-bin', { kind: 'contact', ids }, owner))
  const { files, evidence } = await documents.shown(document.id)
  assert.deepEqual(files, [])
  const erased = evidence.at(-1)
  assert.deepEqual([erased?.kind, erased?.facts.files], ['erased', ['original', 'uploaded']])
  const [left] =
    await query(`select count(*) filter (where key = 'file_name')::int as names, count(*) filter (where key = 'name')::int as who
    from foyer.document_personal p join foyer.document_events e using (org_id, document_id, seq)
    where document_id = '${document.id}' and e.kind = 'uploaded'`)
  assert.deepEqual(left, { names: 0, who: 1 })
  const hashes = await query(`select 1 from directory.document_hashes where document_id = '${document.id}'`)
  assert.equal(hashes.length, 0)
  const swept = await query(`select bytes from foyer.stored_files where subject_id = '${document.id}' and bytes is not null`)
  assert.equal(swept.length, 0, 'left to the sweep')
})
