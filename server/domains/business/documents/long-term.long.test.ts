import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { happenedEarlier } from '#test/support/happened-earlier.ts'
import { hasTool } from '#test/support/papers.ts'
import { type Answer, ok } from '#test/support/requests.ts'
import { downloadFile, sentToOne, signByOne, textOfPages, turnTimestamps } from '#test/support/sealing.ts'
import type { SentDocument } from '#test/support/signing.ts'
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

const turn = (dial: object = {}): Promise<void> => turnTimestamps(app, dial)

interface LongTerm {
  readonly state: string
  readonly fault: string | null
  readonly certificate: string | null
}
interface Shown {
  readonly seal: string | null
  readonly seal_code: string | null
  readonly seal_waits_until: string | null
  readonly signed_at: string
  readonly timestamp: { readonly state: string } | null
  readonly long_term: LongTerm | null
}
interface Verified {
  readonly valid: boolean
  readonly failure?: string
  readonly file?: string
  readonly doc?: { readonly id: string; readonly longTerm: (LongTerm & { readonly valid: boolean | null }) | null }
}

const given = (locale?: string): Promise<SentDocument> => sentToOne(app, locale)
const update = (input: object, { owner }: SentDocument): Promise<Answer> => app.call('update-sealing', input, owner)
const codeOf = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer
  return `${status} ${body.code ?? ''}`.trim()
}
const shown = async ({ id, owner }: SentDocument): Promise<Shown> =>
  ok(await app.call('show-document', { documentId: id }, owner)).body.document as unknown as Shown
const sign = (document: SentDocument): Promise<void> => signByOne(app, document)
const verified = async (name: string, input: object): Promise<Verified> =>
  ok(await app.call(name, input, null)).body as unknown as Verified
const pageOf = async (address: string): Promise<string> => (await fetch(`${app.url}${address}`)).text()
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const download = (document: SentDocument, file: string): Promise<Buffer> => downloadFile(app, document, file)
const textOf = (pdf: Buffer): Promise<string> => textOfPages(paper, pdf)
const levelOf = async (pdf: Buffer): Promise<string | undefined> => (await paper.check(pdf, [], 'test')).seal?.level

test('long-term data is refused without a timestamp, and while it cannot be had, as long as the admin can still change it', async () => {
  await turn()
  const document = await given()
  assert.equal(await codeOf(update({ longTerm: true }, document)), '400 long_term_needs_timestamp')
  assert.equal(await codeOf(update({ longTerm: true, timestamp: 'none' }, document)), '400 long_term_needs_timestamp')
  await turn({ kind: 'crl_revoked' })
  const refused = await update({ longTerm: true, timestamp: 'required' }, document)
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'long_term_unavailable', 'longTerm'])
  assert.match(String(refused.body.error), /CN=Sandbox timestamp authority had been revoked/)
  await turn()
  const { sealing } = ok(await update({ longTerm: true, timestamp: 'required' }, document)).body as never
  assert.deepEqual(
    [(sealing as { long_term: boolean }).long_term, (sealing as { timestamp: string }).timestamp],
    [true, 'required'],
  )
  const taken = await update({ timestamp: 'none' }, document)
  assert.deepEqual([taken.body.code, taken.body.field], ['long_term_needs_timestamp', 'timestamp'])
  assert.equal(await codeOf(update({ timestamp: 'none', longTerm: false }, document)), '200')
})

test('a certificate of before roots said what they revoked must be replaced first, and the message says so', async () => {
  await turn()
  const document = await given()
  await asOwner(app.target, (client) =>
    client.query('update foyer.seal_identities set crl = null where org_id = $1', [document.owner.orgId]),
  )
  const refused = await update({ longTerm: true, timestamp: 'preferred' }, document)
  assert.equal(refused.body.code, 'long_term_unavailable')
  assert.match(String(refused.body.error), /no revocation list \(CRL\) for O=Nordlicht, CN=Nordlicht/)
  ok(await app.call('renew-seal-identity', {}, document.owner))
  assert.equal(await codeOf(update({ longTerm: true, timestamp: 'preferred' }, document)), '200')
})

test('a certificate that names no revocation list is not taken where seals carry long-term data, and is taken where they do not', async (t) => {
  if (!hasTool('openssl')) return t.skip('openssl is missing')
  await turn()
  const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-own-'))
  const openssl = (...args: string[]): Buffer =>
    execFileSync('openssl', args, { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90']
  openssl('req', '-x509', ...key, '-subj', '/CN=Root', '-keyout', 'root.key', '-out', 'root.crt')
  openssl('req', ...key.slice(0, -2), '-subj', '/CN=Studio', '-keyout', 'leaf.key', '-out', 'leaf.csr')
  openssl(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'root.crt',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-days',
    '80',
    '-out',
    'leaf.crt',
  )
  const export12 = [
    'pkcs12',
    '-export',
    '-inkey',
    'leaf.key',
    '-in',
    'leaf.crt',
    '-certfile',
    'root.crt',
    '-passout',
    'pass:own',
  ]
  const file = openssl(...export12).toString('base64')
  rmSync(home, { recursive: true })
  const document = await given()
  ok(await update({ longTerm: true, timestamp: 'required' }, document))
  const upload = () => app.call('upload-seal-identity', { file, password: 'own' }, document.owner)
  const refused = await upload()
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'long_term_unavailable', 'file'])
  assert.match(String(refused.body.error), /no revocation list \(CRL\) for CN=Studio/)
  ok(await update({ longTerm: false }, document))
  ok(await upload())
  assert.equal(await codeOf(update({ longTerm: true }, document)), '400 long_term_unavailable')
})

