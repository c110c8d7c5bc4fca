import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import type { Answer } from '#test/support/requests.ts'
import { clientEmail, type SentDocument, sentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'
import { findDocument } from './documents.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
const paper = pdfPaper()
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await paper.close()
})

const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer
}
const turn = async (dial: object = {}): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/faults/timestamps`, {
    ...{ method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(dial) },
  })
  assert.equal(answer.status, 200)
}

interface Shown {
  readonly status: string
  readonly seal: string | null
  readonly seal_reason: string | null
  readonly deal_id: string
  readonly template_id: string
  readonly timestamp: { state: string; at: string | null; authority: string | null } | null
}

/** With one signer: whose signature is the last. */
const given = (locale = 'en'): Promise<SentDocument> =>
  sentDocument(app, {
    locale,
    body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    signers: [{ name: 'Ada', email: clientEmail, role: 'client' }],
  })
const setTo = (timestamp: string, { owner }: SentDocument, more: object = {}) =>
  app.call('update-sealing', { timestamp, ...more }, owner)
const shown = async ({ id, owner }: SentDocument): Promise<Shown> =>
  ok(await app.call('show-document', { documentId: id }, owner)).body.document as unknown as Shown
const sign = async (document: SentDocument): Promise<void> => {
  const token = (await document.path(clientEmail)).slice('/sign/'.length)
  ok(await app.call('sign-with-link', { token, name: 'Ada', consent: true, values: {} }, null))
}
const waiting = (document: SentDocument): Promise<Shown> =>
  until('a seal that waits', async () => {
    const it = await shown(document)
    return it.seal === 'waiting' && it.seal_reason !== null ? it : undefined
  })
const download = async ({ id, owner }: SentDocument, file: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/download/download-document?documentId=${id}&file=${file}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal(answer.status, 200, file)
  return Buffer.from(await answer.arrayBuffer())
}
const textOf = async (pdf: Buffer): Promise<string> =>
  (await paper.pagesOf(pdf, 'test'))
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\s+/g, ' ')

test('where a timestamp is required, nothing is sent while the authority is away, a seal waits for it and says so, and is stamped once it is back', async () => {
  const document = await given()
  ok(await setTo('required', document))
  await turn({ kind: 'refused' })
  const { deal_id: projectId, template_id: templateId } = await shown(document)
  const refused = await app.call(
    'generate-contract',
    {
      ...{ projectId, templateId, userId: document.owner.personId, title: 'Another', docType: 'contract' },
      replacements: { CLIENT_NAME: 'Ada', PRICE: '1' },
    },
    document.owner,
  )
  assert.deepEqual([refused.status, refused.body.code], [409, 'cannot_seal'])
  assert.match(String(refused.body.error), /A timestamp is required\. The timestamp authority cannot be reached/)
  await sign(document)
  assert.match((await waiting(document)).seal_reason ?? '', /^Waiting for the timestamp authority\./)
  await turn()
  ok(await app.call('retry-seal', { documentId: document.id }, document.owner))
  await document.sealed()
  const { timestamp } = await shown(document)
  assert.deepEqual([timestamp?.state, timestamp?.authority], ['stamped', 'CN=Sandbox timestamp authority'])
  for (const kind of ['sealed', 'certificate']) {
    const { seal, checks } = await paper.check(await download(document, kind), [], 'test')
    assert.ok(seal?.stampedAt, kind)
    assert.equal(checks.find(({ name }) => name === 'timestamp')?.result, 'passed')
  }
  assert.match(await textOf(await download(document, 'certificate')), /Timestamp .{0,30}UTC, by CN=Sandbox timestamp authority/)
})

test('a seal that waits is tried again without a request', async () => {
  const document = await given()
  ok(await setTo('required', document))
  await turn({ kind: 'error_503', times: 1 })
  await sign(document)
  await until('the seal', async () => {
    const { orgId } = document.owner
    const row = await app.database.inOrg(orgId, (db) => findDocument(db, orgId, document.id))
    return row?.seal === 'sealed' ? row : undefined
  })
  assert.equal((await shown(document)).timestamp?.state, 'stamped')
})

test('where a timestamp is preferred, a seal waits a quarter of an hour for it, then has none, and document and certificate say so in each language', async () => {
  for (const [locale, says] of [
    ['en', 'None: no timestamp authority could be reached in time'],
    ['fr', 'Aucun : aucune autorité d’horodatage'],
  ] as const) {
    const document = await given(locale)
    await turn()
    ok(await setTo('preferred', document))
    await turn({ kind: 'wrong_imprint' })
    await sign(document)
    assert.match((await waiting(document)).seal_reason ?? '', /sealed without a timestamp at \d\d:\d\d UTC/)
    await asOwner(app.target, (client) =>
      client.query(`update foyer.documents set signed_at = signed_at - interval '16 minutes' where id = '${document.id}'`),
    )
    ok(await app.call('retry-seal', { documentId: document.id }, document.owner))
    await document.sealed()
    assert.equal((await shown(document)).timestamp?.state, 'missing')
    const { seal, checks } = await paper.check(await download(document, 'sealed'), [], 'test')
    assert.equal(seal?.stampedAt, null)
    assert.equal(checks.find(({ name }) => name === 'timestamp')?.result, 'absent')
    assert.ok((await textOf(await download(document, 'certificate'))).includes(says), locale)
  }
  await turn()
})

test('without a rule a seal asks no authority, and an authority that is new here must answer well before it is taken', async () => {
  const document = await given()
  await turn({ kind: 'garbage' })
  await sign(document)
  await document.sealed()
  assert.equal((await shown(document)).timestamp?.state, 'none')
  const codeOf = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return `${status} ${body.code ?? ''}`
  }
  assert.equal(await codeOf(setTo('required', document)), '400 timestamp_authority_failed')
  await turn()
  assert.equal(await codeOf(setTo('required', document, { timestampUrl: 'ftp://x' })), '400 timestamp_url_invalid')
  assert.equal(
    await codeOf(setTo('required', document, { timestampUrl: 'http://169.254.169.254/' })),
    '400 timestamp_url_not_allowed',
  )
  assert.equal(await codeOf(setTo('required', document)), '200 ')
  const member = await app.given.person(document.owner.orgId, 'member')
  assert.equal(await codeOf(app.call('update-sealing', { timestamp: 'none' }, member)), '403 forbidden')
  const { sealing } = ok(await app.call('show-sealing', {}, document.owner)).body as unknown as {
    sealing: { timestamp: string; timestamp_url: string | null; has_usual_authority: boolean }
  }
  assert.deepEqual([sealing.timestamp, sealing.timestamp_url, sealing.has_usual_authority], ['required', null, true])
})
