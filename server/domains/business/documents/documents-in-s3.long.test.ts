import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments, publicly } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { sandboxKey } from '../../../../sandbox/s3/signatures.ts'
import { openSandbox } from '../../../../sandbox/standalone.ts'
import { sealDocument } from './seal-document.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-documents-in-s3-'))
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
let sdk: S3Client
before(async () => {
  sandbox = await openSandbox({ folder, isOpen: false })
  const endpoint = `${sandbox.address}/sandbox/s3`
  const env = {
    ...{ S3_BUCKET: 'foyer-locked', S3_ENDPOINT: endpoint, S3_LOCK_DAYS: '3650', S3_PREFIX: 'office/' },
    ...{ S3_ACCESS_KEY_ID: sandboxKey.accessKeyId, S3_SECRET_ACCESS_KEY: sandboxKey.secretAccessKey },
  }
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1', ...env } })
  jobs = await openJobContext(app, env)
  const credentials = { accessKeyId: sandboxKey.accessKeyId, secretAccessKey: sandboxKey.secretAccessKey }
  sdk = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
})
after(async () => {
  sdk?.destroy()
  await jobs?.close()
  await app?.stop()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

const turn = (dial: object): Promise<Response> =>
  fetch(`${sandbox.address}/sandbox/faults/s3`, {
    ...{ method: 'PUT', body: JSON.stringify(dial), headers: { 'content-type': 'application/json' } },
  })

test('a document is made, signed, sealed and verified with its files in a bucket that is away in between; each is stored once, and locked', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  await turn({ kind: 'denied' })
  await assert.rejects(documents.document(), /files_unavailable/)
  await turn({ kind: 'lost', times: 1, only: 'PUT' })
  const document = await documents.document()
  await documents.signByLink(await documents.tokenOf(document.id, 'client'))
  await documents.signAsAdmin(document)
  const job = { orgId: documents.owner.orgId, documentId: document.id }
  await turn({ kind: 'denied', only: 'PUT' })
  await assert.rejects(sealDocument.run(job, jobs.context))
  await turn({ kind: 'lost', times: 2, only: 'PUT' })
  await sealDocument.run(job, jobs.context)
  await turn({})
  await sealDocument.run(job, jobs.context)
  const shown = await documents.shown(document.id)
  assert.deepEqual([shown.seal, shown.files.map(({ kind }) => kind)], ['sealed', ['original', 'sealed', 'certificate']])
  const rows = await app.database.inOrg(job.orgId, (db) =>
    db.selectFrom('stored_files').selectAll().where('subject_id', '=', document.id).execute(),
  )
  // What a try that failed was about to store is listed, and swept after two days.
  const stored = rows.filter(({ bytes }) => bytes !== null)
  assert.deepEqual([stored.length, rows.length], [3, 4])
  for (const { name, sha256, place } of stored) {
    const head = await sdk.send(
      new HeadObjectCommand({ Bucket: 'foyer-locked', Key: `office/${name}`, ChecksumMode: 'ENABLED' }),
    )
    assert.deepEqual([place, head.ChecksumSHA256], ['s3', sha256?.toString('base64')])
    const years = ((head.ObjectLockRetainUntilDate?.getTime() ?? 0) - Date.now()) / (365 * 86_400_000)
    assert.ok(years > 9.9 && years < 10.1, `${years} years`)
  }
  const { body } = await publicly(app, 'verify-document', { docId: document.id })
  assert.equal((body as { valid?: boolean }).valid, true)
})
