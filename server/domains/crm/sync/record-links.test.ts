import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import type { ShownSync } from '#test/support/crm-sync.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

test('an error and a sample of a sync lead to their record at the CRM', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const [connectionId, jobId] = [newId(), newId()]
  await app.database.inOrg(orgId, async (db) => {
    await db
      .insertInto('connections')
      .values({
        ...{ org_id: orgId, id: connectionId, provider: 'hubspot', kind: 'key', mode: 'live', status: 'disconnected' },
        account_id: '123',
        disconnected_at: new Date(),
      })
      .execute()
    await db
      .insertInto('sync_jobs')
      .values({
        ...{ org_id: orgId, id: jobId, connection_id: connectionId, provider: 'hubspot', kind: 'rehearsal' },
        ...{ entities: ['contacts'], mode: 'all', cause: 'person', status: 'completed', completed_at: new Date() },
        ...{ steps: '{}', counts: '{}' },
      })
      .execute()
    const note = { org_id: orgId, job_id: jobId, entity: 'contacts' }
    for (const record_id of ['51', ''])
      await db
        .insertInto('sync_errors')
        .values({ ...note, record_id, code: 'record_unreadable', message: 'm' })
        .execute()
    await db
      .insertInto('sync_samples')
      .values({ ...note, record_id: '52', verdict: 'new', details: '{}' })
      .execute()
  })
  const { status, body } = await app.call('crm-sync-status', { orgId, jobId }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  const { error_log: errors, samples } = body as unknown as ShownSync
  const urls = [...errors, ...samples].map(({ record_id, record_url }) => [record_id, record_url])
  assert.deepEqual(urls, [
    ['', null],
    ['51', 'https://app.hubspot.com/contacts/123/record/0-1/51'],
    ['52', 'https://app.hubspot.com/contacts/123/record/0-1/52'],
  ])
})
