import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { makePdf } from '#test/support/papers.ts'
import { uploadPdf } from '#test/support/pdf-templates.ts'
import { ok } from '#test/support/requests.ts'
import { addPaper } from '#test/support/signed-papers.ts'

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

/** Of a PDF template without a value in it: the same words for every client. */
const openForm = async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { owner } = documents
  const file = await uploadPdf(app, owner, await makePdf(1))
  const at = { page: 0, y: 200, width: 100, height: 30, kind: 'signature' }
  const fields = [
    { ...at, id: 'client', signer: 'client', label: 'Client', x: 20 },
    { ...at, id: 'agency', signer: 'admin', label: 'Agency', x: 160 },
  ]
  const parts = { fields, boxes: [], placeholders: [] }
  const made = ok(await app.call('create-template', { name: 'NDA', kind: 'pdf', file: file.id, ...parts }, owner)).body
  const templateId = (made.template as unknown as { id: string }).id
  return {
    ...{ documents, owner },
    send: (email: string) =>
      documents.document({
        ...{ templateId, title: 'NDA', replacements: {} },
        signers: [
          { name: `Client ${email}`, email, role: 'client' },
          { name: 'Mira', email: 'mira@agency.example', role: 'admin' },
        ],
      }),
  }
}
const originalOf = (document: ShownDocument): string => document.files.find(({ kind }) => kind === 'original')?.sha256 ?? ''
const verified = async (sha256: string) => ok(await publicly(app, 'verify-file', { sha256 })).body
const pageAt = async (sha256: string): Promise<string> =>
  (await fetch(`${app.url}/verify?lang=en&sha256=${sha256}`, { headers: { 'x-forwarded-for': '198.18.99.1' } })).text()
/** As files were before each had its number. */
const givenFileOf = (document: ShownDocument, other: ShownDocument): Promise<unknown> =>
  asOwner(app.target, (client) =>
    client.query(`
      insert into directory.document_hashes select sha256, org_id, '${document.id}', kind from directory.document_hashes
      where document_id = '${other.id}' and kind = 'original'`),
  )
const allSign = async (documents: Documents, document: ShownDocument): Promise<void> => {
  for (const role of ['client', 'admin'] as const) ok(await documents.signByLink(await documents.tokenOf(document.id, role)))
}

test('one PDF that is sent to two clients is two files: that of each tells of their own document alone', async () => {
  const { owner, send } = await openForm()
  const [first, second] = [await send('a@clients.example'), await send('b@clients.example')]
  assert.notEqual(originalOf(first), originalOf(second))
  for (const document of [first, second]) {
    const answer = await fetch(`${app.url}/download/download-document?documentId=${document.id}&file=original`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const pdf = await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })
    assert.equal(pdf.getKeywords(), document.id)
    const { doc } = (await verified(originalOf(document))) as unknown as { doc: { id: string } }
    assert.equal(doc.id, document.id)
  }
})

test('a file that several documents have tells of none: no name, title or number, whichever of them hold, and each is verified by its number', async () => {
  const { documents, owner, send } = await openForm()
  const [mine, other] = [await send('a@clients.example'), await send('b@clients.example')]
  const sha256 = originalOf(mine)
  await givenFileOf(other, mine)
  await allSign(documents, other)
  const nothing = { valid: false, failure: 'several_documents', file: 'original' }
  assert.deepEqual(await verified(sha256), nothing)
  const page = await pageAt(sha256)
  assert.match(page, /<div class="state wait" id="result" role="status"><p><strong>Your file belongs to several documents\./)
  assert.doesNotMatch(page, /b@clients|NDA|id="look"/)
  // Mine is taken back: that the other is the only one that holds, and who signed it, is still none of my business.
  ok(await app.call('void-document', { documentId: mine.id, reason: 'A mistake' }, owner))
  assert.deepEqual(await verified(sha256), nothing)

  const own = await send('c@clients.example')
  assert.equal(ok(await publicly(app, 'verify-document', { docId: own.id, sha256: originalOf(own) })).body.valid, true)
})

test('a scan that was uploaded to two documents tells of neither, as it came and as it is kept', async () => {
  const { documents, owner } = await openForm()
  const scan = await makePdf(3)
  const [first, second] = [await documents.document(), await documents.document()]
  const paper = await addPaper(app, owner, first.id, scan)
  assert.deepEqual((await verified(paper.given_sha256)).file, 'uploaded')
  await addPaper(app, owner, second.id, scan)
  for (const sha256 of [paper.sha256, paper.given_sha256]) {
    assert.deepEqual(await verified(sha256), { valid: false, failure: 'several_documents', file: 'uploaded' })
    for (const docId of [first.id, second.id]) {
      const { valid, file } = ok(await publicly(app, 'verify-document', { docId, sha256 })).body
      assert.deepEqual([valid, file], [true, 'uploaded'])
    }
  }
})
