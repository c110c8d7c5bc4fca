import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { hold } from '#domains/platform/background-jobs/holds.ts'
import type { Someone } from '#test/support/app.ts'
import { isRead, startPages } from '#test/support/page.ts'
import { react } from '#test/support/reactions.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  // Alone: the sign of another file's worker would hide that none runs here.
  pages = await startPages({ alone: true })
})
after(() => pages?.stop())

/** No worker runs: what is put stays as it is put. */
const put = async (
  at: Someone,
  { name = 'dead-letters', state = 'created', tries = 0, startAfter = '0 s', message = '', uploadId = newId() } = {},
): Promise<string> => {
  const id = newId()
  const output = message ? JSON.stringify({ name: 'Error', message }) : null
  await pages.app.database.pool.query(
    `insert into jobs.job (id, name, data, state, retry_limit, retry_count, started_on, start_after, output,
       source_name, source_retry_count, source_output, heartbeat_on)
     values ($1, $2, $3, $4::text::jobs.job_state, 5, greatest($5::int - 1, 0), case when $5 > 0 then now() end,
       now() + $6::interval, $7, case when $2 = 'dead-letters' then 'import-upload' end, 5, $7,
       case when $4 = 'active' then now() + interval '1 hour' end)`,
    [id, name, { orgId: at.orgId, uploadId }, state, tries, startAfter, output],
  )
  return id
}

const countOf = async (name: string, at: Someone): Promise<number> =>
  (await pages.app.database.pool.query(`select 1 from jobs.job where name = $1 and data ->> 'orgId' = $2`, [name, at.orgId]))
    .rowCount ?? 0

test('work that failed for good is seen with its reason, retried on one confirmation, discarded with a reason, and leaves', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/background', { as: owner })
  await page.getByRole('heading', { name: 'All jobs are done' }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'No worker is running' }).waitFor()
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  await keeps('nothing to do')

  const long = 'The disk said no '.repeat(12)
  const { upload } = (await pages.app.call('create-upload', { name: 'fair.csv', size: 9 }, owner)).body
  const uploadId = (upload as unknown as { id: string }).id
  const dead = await put(owner, { message: long, uploadId })
  await put(owner, { name: 'send-mail', state: 'retry', tries: 2, startAfter: '40 m', message: 'the mail server is away' })
  await put(owner, { name: 'import-upload', state: 'active', tries: 1 })
  await page.reload()
  const rows = page.getByRole('table', { name: 'Background jobs, newest first' }).getByRole('row')
  await rows.filter({ hasText: 'Failed' }).getByText(long.trim()).waitFor()
  assert.equal(await rows.getByRole('link', { name: 'fair.csv' }).getAttribute('href'), `/uploads/${uploadId}`)
  await rows
    .filter({ hasText: 'Retrying' })
    .getByText(/2 attempts · 4 left · next/)
    .waitFor()
  await rows.filter({ hasText: 'Running' }).waitFor()
  await keeps('work')

  await page.getByRole('button', { name: /^Retry.*Import a file/ }).click()
  const window = page.getByRole('dialog')
  await window.getByText('Retry this job?').waitFor()
  await keeps('asked whether to do it again')
  await window.getByRole('button', { name: 'Retry' }).dblclick()
  await page.getByText('Job queued again.').waitFor()
  await rows.filter({ hasText: 'Failed' }).waitFor({ state: 'detached' })
  assert.equal(await countOf('dead-letters', owner), 0)
  assert.equal(await countOf('import-upload', owner), 2, 'the one that runs, and one more')

  await page.getByRole('button', { name: /^Discard.*Send an email/ }).click()
  await window.getByRole('button', { name: 'Discard job' }).click()
  await window.getByText('Enter a reason.').waitFor()
  await keeps('asked why')
  await window.getByRole('textbox', { name: 'Reason' }).fill('She came by herself.')
  await window.getByRole('button', { name: 'Discard job' }).click()
  await rows.filter({ hasText: 'Send an email' }).waitFor({ state: 'detached' })
  const decided = page.getByRole('region', { name: 'History' })
  await decided.getByText('She came by herself.').waitFor()
  assert.equal(await decided.getByRole('listitem').count(), 2)
  assert.deepEqual(errors, [])
  await page.goto(`${pages.site}/settings/background?work=${dead}`)
  await page.getByRole('heading', { name: 'This job is done, or was discarded' }).waitFor()
  await close()
})

test('several failed jobs are ticked and discarded with one reason, or retried at once', async () => {
  const owner = await pages.app.given.organization()
  for (const message of ['one', 'two', 'three']) await put(owner, { message })
  const { page, errors, keeps, close } = await pages.open('/settings/background', { as: owner })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('3 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select Import a file' }).first().uncheck()
  await bar.getByText('2 selected').waitFor()
  await keeps('two ticked')
  await bar.getByRole('button', { name: 'Discard' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: 'Reason' }).fill('The file is gone.')
  await window.getByRole('button', { name: 'Discard job' }).click()
  await page.getByText('2 jobs discarded.').waitFor()
  await bar.waitFor({ state: 'detached' })
  assert.equal(await countOf('dead-letters', owner), 1)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Retry' }).click()
  await window.getByRole('button', { name: 'Retry' }).click()
  await until('the retry', async () => (await countOf('dead-letters', owner)) === 0)
  assert.deepEqual(errors, [])
  await close()
})

