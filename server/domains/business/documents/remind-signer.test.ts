import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

test('a reminder within a minute of the last email is not sent, and the answer says so; a new link always is', async () => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const { owner } = documents
  const document = await documents.document()
  const signerId = document.signers.find(({ role }) => role === 'client')?.id
  const remind = async (more: object = {}) =>
    ok(await app.call('remind-signer', { documentId: document.id, signerId, ...more }, owner)).body
  const reminders = async () => (await documents.shown(document.id)).evidence.filter(({ kind }) => kind === 'reminded').length
  assert.deepEqual([await remind(), await reminders()], [{ success: true, sent: false }, 0], 'they were just asked')
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('document_signers')
      .set({ asked_at: new Date(Date.now() - 61_000) })
      .where('document_id', '=', document.id)
      .execute(),
  )
  assert.deepEqual([await remind(), await reminders()], [{ success: true, sent: true }, 1])
  assert.deepEqual([await remind(), await reminders()], [{ success: true, sent: false }, 1])
  assert.deepEqual([await remind({ newLink: true }), await reminders()], [{ success: true, sent: true }, 2])
})
