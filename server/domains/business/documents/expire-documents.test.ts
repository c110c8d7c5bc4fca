import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { expireDocuments } from './expire-documents.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

test('a document that cannot be ended holds up none of the others whose time is over', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const [stuck, other] = [await documents.document(), await documents.document()]
  const sql = (text: string, values: unknown[] = []) => asOwner(app.target, (client) => client.query(text, values))
  await sql(`update foyer.documents set ends_at = now() - interval '2 hours' where id = $1`, [stuck.id])
  await sql(`update foyer.documents set ends_at = now() - interval '1 hour' where id = $1`, [other.id])
  // Its next event is there already: whatever writes one fails.
  await sql(
    `insert into foyer.document_events select org_id, document_id, seq + 1, kind, at, said, hash from foyer.document_events
     where document_id = $1 order by seq desc limit 1`,
    [stuck.id],
  )
  await expireDocuments.run({}, jobs.context)
  assert.equal((await documents.shown(other.id)).status, 'expired')
  assert.equal((await documents.shown(stuck.id)).status, 'pending_signature')
})
