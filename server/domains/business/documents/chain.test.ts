import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { ok } from '#test/support/requests.ts'
import { findChain, type StoredEvent } from './chain.ts'
import { papersIn, signedOnUnknown } from './signed-papers.ts'
import { signatureOf, statedWith } from './stated.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const signedDocument = async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  ok(await documents.signByLink(token))
  ok(await documents.signAsAdmin(document))
  return { ...documents, id: document.id, client: document.signers.find(({ role }) => role === 'client')?.id ?? '' }
}

test('events are read once, when they are found: what is asked of a chain parses none of them', async () => {
  const { owner, id, client } = await signedDocument()
  const found = await app.database.inOrg(owner.orgId, (db) => findChain(db, owner.orgId, id))
  const chain = found.map(
    (event): StoredEvent => ({
      ...event,
      get said(): string {
        return assert.fail(`event ${event.seq} is read again`)
      },
    }),
  )
  const signed = signatureOf(chain, client) ?? assert.fail('no signature')
  assert.deepEqual([signed.facts.class, signed.place.document], ['link', id])
  assert.deepEqual(statedWith(signed, 'Maya Rao', 'M. Rao'), { name: 'M. Rao', at: null })
  assert.deepEqual([papersIn(chain), signedOnUnknown(chain)], [[], false])
})

test('an event that was changed until it is no JSON is a break like any other: the document is not valid, and its page is still there', async () => {
  const { owner, id, verify, shown } = await signedDocument()
  assert.equal(await verify(id), true)
  await asOwner(app.target, (client) =>
    client.query(
      `update foyer.document_events set said = 'no event', hash = sha256('no event') where document_id = '${id}' and kind = 'opened'`,
    ),
  )
  assert.equal(await verify(id), false)
  const { evidence } = await shown(id)
  assert.deepEqual(evidence.find(({ kind }) => kind === 'opened')?.facts, {})
  const chain = await app.database.inOrg(owner.orgId, (db) => findChain(db, owner.orgId, id))
  assert.equal(chain.length, evidence.length)
})
