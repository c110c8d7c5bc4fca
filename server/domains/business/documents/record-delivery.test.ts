import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordEvent } from '#core/events/events.ts'
import { mailEvents } from '#domains/platform/mail-out/events.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { type Documents, openDocuments, publicly } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { ok } from '#test/support/requests.ts'
import { askSigner } from './ask-signer.ts'
import { recordOpened } from './openings.ts'
import { sealDocument } from './seal-document.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
  // It reads what happens from its first go on.
  await react(app, 'record-delivery-to-signers')
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

interface Detail {
  readonly signers: { id: string; role: string; undelivered_at: string | null }[]
  readonly evidence: { kind: string; who: string | null; facts: Record<string, unknown> }[]
}

const asked = async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document()
  const { orgId } = documents.owner
  const signer = document.signers.find(({ role }) => role === 'client')
  assert.ok(signer)
  const mail = async (isReminder = false): Promise<string> => {
    const mailId = jobs.context.newId()
    await askSigner.run({ orgId, documentId: document.id, signerId: signer.id, mailId, isReminder }, jobs.context)
    return mailId
  }
  return { documents, document, orgId, signer, mail }
}

/** What the provider of mails makes of one, told as the outbox tells it. */
const becomes = async ({ owner: { orgId } }: Documents, mailId: string, state: 'sent' | 'failed'): Promise<void> => {
  await app.database.inOrg(orgId, async (db) => {
    await db
      .updateTable('mails')
      .set({ state, next_try_at: null, last_error: state === 'failed' ? '550 no such user' : null })
      .where('id', '=', mailId)
      .execute()
    await recordEvent(db, orgId, mailEvents.changed, mailId, {
      ...{ template: 'sign-request', before: { state: 'queued' }, after: { state } },
    })
  })
  await followEvents(app, orgId, 'record-delivery-to-signers')
}

const seen = async ({ owner }: Documents, id: string) => {
  const detail = ok(await app.call('show-document', { documentId: id }, owner)).body.document as unknown as Detail
  return {
    kinds: detail.evidence.map(({ kind }) => kind).filter((kind) => ['delivered', 'bounced', 'downloaded'].includes(kind)),
    facts: detail.evidence.map(({ facts }) => facts),
    isUndelivered: detail.signers.find(({ role }) => role === 'client')?.undelivered_at !== null,
  }
}

test('an email that asks a signer and cannot be delivered stands in the evidence and at the signer, until one is accepted or another address is entered', async () => {
  const { documents, document, mail, signer } = await asked()
  const first = await mail()
  await becomes(documents, first, 'failed')
  await becomes(documents, first, 'failed')
  let now = await seen(documents, document.id)
  assert.deepEqual([now.kinds, now.isUndelivered], [['bounced'], true])
  assert.deepEqual(now.facts.at(-1), { signer: signer.id, mail: first, reminder: false })

  const second = await mail(true)
  await becomes(documents, second, 'sent')
  now = await seen(documents, document.id)
  assert.deepEqual([now.kinds, now.isUndelivered], [['bounced', 'delivered'], false])
  // The first one, sent again by hand, and given up again: the newer one had arrived.
  await becomes(documents, first, 'sent')
  await becomes(documents, first, 'failed')
  assert.equal((await seen(documents, document.id)).isUndelivered, false)

  await becomes(documents, await mail(true), 'failed')
  assert.equal((await seen(documents, document.id)).isUndelivered, true)
  const email = `new-${signer.email}`
  ok(
    await app.call(
      'replace-signer',
      { documentId: document.id, signerId: signer.id, name: signer.name, email },
      documents.owner,
    ),
  )
  const { signers } = ok(await app.call('show-document', { documentId: document.id }, documents.owner)).body
    .document as unknown as { signers: { email: string; undelivered_at: string | null }[] }
  assert.equal(signers.find((each) => each.email === email)?.undelivered_at, null)
})

test('the end of an email whose document ended before is noted, and is no evidence any more', async () => {
  const { documents, document, mail } = await asked()
  const mailId = await mail()
  ok(await app.call('void-document', { documentId: document.id, reason: 'Another version' }, documents.owner))
  const before = (await documents.shown(document.id)).evidence.length
  await becomes(documents, mailId, 'sent')
  assert.equal((await documents.shown(document.id)).evidence.length, before)
})

test('a download by the link of a signer is evidence once for each file, only after their page was opened in a browser, and leaves the certificate as it is', async () => {
  const { documents, document, orgId, signer } = await asked()
  const token = await documents.tokenOf(document.id, 'client')
  const download = async (file: string): Promise<void> => {
    const answer = await fetch(`${app.url}/download/download-signing-file?token=${token}&file=${file}`)
    assert.equal(answer.status, 200, await answer.clone().text())
    await answer.arrayBuffer()
  }
  await download('original')
  assert.deepEqual((await seen(documents, document.id)).kinds, [], 'a program that follows links')
  await app.database.inOrg(orgId, (db) => recordOpened(db, orgId, { documentId: document.id, signerId: signer.id }))
  await Promise.all([download('original'), download('original')])
  await download('original')
  const now = await seen(documents, document.id)
  assert.deepEqual(now.kinds, ['downloaded'])
  assert.deepEqual(now.facts.at(-1), { signer: signer.id, file: 'original' })

  ok(await publicly(app, 'sign-with-link', { token, name: 'Maya Rao', consent: true, values: {} }))
  ok(await documents.signAsAdmin(document))
  await sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  for (const file of ['sealed', 'certificate', 'sealed']) await download(file)
  assert.deepEqual((await seen(documents, document.id)).kinds, ['downloaded', 'downloaded', 'downloaded'])
  assert.equal(await documents.verify(document.id), true)
})

test('a program that follows the link of a signer who signed without a browser leaves no download in the evidence', async () => {
  const { documents, document, orgId } = await asked()
  const token = await documents.tokenOf(document.id, 'client')
  ok(await publicly(app, 'sign-with-link', { token, name: 'Maya Rao', consent: true, values: {} }))
  ok(await documents.signAsAdmin(document))
  await sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  for (const file of ['original', 'sealed', 'certificate'])
    assert.equal((await fetch(`${app.url}/download/download-signing-file?token=${token}&file=${file}`)).status, 200)
  assert.deepEqual((await seen(documents, document.id)).kinds, [])
})
