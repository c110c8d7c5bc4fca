import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { hasTool } from '#test/support/papers.ts'
import { pkcs12 } from '#test/support/pkcs12.ts'
import { ok } from '#test/support/requests.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'
import { replaceIdentity } from './identities.ts'
import { recordEvidence } from './record-evidence.ts'
import { resumeSeals } from './resume-seals.ts'
import { sealDocument } from './seal-document.ts'
import { SealBlocked, sealOf } from './seal-problems.ts'

const paper = pdfPaper()
let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
  await paper.close()
})

const query = (text: string, values: readonly unknown[] = []) =>
  asOwner(app.target, (client) => client.query(text, [...values]))
const yearMs = 365 * 86_400_000

/** From now on the workspace seals with a certificate of 10 years that began then. */
const sealWith = async ({ owner: { orgId } }: Documents, beganAgoMs: number): Promise<void> => {
  const made = await paper.makeIdentity({ organization: 'Nordlicht', at: new Date(Date.now() - beganAgoMs), years: 10 })
  const given = { made, id: jobs.context.newId(), paper, vault: jobs.context.vault, source: 'own', personId: null } as const
  await app.database.inOrg(orgId, (db) => replaceIdentity(db, orgId, given))
}

/** As after another FOYER_KEY was set without the one of before. */
const loseKey = async ({ owner: { orgId } }: Documents): Promise<void> => {
  const other = makeVault(Buffer.alloc(32, 9))
  const { rows } = await query(`select id from foyer.seal_identities where org_id = $1 and retired_at is null`, [orgId])
  const [{ id } = { id: '' }] = rows as { id: string }[]
  await query('update foyer.seal_identities set key_sealed = $1 where id = $2', [other.seal('a key', sealOf(id)), id])
}

const signedByAll = async (documents: Documents): Promise<ShownDocument> => {
  const document = await documents.document()
  ok(await documents.signByLink(await documents.tokenOf(document.id, 'client')))
  ok(await documents.signAsAdmin(document))
  return document
}
const seal = async (documents: Documents, { id }: ShownDocument) => {
  await sealDocument.run({ orgId: documents.owner.orgId, documentId: id }, jobs.context)
  return (await documents.shown(id)) as ShownDocument & { seal_code: string | null; seal_reason: string | null }
}
const problemOf = async (documents: Documents): Promise<string | null> => {
  const member = await app.given.person(documents.owner.orgId, 'member')
  const { problem } = ok(await app.call('check-sealing', {}, member)).body as unknown as { problem: { code: string } | null }
  return problem?.code ?? null
}

test('with a certificate that has ended meanwhile nothing is sealed: the document says why, and goes on with a new certificate', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await signedByAll(documents)
  await sealWith(documents, 11 * yearMs)
  const blocked = await seal(documents, document)
  assert.deepEqual([blocked.seal, blocked.seal_code, blocked.files.length], ['failed', 'certificate_ended', 1])
  assert.match(blocked.seal_reason ?? '', /^The certificate of this workspace ended on \d{4}-\d\d-\d\d\.$/)
  assert.equal(await problemOf(documents), 'certificate_ended')
  const refused = await documents.generate()
  assert.deepEqual([refused.status, refused.body.code], [409, 'cannot_seal'])
  const { orgId } = documents.owner
  await assert.rejects(recordEvidence.run({ orgId, day: '2026-03-01' }, jobs.context), SealBlocked)

  await sealWith(documents, -yearMs)
  assert.equal((await seal(documents, document)).seal_code, 'certificate_not_yet')
  assert.equal(await problemOf(documents), 'certificate_not_yet')

  ok(await app.call('renew-seal-identity', {}, documents.owner))
  assert.equal(await problemOf(documents), null)
  await query(`update foyer.documents set seal_tried_at = now() - interval '16 minutes' where id = $1`, [document.id])
  await query(`delete from jobs.job where data->>'documentId' = $1`, [document.id])
  await resumeSeals.run({}, jobs.context)
  const { rows } = await query(`select from jobs.job where name = 'seal-document' and data->>'documentId' = $1`, [document.id])
  assert.equal(rows.length, 1)
  const sealed = await seal(documents, document)
  assert.deepEqual([sealed.seal, sealed.seal_code], ['sealed', null])
  assert.equal(await documents.verify(document.id), true)
})

