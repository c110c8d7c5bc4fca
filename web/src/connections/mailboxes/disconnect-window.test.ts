import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Someone } from '#test/support/app.ts'
import { emailArrives } from '#test/support/arriving.ts'
import { faultsOf } from '#test/support/browser.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { startPages } from '#test/support/page.ts'

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

const userEmail = 'mira@sandbox.example'
/** A mailbox that was read, with two emails that wait to be sent. */
const given = async (owner: Someone) => {
  const { app } = pages
  const mailboxId = await connectGoogle(app, owner)
  const letter = { from: 'lena@client.example', name: 'Lena', subject: 'Friday', text: 'Is Friday free?' }
  await emailArrives(app, owner, mailboxId, letter)
  for (const subject of ['One', 'Two']) {
    const letter = { to: 'lena@client.example', subject, body: '<p>x</p>', userEmail, undoSeconds: 60 }
    const sent = await app.call('send-email', letter, owner)
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
  }
  // However slow this machine is: they wait for longer than the test takes.
  await sql`update jobs.job_common set start_after = now() + interval '1 hour'
    where name = 'send-mailbox-mail' and data ->> 'orgId' = ${owner.orgId}`.execute(app.database.db)
  return mailboxId
}
const mailsOf = ({ orgId }: Someone) =>
  pages.app.database.inOrg(orgId, (db) => db.selectFrom('mailbox_mails').select(['id', 'state']).execute())

test('before a mailbox is disconnected its owner reads how many emails would not be sent, what goes and what stays', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const mailboxId = await given(owner)
  const copied = (await mailsOf(owner)).length
  const { page, errors, close } = await pages.open('/settings/mailboxes', { as: owner })
  const row = page.getByRole('listitem').filter({ hasText: userEmail })
  await row.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 emails wait to be sent and will not be sent.').waitFor()
  await dialog.getByText(`The copy of ${copied} emails is removed from Foyer.`).waitFor()
  await dialog.getByText('Its emails leave the conversations').waitFor()
  await dialog.getByText('Booked meetings stay').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await dialog.getByRole('button', { name: 'Keep connected' }).click()
  // One is taken back: the next window counts anew.
  const [waiting] = (await mailsOf(owner)).filter(({ state }) => state === 'queued')
  assert.equal((await pages.app.call('cancel-email', { id: waiting?.id, userEmail }, owner)).status, 200)
  await row.getByRole('button', { name: 'Disconnect' }).click()
  await dialog.getByText('1 email waits to be sent and will not be sent.').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Mailbox disconnected').waitFor()
  assert.deepEqual(
    (await mailsOf(owner)).filter(({ state }) => state === 'queued'),
    [],
  )
  assert.equal((await pages.app.call('preview-mailbox-disconnect', { mailboxId }, owner)).status, 404)
  assert.deepEqual(errors, [])
  await close()
})

test('only the owner of a mailbox reads what its disconnection would remove', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const mailboxId = await given(owner)
  const admin = await pages.app.given.person(owner.orgId, 'admin')
  await pages.app.call('update-mailbox', { mailboxId, kind: 'team' }, owner)
  const { status, body } = await pages.app.call('preview-mailbox-disconnect', { mailboxId }, admin)
  assert.deepEqual([status, body.code], [404, 'mailbox_not_found'])
  const shown = await pages.app.call('preview-mailbox-disconnect', { mailboxId }, owner)
  assert.deepEqual([shown.status, shown.body.waiting_emails], [200, 2])
})
