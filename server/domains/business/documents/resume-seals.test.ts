import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { resumeSeals } from './resume-seals.ts'
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

/** Jobs of a document that wait or run, and those that are dead. */
const ordered = (documentId: string): Promise<{ alive: number; dead: number }> =>
  asOwner(app.target, async (client) => {
    const { rows } = await client.query<{ alive: number; dead: number }>(
      `select count(*) filter (where name = 'seal-document')::int as alive, count(*) filter (where name = 'dead-letters')::int as dead
      from jobs.job where data->>'documentId' = $1 and coalesce(source_name, name) = 'seal-document' and state in ('created', 'retry', 'active')`,
      [documentId],
    )
    return rows[0] as { alive: number; dead: number }
  })

const signedByAll = async (documents: Documents): Promise<ShownDocument> => {
  const document = await documents.document()
  await documents.signByLink(await documents.tokenOf(document.id, 'client'))
  await documents.signAsAdmin(document)
  return documents.shown(document.id)
}

/** As after the last of its tries: the job is a dead letter, and its document says that it failed. */
const dies = (documentId: string): Promise<unknown> =>
  asOwner(app.target, (client) =>
    client
      .query(
        `insert into jobs.job (name, data, source_name) select 'dead-letters', data, name from jobs.job
      where name = 'seal-document' and data->>'documentId' = $1`,
        [documentId],
      )
      .then(() => client.query(`delete from jobs.job where name = 'seal-document' and data->>'documentId' = $1`, [documentId])),
  )

const triedAgo = (documents: Documents, documentId: string, minutes: number): Promise<unknown> =>
  app.database.inOrg(documents.owner.orgId, (db) =>
    db
      .updateTable('documents')
      .set({ seal: 'failed', seal_tries: 41, seal_tried_at: new Date(Date.now() - minutes * 60_000) })
      .where('id', '=', documentId)
      .execute(),
  )

test('a seal whose job died is ordered again once its last try is 15 minutes old: one job, one seal, one certificate', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { id, status } = await signedByAll(documents)
  assert.equal(status, 'signed')
  await triedAgo(documents, id, 20)
  await resumeSeals.run({}, jobs.context)
  assert.deepEqual(await ordered(id), { alive: 1, dead: 0 }, 'where a job waits there is no second')

  await dies(id)
  assert.deepEqual(await ordered(id), { alive: 0, dead: 1 })
  await triedAgo(documents, id, 14)
  await resumeSeals.run({}, jobs.context)
  assert.deepEqual(await ordered(id), { alive: 0, dead: 1 }, 'not before its time')

  await triedAgo(documents, id, 16)
  await Promise.all([resumeSeals.run({}, jobs.context), resumeSeals.run({}, jobs.context)])
  assert.deepEqual(await ordered(id), { alive: 1, dead: 0 })
  const asked = await app.call('retry-seal', { documentId: id }, documents.owner)
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  assert.deepEqual(await ordered(id), { alive: 1, dead: 0 }, 'nor is there a second for a member who asks')

  const data = { orgId: documents.owner.orgId, documentId: id }
  await sealDocument.run(data, jobs.context)
  await sealDocument.run(data, jobs.context)
  const sealed = await documents.shown(id)
  assert.deepEqual(
    [sealed.seal, sealed.files.map(({ kind }) => kind), sealed.evidence.filter(({ kind }) => kind === 'sealed').length],
    ['sealed', ['original', 'sealed', 'certificate'], 1],
  )
  assert.equal(await documents.verify(id), true)
})

test('a document whose job was lost before its first try is sealed too', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { id } = await signedByAll(documents)
  await asOwner(app.target, (client) => client.query(`delete from jobs.job where data->>'documentId' = $1`, [id]))
  await app.database.inOrg(documents.owner.orgId, (db) =>
    db
      .updateTable('documents')
      .set({ signed_at: new Date(Date.now() - 16 * 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  await resumeSeals.run({}, jobs.context)
  assert.deepEqual(await ordered(id), { alive: 1, dead: 0 })
})
