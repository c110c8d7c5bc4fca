import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { flipped } from '#test/support/papers.ts'
import { ok } from '#test/support/requests.ts'
import { consentVersion } from './consent-words.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

/** Where the original of a document is on the disk. */
const placeOf = async ({ owner }: Documents, id: string): Promise<string> => {
  const { name } = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('document_files')
      .select('name')
      .where('document_id', '=', id)
      .where('kind', '=', 'original')
      .executeTakeFirstOrThrow(),
  )
  const found = readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith(name))
  assert.ok(found, name)
  return path.join(app.dataDir, found)
}

/** Each way in which a signature is made or recorded. */
const ways = async (documents: Documents, document: ShownDocument): Promise<readonly string[]> => {
  const token = await documents.tokenOf(document.id, 'client')
  const client = document.signers.find(({ role }) => role === 'client')
  const data = { signerName: 'Maya Rao', signerEmail: client?.email, signerRole: 'client', timestamp: new Date().toISOString() }
  const answers = [
    await documents.signByLink(token),
    await documents.signAsAdmin(document),
    await app.call('sign-document', { documentId: document.id, data, url: document.url }, documents.owner),
  ]
  return answers.map(({ status, body }) => `${status} ${String(body.code ?? 'done')}`)
}

test('a document whose stored original is changed or gone is signed in no way and shown to no signer, admins read of it, and once it is right again it is signed', async () => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const document = await documents.document()
  const place = await placeOf(documents, document.id)
  const right = readFileSync(place)
  const token = await documents.tokenOf(document.id, 'client')
  const page = async () =>
    fetch(`${app.url}/download/download-signing-page?token=${token}&page=0`, { headers: { 'x-forwarded-for': '198.19.200.1' } })
  assert.equal((await page()).status, 200)
  for (const damage of [flipped(right, right.length >> 1), right.subarray(0, -1), null]) {
    if (damage === null) rmSync(place)
    else {
      chmodSync(place, 0o600)
      writeFileSync(place, damage)
    }
    assert.deepEqual(await ways(documents, document), ['500 file_damaged', '500 file_damaged', '500 file_damaged'])
    assert.equal(((await (await page()).json()) as { code: string }).code, 'file_damaged')
  }
  const posted = await fetch(`${app.url}/sign/${token}?lang=en`, {
    ...{ method: 'POST', redirect: 'manual' },
    headers: { 'x-forwarded-for': '198.19.200.2', 'accept-language': 'en' },
    body: new URLSearchParams({ name: 'Maya Rao', consent: 'true', words: consentVersion }),
  })
  assert.match(await posted.text(), /The stored file of this document is damaged, so it cannot be signed now\./)
  const { status, evidence, signers } = await documents.shown(document.id)
  assert.equal(status, 'pending_signature')
  assert.deepEqual(
    evidence.map(({ kind }) => kind).filter((kind) => !['made', 'sent'].includes(kind)),
    [],
  )
  assert.ok(signers.every(({ state }) => state === 'asked'))
  const { notices } = ok(await app.call('list-notices', {}, documents.owner)).body as unknown as {
    notices: { kind: string; subject_id: string }[]
  }
  assert.deepEqual(
    notices.filter(({ kind }) => kind === 'evidence_broken').map(({ subject_id }) => subject_id),
    [document.id],
  )
  writeFileSync(place, right)
  ok(await documents.signByLink(token))
  // What was signed before it was damaged is answered again as it was.
  chmodSync(place, 0o600)
  writeFileSync(place, flipped(right, 100))
  ok(await documents.signByLink(token))
  assert.equal((await documents.signAsAdmin(document)).body.code, 'file_damaged')
  writeFileSync(place, right)
  ok(await documents.signAsAdmin(document))
  assert.equal((await documents.shown(document.id)).status, 'signed')
  ok(await publicly(app, 'verify-document', { docId: document.id }))
})