test('a key that cannot be decrypted is named before anything is sent, has its own reason where all have signed, and a new certificate goes on', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await signedByAll(documents)
  await loseKey(documents)
  const refused = await documents.generate()
  assert.deepEqual([refused.status, refused.body.code], [409, 'cannot_seal'])
  assert.match(String(refused.body.error), /private key .* cannot be decrypted/)
  const [{ count }] = (await query('select count(*)::int from foyer.documents where org_id = $1', [documents.owner.orgId]))
    .rows as [{ count: number }]
  assert.equal(count, 1, 'nothing was made')
  assert.equal(await problemOf(documents), 'key_unreadable')
  const { sealing } = ok(await app.call('show-sealing', {}, documents.owner)).body as unknown as {
    sealing: { problem: { code: string } }
  }
  assert.equal(sealing.problem.code, 'key_unreadable')
  const blocked = await seal(documents, document)
  assert.deepEqual([blocked.seal, blocked.seal_code], ['failed', 'key_unreadable'])
  ok(await app.call('renew-seal-identity', {}, documents.owner))
  assert.equal((await seal(documents, document)).seal, 'sealed')
})

test('a required timestamp without an authority is said before a document is written, and a certificate that ends before the usual deadline', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  assert.equal(await problemOf(documents), null)
  await documents.document()
  const { orgId } = documents.owner
  await query(`update foyer.seal_identities set not_after = now() + interval '20 days' where org_id = $1`, [orgId])
  assert.equal(await problemOf(documents), 'certificate_ends_early')
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
  assert.equal((await documents.generate({ expiresAt: soon })).status, 200)
  await query(
    `insert into foyer.sealing_settings (org_id, timestamp) values ($1, 'required') on conflict (org_id) do update set timestamp = 'required'`,
    [orgId],
  )
  assert.equal(await problemOf(documents), 'authority_missing')
})

test('a document whose rows differ from its evidence is not sealed, and no certificate repeats them: admins get a notice', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await signedByAll(documents)
  const named = (name: string) =>
    query(`update foyer.document_signers set name = $1 where document_id = $2 and role = 'client'`, [name, document.id])
  await named('Eve')
  const blocked = await seal(documents, document)
  assert.deepEqual([blocked.seal, blocked.seal_code, blocked.files.length], ['failed', 'evidence_broken', 1])
  assert.match(blocked.seal_reason ?? '', /^the name of a signer is not the one that event \d+ holds$/)
  const { notices } = ok(await app.call('list-notices', {}, documents.owner)).body as unknown as {
    notices: { kind: string; subject_id: string }[]
  }
  assert.deepEqual(
    notices.filter(({ kind }) => kind === 'evidence_broken').map(({ subject_id }) => subject_id),
    [document.id],
  )
  await named('Maya Rao')
  assert.equal((await seal(documents, document)).seal, 'sealed')
})

test('a certificate that ends before open documents, which the present one outlasts, is taken only by an admin who says so', async (t) => {
  if (!hasTool('openssl')) return t.skip('openssl is missing')
  const documents = await openDocuments(app, jobs.context.vault)
  await documents.document()
  const { owner } = documents
  const file = (await pkcs12('CN=Notary of tests', 'secret', 10)).toString('base64')
  const upload = (more: object = {}) => app.call('upload-seal-identity', { file, password: 'secret', ...more }, owner)
  const refused = await upload()
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [409, 'identity_ends_early', 'file'])
  assert.match(String(refused.body.error), /^Documents that can be signed until after \d{4}-\d\d-\d\d, .*: 1\.$/)
  const { sealing } = ok(await app.call('show-sealing', {}, owner)).body as unknown as {
    sealing: { certificate: { source: string } }
  }
  assert.equal(sealing.certificate.source, 'own')
  ok(await upload({ despiteOpenDocuments: true }))
  // It ends no later than the one that seals now: nothing is lost by it.
  ok(await upload())
})
