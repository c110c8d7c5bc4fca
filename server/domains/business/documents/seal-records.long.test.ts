import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { openQueue, type Queue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { flipped, hasTool } from '#test/support/papers.ts'
import { pkcs12 } from '#test/support/pkcs12.ts'
import { type Answer, ok } from '#test/support/requests.ts'
import { clientEmail, type SentDocument, sentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'
import { hashOf } from './chain.ts'
import { recordEvidenceJob } from './job-references.ts'
import { findRoots } from './sealing.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let queue: Queue
const paper = pdfPaper()
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
  queue = await openQueue(app.database.pool, { log: makeLog({ level: 'silent' }), signs: null })
})
after(async () => {
  await queue?.stop()
  await worker?.stop()
  await app?.stop()
  await paper.close()
})

const given = (): Promise<SentDocument> =>
  sentDocument(app, {
    body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    signers: [{ name: 'Ada', email: clientEmail, role: 'client' }],
  })
const query = (text: string) => asOwner(app.target, (client) => client.query(text))
const isValid = async ({ id }: SentDocument) => ok(await app.call('verify-document', { docId: id }, null)).body.valid
const recorded = async ({ owner }: SentDocument) =>
  ok(await app.call('list-seal-records', {}, owner)).body.records as unknown as { id: string; day: string; documents: number }[]
