import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { openReceiver, type Receiver } from '#test/promises/webhook-receiver.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments, type ShownDocument } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let receiver: Receiver
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({
    env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1', SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' },
    alone: true,
  })
  receiver = await openReceiver()
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await receiver?.close()
  await app?.stop()
})

interface Told {
  readonly type: string
  readonly data: { readonly id: string; readonly status: string; readonly seal: string | null }
}

test('a webhook gets what happens to each document of its workspace, once each: sent, each signature, signed, sealed and ended', async () => {
  const vault = makeVault(Buffer.alloc(32, 7))
  const [documents, others] = [await openDocuments(app, vault), await openDocuments(app, vault)]
  const eventTypes = ['sent', 'signer_signed', 'signed', 'sealed', 'ended'].map((each) => `document.${each}`)
  for (const [{ owner }, path] of [
    [documents, '/ours'],
    [others, '/theirs'],
  ] as const)
    ok(await app.call('create-webhook', { url: receiver.url(path), eventTypes }, owner))
  const told = (path: string): Told[] => receiver.of(path).map(({ body }) => JSON.parse(body) as Told)

  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  ok(await documents.signByLink(token))
  ok(await documents.signAsAdmin(document))
  await until('the seal', async () => ((await documents.shown(document.id)).seal === 'sealed' ? true : undefined))
  const [declined, voided] = [await documents.document(), await documents.document()]
  const ofDeclined = await documents.tokenOf(declined.id, 'client')
  ok(await app.call('decline-signing', { token: ofDeclined, reason: 'Too dear' }, null))
  ok(await app.call('void-document', { documentId: voided.id, reason: 'A mistake' }, documents.owner))

  const wanted = ({ id }: ShownDocument) => told('/ours').filter(({ data }) => data.id === id)
  await until('all of them', async () => (told('/ours').length >= 9 ? true : undefined))
  const said = (of: ShownDocument) => wanted(of).map(({ type, data }) => [type, data.status])
  assert.deepEqual(
    said(document).sort(),
    [
      ['document.sealed', 'signed'],
      ['document.sent', 'pending_signature'],
      ['document.signed', 'signed'],
      ['document.signer_signed', 'pending_signature'],
      ['document.signer_signed', 'signed'],
    ].sort(),
  )
  assert.equal(wanted(document).find(({ type }) => type === 'document.sealed')?.data.seal, 'sealed')
  assert.deepEqual(said(declined).sort(), [
    ['document.ended', 'declined'],
    ['document.sent', 'pending_signature'],
  ])
  assert.deepEqual(said(voided).sort(), [
    ['document.ended', 'voided'],
    ['document.sent', 'pending_signature'],
  ])
  const ids = receiver.of('/ours').map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, 9, 'each is one of its own')
  // A link to sign is for its signer alone.
  for (const { body } of receiver.of('/ours')) for (const secret of [token, ofDeclined]) assert.ok(!body.includes(secret))
  await others.document()
  await until('what is theirs', async () => told('/theirs')[0])
  assert.equal(told('/theirs').length, 1)
  assert.equal(told('/ours').length, 9)
})
