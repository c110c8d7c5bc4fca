import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments, publicly } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'
import { invalidMs } from './verifying.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
})
after(() => app?.stop())

test('an unknown, a voided and a changed document, and the file of another workspace, answer alike and after the same time', async () => {
  const vault = makeVault(Buffer.alloc(32, 7))
  const [documents, others] = [await openDocuments(app, vault), await openDocuments(app, vault)]
  const [open, voided, changed] = [await documents.document(), await documents.document(), await documents.document()]
  const foreign = await others.document()
  ok(await app.call('void-document', { documentId: voided.id, reason: 'A mistake' }, documents.owner))
  await asOwner(app.target, (client) =>
    client.query("update foyer.documents set title = 'Another' where id = $1", [changed.id]),
  )
  const asked: Readonly<Record<string, object>> = {
    unknown: { docId: randomUUID() },
    'no number': { docId: 'x' },
    voided: { docId: voided.id },
    changed: { docId: changed.id },
    foreign: { docId: open.id, sha256: foreign.files[0]?.sha256 },
  }
  const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]))
  // The first of each pays for what is made once.
  for (let round = 0; round < 60; round++)
    for (const [name, input] of Object.entries(asked)) {
      const begun = performance.now()
      const { body } = ok(await publicly(app, 'verify-document', input))
      const ms = performance.now() - begun
      assert.deepEqual(body, { valid: false }, name)
      if (round >= 5) times.get(name)?.push(ms)
    }
  // The lower quarter: what else the machine does makes an answer later, never earlier.
  const usual = [...times].map(([name, all]) => ({ name, ms: all.sort((a, b) => a - b)[Math.floor(all.length / 4)] ?? 0 }))
  const said = usual.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ')
  for (const [name, all] of times) assert.ok((all[0] ?? 0) >= invalidMs - 1, `${name}: ${all[0]} ms`)
  const ms = usual.map((each) => each.ms)
  assert.ok(Math.max(...ms) - Math.min(...ms) < invalidMs / 10, said)
})
