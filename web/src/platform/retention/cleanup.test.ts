import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import type { TestApp } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
before(async () => {
  pages = await startPages()
  app = pages.app
})
after(() => pages?.stop())

test('an owner sees what has expired and how old it is, removes it, and sees what was removed', async () => {
  const as = await app.given.organization()
  await app.database.inOrg(as.orgId, (db) =>
    sql`insert into idempotency (id, org_id, payload, answer, created_at)
      select gen_random_uuid(), ${as.orgId}, gen_random_uuid(), '{}', now() - interval '3 days' from generate_series(1, 12)`.execute(
      db,
    ),
  )
  const { page, errors, keeps, close } = await pages.open('/settings/cleanup', { as, width: 360, scheme: 'dark' })
  await page
    .getByRole('row', { name: /Answers kept for repeats/ })
    .getByRole('cell', { name: '12', exact: true })
    .waitFor()
  await page
    .getByRole('row', { name: /Answers kept for repeats/ })
    .locator('time')
    .waitFor()
  await keeps('cleanup-due')
  await page.getByRole('button', { name: 'Remove 12 records' }).click()
  await page.getByRole('dialog').getByText('12 records will be removed from this workspace.').waitFor()
  await keeps('cleanup-confirm')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Nothing has expired' }).waitFor()
  await page.getByText(/12 records removed by Person/).waitFor()
  await keeps('cleanup-done')
  assert.deepEqual(errors, [])
  await close()
})

test('an owner sees the progress of a cleanup that is running', async () => {
  const as = await app.given.organization()
  const { body } = await app.call('system-cleanup', {}, as)
  const counts = JSON.stringify({ ...(body.removed as unknown as object), deliveries: 4_000 })
  const half = JSON.stringify({ ...(body.removed as unknown as object), deliveries: 1_000 })
  await app.database.inOrg(as.orgId, (db) =>
    db
      .insertInto('cleanups')
      .values({
        ...{ org_id: as.orgId, id: newId(), cutoff_at: new Date(), started_at: new Date(), moved_at: new Date() },
        ...{ planned: counts, removed: half },
      })
      .execute(),
  )
  const { page, errors, keeps, close } = await pages.open('/settings/cleanup', { as })
  await page.getByText('1,000 of 4,000 records removed').waitFor()
  await keeps('cleanup-running')
  await app.database.inOrg(as.orgId, (db) =>
    db
      .updateTable('cleanups')
      .set({ state: 'done', removed: counts, ended_at: new Date() })
      .where('state', '=', 'running')
      .execute(),
  )
  await page.getByText('4,000 records removed').waitFor()
  await page.getByRole('heading', { name: 'Nothing has expired' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
