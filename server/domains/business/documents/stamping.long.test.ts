import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { happenedEarlier } from '#test/support/happened-earlier.ts'
import { type Answer, ok } from '#test/support/requests.ts'
import { downloadFile, sentToOne, signByOne, textOfPages, turnTimestamps } from '#test/support/sealing.ts'
import type { SentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'
import { findDocument } from './documents.ts'

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

const turn = (dial: object = {}): Promise<void> => turnTimestamps(app, dial)

interface Shown {
  readonly status: string
  readonly seal: string | null
  readonly seal_reason: string | null
  readonly deal_id: string
  readonly template_id: string
  readonly timestamp: { state: string; at: string | null; authority: string | null } | null
}

interface Verified {
  readonly valid: boolean
  readonly doc?: {
    readonly timestamp: { state: string; at: string | null; authority: string | null; valid: boolean | null } | null
  }
}
const verified = async (name: string, input: object): Promise<Verified> =>
  ok(await app.call(name, input, null)).body as unknown as Verified
const pageOf = async (address: string): Promise<string> => (await fetch(`${app.url}${address}`)).text()

const given = (locale?: string): Promise<SentDocument> => sentToOne(app, locale)
const setTo = (timestamp: string, { owner }: SentDocument, more: object = {}) =>
  app.call('update-sealing', { timestamp, ...more }, owner)
const shown = async ({ id, owner }: SentDocument): Promise<Shown> =>
  ok(await app.call('show-document', { documentId: id }, owner)).body.document as unknown as Shown
const sign = (document: SentDocument): Promise<void> => signByOne(app, document)
const waiting = (document: SentDocument): Promise<Shown> =>
  until('a seal that waits', async () => {
    const it = await shown(document)
    return it.seal === 'waiting' && it.seal_reason !== null ? it : undefined
  })
const download = (document: SentDocument, file: string): Promise<Buffer> => downloadFile(app, document, file)
const textOf = (pdf: Buffer): Promise<string> => textOfPages(paper, pdf)

test('where a timestamp is required, nothing is sent while the authority is away, a seal waits for it and says so, and is stamped once it is back', async () => {
  const document = await given()
  ok(await setTo('required', document))
  await turn({ kind: 'refused' })
  const { deal_id: projectId, template_id: templateId } = await shown(document)
  const refused = await app.call(
    'generate-contract',
    {
      ...{ projectId, templateId, userId: document.owner.personId, title: 'Another', docType: 'contract' },
      replacements: { CLIENT_NAME: 'Ada', PRICE: '1' },
    },
    document.owner,
  )
  assert.deepEqual([refused.status, refused.body.code], [409, 'cannot_seal'])
  assert.match(String(refused.body.error), /A timestamp is required\. The timestamp authority cannot be reached/)
  await sign(document)
  assert.match((await waiting(document)).seal_reason ?? '', /^Waiting for the timestamp authority\./)
  await turn()
  ok(await app.call('retry-seal', { documentId: document.id }, document.owner))
  await document.sealed()
  const { timestamp } = await shown(document)
  assert.deepEqual([timestamp?.state, timestamp?.authority], ['stamped', 'CN=Sandbox timestamp authority'])
  for (const kind of ['sealed', 'certificate']) {
    const { seal, checks } = await paper.check(await download(document, kind), [], 'test')
    assert.ok(seal?.stampedAt, kind)
    assert.equal(checks.find(({ name }) => name === 'timestamp')?.result, 'passed')
  }
  // What anyone sees who verifies it, by its number or by a file.
  const { doc } = await verified('verify-document', { docId: document.id })
  assert.deepEqual(doc?.timestamp, { ...timestamp, valid: true, fault: null, says: null })
  const sealed = await download(document, 'sealed')
  const sha256 = createHash('sha256').update(sealed).digest('hex')
  assert.deepEqual((await verified('verify-file', { sha256 })).doc?.timestamp, doc?.timestamp)
  for (const address of [`/verify/${document.id}?lang=en`, `/verify?lang=en&sha256=${sha256}`]) {
    const page = await pageOf(address)
    assert.match(
      page,
      /<h2 class="minor">Timestamp<\/h2><p><bdi>[^<]+ UTC<\/bdi>, by <bdi>CN=Sandbox timestamp authority<\/bdi>/,
    )
    assert.match(page, /was checked just now, and holds/)
  }
  assert.match(await pageOf(`/verify/${document.id}?lang=de`), /Zeitstempel[\s\S]*wurde eben geprüft und ist gültig/)
  assert.match(await textOf(await download(document, 'certificate')), /Timestamp .{0,30}UTC, by CN=Sandbox timestamp authority/)
})

test('a sealed document that was just verified is not valid from the moment on in which one of its files changes, and is again with its bytes', async () => {
  const document = await given()
  ok(await setTo('required', document))
  await sign(document)
  await document.sealed()
  const look = () => verified('verify-document', { docId: document.id })
  const right = await look()
  assert.deepEqual([right.valid, right.doc?.timestamp?.valid], [true, true])
  const { rows: files } = await asOwner(app.target, (client) =>
    client.query<{ kind: string; name: string }>(
      'select kind, name from foyer.document_files where document_id = $1 order by kind',
      [document.id],
    ),
  )
  assert.deepEqual(
    files.map(({ kind }) => kind),
    ['certificate', 'original', 'sealed'],
  )
  for (const { kind, name } of files) {
    const place = path.join(app.dataDir, 'files', name)
    const bytes = readFileSync(place)
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] as number) ^ 1
    chmodSync(place, 0o600)
    for (const changed of [flipped, Buffer.concat([bytes, Buffer.from('\n')]), bytes.subarray(1), Buffer.alloc(0)]) {
      writeFileSync(place, changed)
      assert.deepEqual(await look(), { valid: false }, kind)
    }
    writeFileSync(place, bytes)
    assert.deepEqual(await look(), right, kind)
  }
})

