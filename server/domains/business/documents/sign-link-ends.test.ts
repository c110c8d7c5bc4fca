import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { ok } from '#test/support/requests.ts'
import { sealDocument } from './seal-document.ts'

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

const open = () => openDocuments(app, jobs.context.vault)
const query = (text: string) => asOwner(app.target, (client) => client.query(text))
let visitors = 0
const get = (to: string) =>
  fetch(app.url + to, { redirect: 'manual', headers: { 'x-forwarded-for': `198.18.98.${++visitors % 250}` } })

interface Signing {
  readonly title: string
  readonly status_reason: string | null
  readonly pages: readonly object[]
  readonly fields: readonly object[]
}
const shown = async (token: string) =>
  ok(await publicly(app, 'show-signing', { token })).body as unknown as { signing: Signing | null; ended: object | null }

/** All that a link gives of what the document says. */
const whatIsGiven = async (token: string): Promise<unknown> => {
  const { signing } = await shown(token)
  const answers: Response[] = []
  for (const file of ['original.pdf', 'sealed.pdf', 'certificate.pdf', 'page/1.png'])
    answers.push(await get(`/sign/${token}/${file}`))
  return {
    ...{ pages: signing?.pages.length, fields: signing?.fields.length },
    files: answers.map(({ status, headers }) => (status === 303 ? headers.get('location') : status)),
  }
}
const wayBack = (token: string) => Array.from({ length: 4 }, () => `/sign/${token}`)

test('a document that was taken back, declined or not signed in time shows nothing of what it says at any of its links', async () => {
  const ways: [string, (documents: Documents, document: ShownDocument) => Promise<unknown>, string | null, string | null][] = [
    [
      'taken back',
      ({ owner }, { id: documentId }) =>
        app.call('void-document', { documentId, reason: 'To the wrong person' }, owner).then(ok),
      ...(['To the wrong person', 'To the wrong person'] as const),
    ],
    [
      'declined by the client',
      async (documents, { id }) =>
        ok(
          await publicly(app, 'decline-signing', {
            token: await documents.tokenOf(id, 'client'),
            reason: 'My own reason',
          }),
        ),
      ...(['My own reason', null] as const),
    ],
    [
      'not signed in time',
      (_, { id }) => query(`update foyer.documents set ends_at = now() - interval '1 second' where id = '${id}'`),
      ...([null, null] as const),
    ],
  ]
  for (const [name, end, toClient, toAdmin] of ways) {
    const documents = await open()
    const document = await documents.document()
    const [client, admin] = [await documents.tokenOf(document.id, 'client'), await documents.tokenOf(document.id, 'admin')]
    assert.deepEqual(await whatIsGiven(client), { pages: 1, fields: 2, files: [200, 404, 404, 200] }, name)
    await end(documents, document)
    for (const [token, reason] of [
      [client, toClient],
      [admin, toAdmin],
    ] as const) {
      assert.deepEqual(await whatIsGiven(token), { pages: 0, fields: 0, files: wayBack(token) }, name)
      assert.equal((await shown(token)).signing?.status_reason, reason, name)
      assert.equal((await get(`/sign/${token}?lang=en`)).status, 200, `${name}: its page still says so`)
    }
    // The workspace has it as before.
    const answer = await fetch(`${app.url}/download/download-document?documentId=${document.id}&file=original`, {
      headers: { authorization: `Bearer ${documents.owner.token}` },
    })
    assert.equal(answer.status, 200, name)
  }
})

test('a link to sign ends 30 days after the seal: then it says whom to ask, and nothing of the document', async () => {
  const documents = await open()
  const document = await documents.document({ title: 'Roof of the house' })
  const token = await documents.tokenOf(document.id, 'client')
  ok(await documents.signByLink(token))
  ok(await documents.signAsAdmin(document))
  const sealedDaysAgo = (days: number) =>
    query(`update foyer.documents set sealed_at = now() - interval '${days} days' where id = '${document.id}'`)
  await sealDocument.run({ orgId: documents.owner.orgId, documentId: document.id }, jobs.context)

  await sealedDaysAgo(29)
  assert.deepEqual(await whatIsGiven(token), { pages: 1, fields: 2, files: [200, 200, 200, 200] })
  await sealedDaysAgo(30)
  assert.deepEqual(await whatIsGiven(token), { pages: undefined, fields: undefined, files: wayBack(token) })
  const { ended } = await shown(token)
  assert.partialDeepStrictEqual(ended, { organization: 'Nordlicht', locale: 'en' })
  for (const path of ['', '/decline', '/hand-over']) {
    const isPost = path !== ''
    const answer = await fetch(`${app.url}/sign/${token}${path}?lang=en`, {
      ...(isPost && { method: 'POST', body: new URLSearchParams({ name: 'Eve', email: 'eve@other.example' }) }),
      headers: { 'x-forwarded-for': '198.18.97.1' },
    })
    const says = await answer.text()
    assert.equal(answer.status, 410, path)
    assert.match(says, /This link has ended.*Ask <bdi>Nordlicht<\/bdi> for the signed document/s, path)
    assert.doesNotMatch(says, /Roof|Maya|sealed\.pdf|data-viewed/, path)
  }
  assert.match(await (await get(`/sign/${token}?lang=hi`)).text(), /यह लिंक समाप्त हो गया है/)
})