/** As the clock asks for it at night, by so many at once. */
const night = async (document: SentDocument, day: string, times = 1) => {
  const { orgId } = document.owner
  await app.database.inOrg(orgId, async (db) => {
    for (let n = 0; n < times; n++) await queue.send(db, recordEvidenceJob, { orgId, day })
  })
  return until(`the record of ${day}`, async () => (await recorded(document)).find((each) => each.day === day))
}
const download = async (recordId: string, owner: Someone): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await fetch(`${app.url}/download/download-seal-record?recordId=${recordId}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const noticesOf = async (owner: Someone, kind: string): Promise<{ subject_id: string; facts: Record<string, unknown> }[]> => {
  const { notices } = ok(await app.call('list-notices', {}, owner)).body as unknown as {
    notices: { kind: string; subject_id: string; facts: Record<string, unknown> }[]
  }
  return notices.filter((each) => each.kind === kind)
}

/** What a keeper of the database could do: every event from one on is written anew, and all hashes with it. */
const recompute = async (
  { id }: SentDocument,
  from: number,
  change: (said: Record<string, unknown>) => unknown,
): Promise<void> => {
  let previous: string | null = null
  await asOwner(app.target, async (client) => {
    // An email that the sandbox takes meanwhile is an event as well: it waits, as behind any other writer.
    await client.query('begin')
    await client.query('select from foyer.documents where id = $1 for update', [id])
    const { rows } = await client.query(
      'select seq, said, hash from foyer.document_events where document_id = $1 order by seq',
      [id],
    )
    for (const { seq, said: text, hash } of rows as { seq: number; said: string; hash: Buffer }[]) {
      const said = JSON.parse(text) as Record<string, unknown>
      if (seq === from) change(said)
      const next = seq < from ? text : JSON.stringify({ ...said, previous })
      const made = seq < from ? hash : hashOf(next)
      await client.query('update foyer.document_events set said = $1, hash = $2 where document_id = $3 and seq = $4', [
        ...[next, made, id, seq],
      ])
      previous = made.toString('hex')
    }
    await client.query(`update foyer.documents set head_hash = decode($1, 'hex') where id = $2`, [previous, id])
    await client.query('commit')
  })
}

/** What no row says otherwise: a title would be found out by its own row. */
const retold = (said: Record<string, unknown>): unknown =>
  Object.assign(said, { facts: { ...(said.facts as object), version: 2 } })

test('the heads of all documents are sealed into one record a night, however often it is asked for, and any reader of PDFs finds them', async () => {
  const document = await given()
  const record = await night(document, '2026-03-01', 5)
  await night(document, '2026-03-02')
  assert.deepEqual(
    (await recorded(document)).map(({ day, documents }) => [day, documents]),
    [
      ['2026-03-02', 1],
      ['2026-03-01', 1],
    ],
  )
  const { bytes } = await download(record.id, document.owner)
  const { orgId } = document.owner
  const roots = await app.database.inOrg(orgId, (db) => findRoots(db, orgId))
  const { isIntact, attachments } = await paper.check(bytes, roots, 'test')
  assert.equal(isIntact, true)
  const heads = JSON.parse(attachments[0]?.bytes.toString() ?? '') as { workspace: string; documents: object[] }
  const { rows } = await query(
    `select seq, encode(hash, 'hex') as head from foyer.document_events where document_id = '${document.id}' order by seq`,
  )
  const [told] = heads.documents as { seq: number; document: string; head: string }[]
  assert.deepEqual([heads.workspace, told?.document], [orgId, document.id])
  assert.equal((rows as { seq: number; head: string }[])[(told?.seq ?? 0) - 1]?.head, told?.head)
  const stranger = await app.given.organization('Other')
  assert.equal((await download(record.id, stranger)).status, 404)
  assert.deepEqual(ok(await app.call('list-seal-records', {}, stranger)).body.records, [])
})

test('a chain that was computed anew is whole in itself and valid before its head is recorded; after, it is not, and admins get one notice', async () => {
  const fresh = await given()
  await recompute(fresh, 1, retold)
  assert.equal(await isValid(fresh), true, 'nothing says otherwise yet')

  const document = await given()
  await night(document, '2026-03-01')
  assert.equal(await isValid(document), true)
  await recompute(document, 1, retold)
  assert.equal(await isValid(document), false)
  assert.equal(await isValid(document), false)
  const [notice, more] = await noticesOf(document.owner, 'evidence_broken')
  assert.deepEqual([notice?.subject_id, more], [document.id, undefined])
  assert.match(String(notice?.facts.says), /is not the one that the last nightly record holds/)
  assert.match(app.logged(), /is not the one that the last nightly record holds/)
})

test('a chain that was cut back behind its recorded head is not valid', async () => {
  const document = await given()
  await night(document, '2026-03-01')
  await query(`
    delete from foyer.document_personal where document_id = '${document.id}' and seq > 1;
    delete from foyer.document_events where document_id = '${document.id}' and seq > 1;
    update foyer.documents d set head_seq = 1, head_hash = (select hash from foyer.document_events e where e.document_id = d.id) where id = '${document.id}'`)
  assert.equal(await isValid(document), false)
})

test('the next night holds the chains against the sealed file and not against the database: who changes both is found out', async () => {
  const document = await given()
  await night(document, '2026-03-01')
  await recompute(document, 1, retold)
  await query(`
    update foyer.recorded_heads r set hash = (select hash from foyer.document_events e where e.document_id = r.document_id and e.seq = r.seq)
    where document_id = '${document.id}'`)
  assert.equal(await isValid(document), true)
  await night(document, '2026-03-02')
  assert.equal((await noticesOf(document.owner, 'evidence_broken'))[0]?.subject_id, document.id)
})

test('a chain that was computed anew is as wrong after two nights and three as after one: the records go on holding the head of before', async () => {
  const [document, other] = [await given(), await given()]
  const first = await night(document, '2026-03-01')
  const headIn = async (recordId: string): Promise<unknown> => {
    const { bytes } = await download(recordId, document.owner)
    const { attachments } = await paper.check(bytes, [], 'test')
    return (JSON.parse(attachments[0]?.bytes.toString() ?? '') as { documents: object[] }).documents[0]
  }
  const before = await headIn(first.id)
  await recompute(document, 1, retold)
  for (const day of ['2026-03-02', '2026-03-03']) {
    const record = await night(document, day)
    assert.deepEqual(await headIn(record.id), before, day)
    assert.equal(await isValid(document), false, day)
  }
  // Nor does it help to change what the database says of the records.
  await query(`
    update foyer.recorded_heads r set hash = (select hash from foyer.document_events e where e.document_id = r.document_id and e.seq = r.seq)
    where document_id = '${document.id}'`)
  await night(document, '2026-03-04')
  assert.equal(await isValid(document), false)
  assert.equal((await noticesOf(document.owner, 'evidence_broken')).length, 1)
  assert.equal(await isValid(other), true)
})

test('of a record whose file was changed admins get a notice the next night, and it is not given out', async () => {
  const document = await given()
  const record = await night(document, '2026-03-01')
  const folder = path.join(app.dataDir, 'files')
  const name = readdirSync(folder).find((each) => each.startsWith(`records-${document.owner.orgId}`)) ?? ''
  const bytes = readFileSync(path.join(folder, name))
  writeFileSync(path.join(folder, name), flipped(bytes, bytes.length >> 1))
  assert.equal((await download(record.id, document.owner)).status, 500)
  await night(document, '2026-03-02')
  const [notice] = await noticesOf(document.owner, 'evidence_broken')
  assert.deepEqual([notice?.subject_id, notice?.facts.says], [record.id, 'its file is missing or damaged'])
})

test('of a certificate that ends within 60 days admins get one notice, at night; a new one ends the notice, and what the old one sealed still verifies', async (t) => {
  const document = await given()
  const token = (await document.path(clientEmail)).slice('/sign/'.length)
  ok(await app.call('sign-with-link', { token, name: 'Ada', consent: true, values: {} }, null))
  await document.sealed()
  const { owner } = document
  await query(`update foyer.seal_identities set not_after = now() + interval '61 days' where org_id = '${owner.orgId}'`)
  await night(document, '2026-03-01')
  assert.deepEqual(await noticesOf(owner, 'seal_identity_ends'), [])
  await query(`update foyer.seal_identities set not_after = now() + interval '59 days' where org_id = '${owner.orgId}'`)
  await night(document, '2026-03-02')
  await night(document, '2026-03-03')
  assert.equal((await noticesOf(owner, 'seal_identity_ends')).length, 1)
  const { sealing } = ok(await app.call('renew-seal-identity', {}, owner)).body as unknown as {
    sealing: { certificate: { source: string; fingerprint: string }; earlier: { fingerprint: string }[] }
  }
  assert.deepEqual(await noticesOf(owner, 'seal_identity_ends'), [])
  assert.deepEqual([sealing.certificate.source, sealing.earlier.length], ['own', 1])
  assert.notEqual(sealing.certificate.fingerprint, sealing.earlier[0]?.fingerprint)
  assert.equal(await isValid(document), true)
  const roots = await app.database.inOrg(owner.orgId, (db) => findRoots(db, owner.orgId))
  const answer = await fetch(`${app.url}/download/download-document?documentId=${document.id}&file=sealed`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal((await paper.check(Buffer.from(await answer.arrayBuffer()), roots, 'test')).isIntact, true)

  if (!hasTool('openssl')) return t.skip('openssl is missing')
  const file = await pkcs12('CN=Notary of tests', 'secret')
  const upload = (more: object = {}) =>
    app.call('upload-seal-identity', { file: file.toString('base64'), password: 'secret', ...more }, owner)
  const codeOf = async (sent: Promise<Answer>) => (await sent).body.code
  assert.equal(await codeOf(upload({ password: 'wrong' })), 'identity_wrong_password')
  assert.equal(await codeOf(upload({ file: Buffer.from('none').toString('base64') })), 'identity_not_pkcs12')
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal(await codeOf(app.call('upload-seal-identity', { file: 'AA==', password: '' }, member)), 'forbidden')
  const uploaded = ok(await upload()).body.sealing as unknown as {
    certificate: { source: string; subject: string }
    earlier: unknown[]
  }
  assert.deepEqual([uploaded.certificate.source, uploaded.earlier.length], ['uploaded', 2])
  assert.match(uploaded.certificate.subject, /CN=Notary of tests/)
  assert.equal(await isValid(document), true)
  // The next record is sealed by it.
  const record = await night(document, '2026-03-04')
  const all = await app.database.inOrg(owner.orgId, (db) => findRoots(db, owner.orgId))
  const { isIntact, seal } = await paper.check((await download(record.id, owner)).bytes, all, 'test')
  assert.deepEqual([isIntact, seal?.certificate.subject], [true, 'CN=Notary of tests'])
  // Neither key nor password stand anywhere in the clear.
  assert.doesNotMatch(app.logged(), /"secret"/)
})