test('a sealed document and its certificate carry long-term data; page, API and certificate say that it is there and holds, and where it was removed', async () => {
  await turn()
  const document = await given()
  ok(await update({ longTerm: true, timestamp: 'required' }, document))
  await sign(document)
  await document.sealed()
  assert.deepEqual((await shown(document)).long_term, { state: 'complete', fault: null, certificate: null })
  const sealed = await download(document, 'sealed')
  for (const kind of ['sealed', 'certificate']) assert.equal(await levelOf(await download(document, kind)), 'B-LT', kind)
  assert.match(await textOf(await download(document, 'certificate')), /Long-term validation Certificates and revocation lists/)
  const { doc } = await verified('verify-document', { docId: document.id })
  assert.deepEqual(doc?.longTerm, { state: 'complete', valid: true, fault: null, certificate: null })
  assert.match(await pageOf(`/verify/${document.id}?lang=en`), /Long-term validation<\/h2>[\s\S]*checked just now, and hold/)
  assert.match(await pageOf(`/verify/${document.id}?lang=hi`), /दीर्घकालिक जाँच/)
  assert.equal((await verified('verify-file', { sha256: sha256(sealed) })).file, 'sealed')

  // Without the data, or with another addition in its place.
  for (const kind of ['sealed', 'certificate']) {
    const bare = paper.withoutLongTerm(await download(document, kind))
    assert.ok(bare)
    const removed = { valid: false, failure: 'long_term_removed', file: kind }
    assert.deepEqual(await verified('verify-file', { sha256: sha256(bare) }), removed)
    assert.deepEqual(await verified('verify-document', { docId: document.id, sha256: sha256(bare) }), removed)
    for (const address of [`/verify?lang=de&sha256=${sha256(bare)}`, `/verify/${document.id}?lang=de&sha256=${sha256(bare)}`])
      assert.match(await pageOf(address), /Aus Ihrer Datei wurden Daten für die Langzeitprüfung entfernt\./)
    const other = sha256(Buffer.concat([bare, Buffer.from('\n')]))
    assert.deepEqual(await verified('verify-file', { sha256: other }), { valid: false })
  }
  // A document that does not hold says nothing of its files.
  const bare = paper.withoutLongTerm(sealed)
  ok(await app.call('verify-document', { docId: document.id }, null))
  await asOwner(app.target, (client) =>
    client.query(`update foyer.documents set head_seq = head_seq + 1 where id = $1`, [document.id]),
  )
  assert.deepEqual(await verified('verify-file', { sha256: sha256(bare as Buffer) }), { valid: false })
})

test('where a list is not to be had, a seal waits a quarter of an hour for it, then is B-T, and document, page and certificate say why in each language', async () => {
  for (const [locale, says] of [
    ['en', 'The revocation list (CRL) for CN=Sandbox timestamp authority cannot be reached.'],
    ['de', 'Die Sperrliste (CRL) für CN=Sandbox timestamp authority ist nicht erreichbar.'],
  ] as const) {
    await turn()
    const document = await given(locale)
    ok(await update({ longTerm: true, timestamp: 'required' }, document))
    await turn({ kind: 'error_503', only: 'root.crl' })
    await sign(document)
    const waits = await until('a seal that waits', async () => {
      const it = await shown(document)
      return it.seal === 'waiting' && it.seal_code !== null ? it : undefined
    })
    assert.equal(waits.seal_code, 'long_term_away')
    assert.equal(Date.parse(waits.seal_waits_until ?? '') - Date.parse(waits.signed_at), 15 * 60_000)
    await happenedEarlier(app.target, document.id, 16)
    ok(await app.call('retry-seal', { documentId: document.id }, document.owner))
    await document.sealed()
    const { timestamp, long_term, seal_code } = await shown(document)
    const missing = { state: 'missing', fault: 'crl_unreachable', certificate: 'CN=Sandbox timestamp authority' }
    assert.deepEqual([timestamp?.state, long_term, seal_code], ['stamped', missing, null])
    const { isIntact, checks, seal } = await paper.check(await download(document, 'sealed'), [], 'test')
    assert.deepEqual([seal?.level, isIntact], ['B-T', false])
    // It announces nothing, so nothing was removed; the root alone is not known here.
    assert.deepEqual(
      checks.filter(({ result }) => result === 'failed').map(({ name }) => name),
      ['chain'],
    )
    assert.ok((await textOf(await download(document, 'certificate'))).includes(says), locale)
    const { doc } = await verified('verify-document', { docId: document.id })
    assert.deepEqual(doc?.longTerm, { ...missing, valid: null })
    assert.ok((await pageOf(`/verify/${document.id}?lang=${locale}`)).includes(says))
  }
  await turn()
})

test('a seal does not wait for a list that no other try can get, and without its timestamp it has no long-term data', async () => {
  await turn()
  const document = await given()
  ok(await update({ longTerm: true, timestamp: 'required' }, document))
  await turn({ kind: 'crl_revoked' })
  await sign(document)
  await document.sealed()
  assert.deepEqual((await shown(document)).long_term, {
    ...{ state: 'missing', fault: 'revoked', certificate: 'CN=Sandbox timestamp authority' },
  })
  await turn()
  const other = await given()
  ok(await update({ longTerm: true, timestamp: 'preferred' }, other))
  await turn({ kind: 'error_503' })
  await sign(other)
  await until('a seal that waits', async () => ((await shown(other)).seal_code === 'authority_busy' ? true : undefined))
  await happenedEarlier(app.target, other.id, 16)
  ok(await app.call('retry-seal', { documentId: other.id }, other.owner))
  await other.sealed()
  const { timestamp, long_term } = await shown(other)
  assert.deepEqual([timestamp?.state, long_term?.state, long_term?.fault], ['missing', 'missing', 'no_timestamp'])
  assert.equal(await levelOf(await download(other, 'sealed')), 'B-B')
  await turn()
})