test('a seal that waits is tried again without a request', async () => {
  const document = await given()
  ok(await setTo('required', document))
  await turn({ kind: 'error_503', times: 1 })
  await sign(document)
  await until('the seal', async () => {
    const { orgId } = document.owner
    const row = await app.database.inOrg(orgId, (db) => findDocument(db, orgId, document.id))
    return row?.seal === 'sealed' ? row : undefined
  })
  assert.equal((await shown(document)).timestamp?.state, 'stamped')
})

test('where a timestamp is preferred, a seal waits a quarter of an hour for it, then has none, and document and certificate say so in each language', async () => {
  for (const [locale, says] of [
    ['en', 'None: no timestamp authority could be reached in time'],
    ['fr', 'Aucun : aucune autorité d’horodatage'],
  ] as const) {
    const document = await given(locale)
    await turn()
    ok(await setTo('preferred', document))
    await turn({ kind: 'wrong_imprint' })
    await sign(document)
    assert.match((await waiting(document)).seal_reason ?? '', /sealed without a timestamp at \d\d:\d\d UTC/)
    await happenedEarlier(app.target, document.id, 16)
    ok(await app.call('retry-seal', { documentId: document.id }, document.owner))
    await document.sealed()
    assert.equal((await shown(document)).timestamp?.state, 'missing')
    const { seal, checks } = await paper.check(await download(document, 'sealed'), [], 'test')
    assert.equal(seal?.stampedAt, null)
    assert.equal(checks.find(({ name }) => name === 'timestamp')?.result, 'absent')
    assert.ok((await textOf(await download(document, 'certificate'))).includes(says), locale)
    const { doc } = await verified('verify-document', { docId: document.id })
    assert.deepEqual(doc?.timestamp, { state: 'missing', at: null, authority: null, valid: null, fault: null, says: null })
    assert.match(await pageOf(`/verify/${document.id}?lang=en`), /None: the timestamp authority did not answer in time/)
  }
  await turn()
})

test('without a rule a seal asks no authority, and an authority that is new here must answer well before it is taken', async () => {
  const document = await given()
  await turn({ kind: 'garbage' })
  await sign(document)
  assert.equal((await verified('verify-document', { docId: document.id })).doc?.timestamp ?? null, null)
  await document.sealed()
  assert.equal((await shown(document)).timestamp?.state, 'none')
  assert.equal((await verified('verify-document', { docId: document.id })).doc?.timestamp?.state, 'none')
  assert.match(await pageOf(`/verify/${document.id}?lang=en`), /no timestamp authority confirmed them/)
  const codeOf = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return `${status} ${body.code ?? ''}`
  }
  assert.equal(await codeOf(setTo('required', document)), '400 timestamp_authority_failed')
  await turn()
  assert.equal(await codeOf(setTo('required', document, { timestampUrl: 'ftp://x' })), '400 timestamp_url_invalid')
  assert.equal(
    await codeOf(setTo('required', document, { timestampUrl: 'http://169.254.169.254/' })),
    '400 timestamp_url_not_allowed',
  )
  assert.equal(await codeOf(setTo('required', document)), '200 ')
  const member = await app.given.person(document.owner.orgId, 'member')
  assert.equal(await codeOf(app.call('update-sealing', { timestamp: 'none' }, member)), '403 forbidden')
  const { sealing } = ok(await app.call('show-sealing', {}, document.owner)).body as unknown as {
    sealing: { timestamp: string; timestamp_url: string | null; has_usual_authority: boolean }
  }
  assert.deepEqual([sealing.timestamp, sealing.timestamp_url, sealing.has_usual_authority], ['required', null, true])
})

test('a timestamp in which a byte is changed, or whose file is cut, is not said to hold', async () => {
  const document = await given()
  ok(await setTo('required', document))
  await sign(document)
  await document.sealed()
  const sealed = await download(document, 'sealed')
  const right = paper.stampIn(sealed)
  assert.ok(right?.holds)
  assert.deepEqual(paper.stampIn(sealed.subarray(0, -1)), {
    ...{ holds: false, fault: 'unreadable', says: 'The seal cannot be read.' },
  })
  assert.equal(paper.stampIn(Buffer.from('%PDF-1.7'))?.holds, false, 'no seal at all')
  const [, start = 0, end = 0] = /\/ByteRange \[ 0 (\d+) +(\d+)/.exec(sealed.toString('latin1'))?.map(Number) ?? []
  const used = sealed.toString('latin1', start + 1, end - 1).replace(/(00)+$/, '').length
  // The token is the last thing in the signature.
  for (const back of [10, 100, 400]) {
    const changed = Buffer.from(sealed)
    const at = start + 1 + used - 2 * back
    changed[at] = changed[at] === 0x61 ? 0x62 : 0x61
    assert.equal(paper.stampIn(changed)?.holds, false, String(back))
  }
})
