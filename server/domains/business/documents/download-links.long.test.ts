import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { postOf } from '#test/support/sign-in.ts'
import { mailSealedDocument } from './mail-sealed-document.ts'
import { recordOpened } from './openings.ts'
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

/** A sealed document that is said to have that many bytes, and the email to its client. */
const mailed = async (bytes: number | null) => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document({ locale: 'en' })
  const { orgId } = documents.owner
  const signerId = document.signers.find(({ role }) => role === 'client')?.id ?? ''
  await app.database.inOrg(orgId, (db) => recordOpened(db, orgId, { documentId: document.id, signerId }))
  await documents.signByLink(await documents.tokenOf(document.id, 'client'))
  await documents.signAsAdmin(document)
  const order = { orgId, documentId: document.id }
  await sealDocument.run(order, jobs.context)
  const set = (to: number | string) =>
    asOwner(app.target, (client) =>
      client.query(`update foyer.document_files set bytes = ${to} where document_id = '${document.id}' and kind = 'sealed'`),
    )
  if (bytes !== null) await set(bytes)
  const tellings = async () =>
    ((await documents.shown(document.id)).signers as unknown as { told_at: string | null }[]).map(({ told_at }) => told_at)
  assert.deepEqual(await tellings(), [null, null], 'of each signer it can be seen that nothing was sent yet')
  await mailSealedDocument.run(order, jobs.context)
  assert.ok((await tellings()).every((at) => at !== null && Date.parse(at) <= Date.now()))
  await mailSealedDocument.run(order, jobs.context)
  const client = document.signers.find(({ role }) => role === 'client')
  const mails = (await postOf(app, orgId, client?.email ?? '')).filter(({ template }) => template === 'document-signed')
  assert.equal(mails.length, 1, 'one email, however often the job runs')
  const text = mails[0]?.text ?? ''
  assert.match(text, /Sent for Nordlicht\./)
  assert.doesNotMatch(text, /sign in your name/, 'nothing is left to sign')
  return { documents, document, text, path: /\/signed\/[\w-]+/.exec(text)?.[0] ?? null }
}
const get = (path: string, init: RequestInit = {}) => fetch(app.url + path, { redirect: 'manual', ...init })

test('a signed document that is too large for an email is downloaded by a link of each signer, which ends and then says whom to ask', async () => {
  const { documents, document, text, path } = await mailed(8 * 2 ** 20)
  assert.ok(path, text)
  assert.match(text, /The link is for you alone: a person who has it can read the document\./)
  assert.match(text, /too large for an email\. Download it and its certificate by .*Nordlicht/)
  const rows = await asOwner(app.target, (client) =>
    client.query(`select token_hash, ends_at from directory.download_links where document_id = '${document.id}'`),
  )
  assert.equal(rows.rows.length, 2, 'one for each signer')
  assert.ok(!rows.rows.some(({ token_hash: hash }) => text.includes(Buffer.from(hash as Buffer).toString('hex'))))
  const endsInDays = (Number(new Date(String(rows.rows[0]?.ends_at))) - Date.now()) / 86_400_000
  assert.ok(endsInDays > 29 && endsInDays < 31)

  // Crawlers that follow all links of the email change nothing, and see the page.
  const before = (await documents.shown(document.id)).evidence.length
  for (const method of ['GET', 'HEAD']) assert.equal((await get(path, { method })).status, 200)
  const page = await (await get(`${path}?lang=en`)).text()
  assert.match(page, /You can download it here until/)
  assert.match(await (await get(`${path}?lang=de`)).text(), /Sie können es hier bis zum/)
  const { files } = await documents.shown(document.id)
  for (const kind of ['sealed', 'certificate']) {
    const answer = await get(`${path}/${kind}.pdf`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
    const sha256 = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
    assert.equal(sha256, files.find((file) => file.kind === kind)?.sha256)
  }
  assert.equal((await get(`${path}/original.pdf`)).status, 404)
  const { evidence } = await documents.shown(document.id)
  assert.deepEqual(
    evidence.slice(before).map(({ kind, facts }) => `${kind} ${facts.file}`),
    ['downloaded sealed', 'downloaded certificate'],
  )

  await asOwner(app.target, (client) =>
    client.query(`update directory.download_links set ends_at = now() where document_id = '${document.id}'`),
  )
  const ended = await get(`${path}?lang=en`)
  const says = await ended.text()
  assert.equal(ended.status, 410)
  assert.match(says, /This link has ended/)
  assert.match(says, /Ask <bdi>Nordlicht<\/bdi> for the signed document/)
  assert.doesNotMatch(says, /Agreement|sealed\.pdf/, 'nothing of the document')
  const file = await get(`${path}/sealed.pdf`)
  assert.deepEqual([file.status, file.headers.get('location')], [303, path])
  const { body } = await app.call('show-signed-files', { token: path.slice('/signed/'.length) }, null)
  assert.partialDeepStrictEqual(body.signed, { ended: true, title: null, document_id: null, files: [] })
})

test('a link that is none leads nowhere, a link to sign is no link to download, and what is small is attached', async () => {
  const { documents, document, text, path } = await mailed(null)
  assert.equal(path, null)
  assert.match(text, /are attached/)
  assert.doesNotMatch(text, /for you alone/, 'the page to verify is for anybody')
  const toSign = await documents.tokenOf(document.id, 'client')
  for (const token of ['x', 'a'.repeat(43), toSign, '%00']) {
    assert.equal((await get(`/signed/${token}`)).status, 404, token)
    assert.equal((await get(`/signed/${token}/sealed.pdf`)).status, 404, token)
  }
})
