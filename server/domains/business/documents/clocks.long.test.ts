import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

const hourMs = 3_600_000
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  const now = () => new Date(Date.now() + 5 * hourMs)
  app = await startApp({ now, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

test('on a machine whose clock is five hours fast, a document is made, signed and sealed at the time of the database', async () => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const { owner, shown } = documents
  const document = await documents.document()
  ok(await documents.signByLink(await documents.tokenOf(document.id, 'client')))
  ok(await documents.signAsAdmin(await shown(document.id)))
  await until('the seal', async () => (await shown(document.id)).seal === 'sealed')
  const times = await app.database.inOrg(owner.orgId, async (db) => [
    ...(await db.selectFrom('document_events').select(['kind as what', 'at']).orderBy('seq').execute()),
    ...(await db.selectFrom('document_signers').select(['state as what', 'signed_at as at']).execute()),
  ])
  for (const kind of ['made', 'signed', 'sealed'])
    assert.ok(
      times.some(({ what }) => what === kind),
      kind,
    )
  for (const { what, at } of times)
    assert.ok(at && Math.abs(at.getTime() - Date.now()) < hourMs, `${what}: ${at?.toISOString()}`)
  assert.equal(await documents.verify(document.id), true)
})