test('held work is listed by kind with its age, an owner releases it, an admin cannot', async () => {
  const owner = await pages.app.given.organization()
  await put(owner, { name: 'write-prd' })
  const stateOf = new Date(Date.now() - 7 * 86_400_000)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    hold(db, owner.orgId, { kinds: ['mails', 'ai'], heldAt: new Date(), stateOf }),
  )
  const { page, errors, keeps, close } = await pages.open('/settings/background', { as: owner })
  const card = page.getByRole('region', { name: 'Held after a restore' })
  await card.getByText('1 AI text to write', { exact: true }).waitFor()
  await card.getByText('0 emails', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Held after a restore' }).first().waitFor()
  await keeps('held')
  await card.getByRole('button', { name: /^Release.*AI text/ }).click()
  const window = page.getByRole('dialog')
  await window.getByText('Texts already written are paid for again.').waitFor()
  await keeps('asked whether to release')
  await window.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Released.').waitFor()
  await card.getByText('1 AI text to write', { exact: true }).waitFor({ state: 'detached' })
  assert.equal(await countOf('write-prd', owner), 1)
  assert.deepEqual(errors, [])
  await close()

  const admin = await pages.app.given.person(owner.orgId, 'admin')
  const theirs = await pages.open('/settings/background', { as: admin })
  const seen = theirs.page.getByRole('region', { name: 'Held after a restore' })
  await seen.getByText('Only an owner can release them.').waitFor()
  assert.equal(await seen.getByRole('button').count(), 0)
  await theirs.close()
})

/** An event that the search index failed at, as the worker leaves it. */
const failEvent = async (at: Someone, name: string, error: string): Promise<void> => {
  const client = { name, email: `${newId().slice(-8)}@example.com` }
  const { status } = await pages.app.call('create-deal', { name: 'Oven', client }, at)
  assert.equal(status, 200)
  const { numAffectedRows } = await pages.app.database.inOrg(at.orgId, (db) =>
    sql`
      insert into reaction_failures (org_id, reaction, event_id, state, tries, error)
      select org_id, 'search', id, 'passed', 9, ${error} from events
      where org_id = ${at.orgId} and type = 'contact.changed' and payload -> 'after' ->> 'name' = ${name}`.execute(db),
  )
  assert.equal(numAffectedRows, 1n)
}

test('an event that a reaction failed at is seen with its record and why, retried, or discarded with a reason', async () => {
  const owner = await pages.app.given.organization()
  await failEvent(owner, 'Maya Rao', 'The index said no')
  await failEvent(owner, 'Jonas Berg', 'The index said no again')
  const { page, errors, keeps, close } = await pages.open('/settings/background', { as: owner })
  const rows = page.getByRole('row').filter({ hasText: 'Update the search index: contact.changed' })
  const [maya, jonas] = ['Maya Rao', 'Jonas Berg'].map((name) => rows.filter({ hasText: name }))
  await maya?.getByText('Failed').waitFor()
  await maya?.getByText('The index said no').waitFor()
  await maya?.getByRole('link', { name: 'Maya Rao' }).waitFor()
  await keeps('events that failed')

  await maya?.getByRole('button', { name: /^Retry/ }).click()
  const window = page.getByRole('dialog')
  await window.getByText('The event is processed again').waitFor()
  await window.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Job queued again.').waitFor()
  await react(pages.app, 'search')
  await maya?.waitFor({ state: 'detached' })

  await jonas?.getByRole('button', { name: /^Discard/ }).click()
  await window.getByText('The event is skipped for this step').waitFor()
  await window.getByRole('textbox', { name: 'Reason' }).fill('He is not found by search.')
  await window.getByRole('button', { name: 'Discard job' }).click()
  await page.getByRole('heading', { name: 'All jobs are done' }).waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('He is not found by search.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a notice of failed work links from the bell to it, on an open page within moments', async () => {
  const owner = await pages.app.given.organization()
  const { page, close } = await pages.open('/settings/background', { as: owner })
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  const id = await put(owner, { message: 'no such file' })
  const worker = await pages.app.startWorker()
  try {
    // The clock would ask for it within a minute.
    await pages.app.database.pool.query(`insert into jobs.job (name, data) values ('tell-dead-work', '{}')`)
    await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'No worker is running' }).waitFor({ state: 'detached' })
    await isRead(page)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('link', { name: /job failed: .*import/i }).click()
    await page.getByRole('region', { name: 'Job', exact: true }).getByText('No such file.').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('work'), id)
    await page
      .getByRole('region', { name: 'Job', exact: true })
      .getByRole('button', { name: /^Discard/ })
      .click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('It is here by now.')
    await page.getByRole('button', { name: 'Discard job' }).click()
    await page.getByRole('heading', { name: 'All jobs are done' }).waitFor()
    await page.getByRole('button', { name: 'Notifications', exact: true }).first().waitFor()
    await until('its end', async () => (await countOf('dead-letters', owner)) === 0)
  } finally {
    await worker.stop()
  }
  await close()
})
