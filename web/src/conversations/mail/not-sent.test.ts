import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectGoogle } from '#test/support/consent.ts'
import { startPages } from '#test/support/page.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const userEmail = 'mira@sandbox.example'
const turn = (dial: object) =>
  fetch(`${pages.app.url}/sandbox/faults/google`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })

test('an email that did not leave is found by its notice and under Not sent, made a draft again or sent again, and the list is empty', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connectGoogle(pages.app, owner)
  const send = async (subject: string): Promise<string> => {
    const letter = { to: 'rosa@stranger.example', subject, body: '<p>As agreed</p>', userEmail, undoSeconds: 2 }
    const id = String(ok(await pages.app.call('send-email', letter, owner)).body.messageId)
    await sql`update jobs.job_common set retry_limit = 0 where name = 'send-mailbox-mail' and data ->> 'mailId' = ${id}`.execute(
      pages.app.database.db,
    )
    return id
  }
  await turn({ kind: 'rate_limited', only: '/send' })
  const ids = [await send('The offer'), await send('The invoice')]
  await until('both failed', async () => {
    const { notices } = ok(await pages.app.call('list-notices', {}, owner)).body as unknown as { notices: { kind: string }[] }
    return notices.filter(({ kind }) => kind === 'email_not_sent').length === ids.length ? true : undefined
  })
  await turn({})

  const { page, errors, keeps, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog').getByText('An email was not sent').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Not sent (2)' }).click()
  const offer = page.getByRole('link', { name: 'The offer' })
  await offer.getByText('Not sent').waitFor()
  await keeps('the list of what was not sent')
  await offer.click()
  await page.getByRole('button', { name: 'Back to a draft' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: false }).first().waitFor()
  assert.equal(await dialog.getByRole('textbox', { name: 'Text' }).inputValue(), 'As agreed')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Not sent (1)' }).click()
  await page.getByRole('link', { name: 'The invoice' }).click()
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await page.getByText('No mail waits here').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('Undo makes the draft in the same call that takes the email back: no word of it hangs on a second one', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connectGoogle(pages.app, owner)
  const { page, errors, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: false }).first().fill('rosa@stranger.example')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Kept')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Word for word')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  // From here on no draft is saved: what takes the email back makes it.
  await page.route('**/gateway', (route) =>
    route.request().postData()?.includes('save-email-draft') ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The email was taken back').waitFor()
  const { drafts } = ok(await pages.app.call('list-email-drafts', {}, owner)).body as unknown as {
    drafts: { subject: string; preview: string }[]
  }
  assert.deepEqual(
    drafts.map(({ subject, preview }) => [subject, preview]),
    [['Kept', 'Word for word']],
  )
  assert.deepEqual(errors, [])
  await close()
})
