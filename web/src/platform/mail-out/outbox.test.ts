import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

test('a mail is seen on its way and sent; as long as mail is simulated, a chip says so and leads to the mailbox', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const { page, errors, overhang, close } = await pages.open('/settings/outbox', { as: owner, width: 360, scheme: 'dark' })
  await page.getByText('No emails yet').waitFor()
  await page.getByRole('button', { name: 'Sandbox' }).locator('visible=true').click()
  await page.getByText('Sandbox mode: emails aren’t really sent.').waitFor()
  assert.match(
    (await page.getByRole('dialog', { name: 'Sandbox' }).getByRole('link', { name: 'Open mailbox' }).getAttribute('href')) ??
      '',
    /\/sandbox\/mailbox$/,
  )
  assert.deepEqual(await faultsOf(page), [], 'what the chip says')
  await page.keyboard.press('Escape')
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  await app.call('invite-staff', { email: 'grace@example.com', name: 'Grace Hopper' }, owner)
  const mails = page.getByRole('table', { name: 'Emails, newest first' })
  await mails.getByText('Grace Hopper <grace@example.com>').waitFor()
  await mails.getByText('Sent', { exact: true }).waitFor()
  assert.equal(await overhang(), 0)
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
})

test('a mail that could not be delivered says why, and is sent after all', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  await app.call('invite-staff', { email: 'ada@example.com' }, owner)
  const sentMail = async () =>
    (await app.call('list-mails', { state: 'sent' }, owner)).body as unknown as { mails: { id: string }[] }
  const id = await until('the mail', async () => (await sentMail()).mails[0]?.id)
  const failed = await app.database.inOrg(owner.orgId, async (db) => {
    const { sealed } = await db.selectFrom('mails').select('sealed').where('org_id', '=', owner.orgId).executeTakeFirstOrThrow()
    await db
      .updateTable('mails')
      .set({ state: 'failed', sent_at: null, last_error: 'the mail server refused the address', failed_at: new Date() })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', id)
      .execute()
    return sealed === null
  })
  const { page, close } = await pages.open(`/settings/outbox?mail=${id}`, { as: owner })
  const one = page.getByRole('region', { name: 'Email' })
  await one.getByText('The mail server refused the address.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await one.getByRole('button', { name: /Send now/ }).click()
  // A mail that was sent once has no body any more: the refusal is said, with what to do.
  if (failed) await page.getByText('The email could not be queued again').waitFor()
  else await page.getByText('Email queued again.').waitFor()
  await close()
})
