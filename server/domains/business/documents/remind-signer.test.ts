import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments, publicly } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
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

test('a new link ends the one before in all that it led to, and leads there itself', async () => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const document = await documents.document()
  const signerId = document.signers.find(({ role }) => role === 'client')?.id
  const [old, ofAdmin] = [await documents.tokenOf(document.id, 'client'), await documents.tokenOf(document.id, 'admin')]
  const from = { headers: { 'x-forwarded-for': '198.19.202.1' } }
  /** What each way of using a link answers, without signing by it. */
  const ways = async (token: string): Promise<readonly (string | number)[]> => {
    const calls: readonly (readonly [string, object])[] = [
      ['show-signing', {}],
      ['save-signing-draft', { draft: {} }],
      ['sign-with-link', { name: 'Maya Rao', consent: false }],
    ]
    const said: (string | number)[] = []
    for (const [type, more] of calls) {
      const { status, body } = await publicly(app, type, { token, ...more })
      said.push(status === 200 ? 200 : String(body.code))
    }
    for (const address of ['download-signing-file?', 'download-signing-page?page=0&'])
      said.push((await fetch(`${app.url}/download/${address}token=${token}`, from)).status)
    return [...said, (await fetch(`${app.url}/sign/${token}`, from)).status]
  }
  const open = [200, 200, 'consent_missing', 200, 200, 200]
  const ended = ['sign_link_unknown', 'sign_link_unknown', 'sign_link_unknown', 404, 404, 404]
  assert.deepEqual(await ways(old), open)
  ok(await app.call('remind-signer', { documentId: document.id, signerId, newLink: true }, documents.owner))
  const renewed = await documents.tokenOf(document.id, 'client')
  assert.notEqual(renewed, old)
  assert.deepEqual([await ways(old), await ways(renewed), await ways(ofAdmin)], [ended, open, open])
  for (const type of ['decline-signing', 'sign-with-link'])
    assert.equal((await publicly(app, type, { token: old, name: 'Maya Rao', consent: true })).body.code, 'sign_link_unknown')
  ok(await documents.signByLink(renewed))
  assert.deepEqual(await ways(old), ended)
})
