import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { connectGoogle } from '#test/support/consent.ts'
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

const userEmail = 'mira@sandbox.example'
const connected = async (): Promise<Someone> => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connectGoogle(pages.app, owner)
  return owner
}
const draftsOf = async (owner: Someone) =>
  (await pages.app.call('list-email-drafts', {}, owner)).body.drafts as unknown as { subject: string; preview: string }[]
const subjects = async (owner: Someone, labelId: string) =>
  (
    (await pages.app.call('fetch-inbox', { userEmail, labelId, limit: 50 }, owner)).body.emails as unknown as {
      subject: string
    }[]
  ).map(({ subject }) => subject)

test('an email is saved as it is typed, with its files, is open again after a reload and on another device, and is a draft once more when it is taken back', async () => {
  const owner = await connected()
  const desk = await pages.open('/mail', { as: owner })
  await desk.page.getByRole('button', { name: 'New email' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('The offer')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Half a sentence')
  await dialog
    .locator('input[type=file]')
    .setInputFiles([{ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('100') }])
  await dialog.getByText(/^Saved \d/).waitFor()
  await until('its file too', async () => {
    const shown = await pages.app.call('list-email-drafts', {}, owner)
    const [draft] = shown.body.drafts as unknown as { id: string }[]
    const detail = await pages.app.call('show-email-draft', { draftId: draft?.id }, owner)
    return (detail.body.draft as unknown as { files: unknown[] }).files.length === 1 ? true : undefined
  })
  assert.deepEqual(await faultsOf(desk.page), [])
  await desk.page.reload()
  await dialog.getByText('offer.txt', { exact: false }).waitFor()
  assert.equal(await dialog.getByRole('textbox', { name: 'Text' }).inputValue(), 'Half a sentence')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('A whole sentence')
  // Closed before the pause in which it is saved: it is, all the same.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await until('it is saved', async () => ((await draftsOf(owner))[0]?.preview === 'A whole sentence' ? true : undefined))

  const phone = await pages.open('/mail', { as: owner })
  await phone.page.getByRole('link', { name: 'Drafts (1)' }).click()
  assert.deepEqual(await faultsOf(phone.page), [])
  await phone.page.setViewportSize({ width: 360, height: 760 })
  assert.ok(await phone.page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await phone.page.getByRole('link', { name: 'The offer' }).click()
  const sheet = phone.page.getByRole('dialog')
  assert.equal(await sheet.getByRole('textbox', { name: 'Text' }).inputValue(), 'A whole sentence')
  await sheet.getByLabel('To', { exact: false }).first().fill('rosa@client.example')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await phone.page.getByText('Email will be sent in 10 seconds').waitFor()
  assert.deepEqual(await draftsOf(owner), [])
  await phone.page.getByRole('button', { name: 'Undo' }).click()
  await phone.page.getByText('The email was taken back').waitFor()
  await sheet.getByText('offer.txt', { exact: false }).waitFor()
  assert.equal(await sheet.getByLabel('To', { exact: false }).first().inputValue(), 'rosa@client.example')
  assert.deepEqual(
    (await draftsOf(owner)).map(({ subject }) => subject),
    ['The offer'],
  )
  assert.equal((await subjects(owner, 'SENT')).includes('The offer'), false)
  await phone.page.setViewportSize({ width: 1280, height: 900 })
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await until('it is gone', async () => ((await draftsOf(owner)).length === 0 ? true : undefined))
  assert.deepEqual([desk.errors, phone.errors], [[], []])
  await desk.close()
  await phone.close()
})

test('a save from another window is not written over: the member chooses; a draft that was sent there is not sent twice', async () => {
  const owner = await connected()
  const one = await pages.open('/mail', { as: owner })
  await one.page.getByRole('button', { name: 'New email' }).click()
  const first = one.page.getByRole('dialog')
  await first.getByLabel('To', { exact: false }).first().fill('rosa@client.example')
  await first.getByRole('textbox', { name: 'Subject' }).fill('Twice open')
  await first.getByRole('textbox', { name: 'Text' }).fill('From the desk')
  await first.getByText(/^Saved \d/).waitFor()
  const two = await pages.open(one.page.url().slice(pages.app.url.length), { as: owner })
  const second = two.page.getByRole('dialog')
  await second.getByRole('textbox', { name: 'Text' }).fill('From the phone')
  await second.getByText(/^Saved \d/).waitFor()
  await first.getByRole('textbox', { name: 'Text' }).fill('From the desk, late')
  await first.getByText(/was changed in another window at \d/).waitFor()
  assert.equal(await first.getByRole('button', { name: 'Send' }).isDisabled(), true)
  assert.deepEqual(await faultsOf(one.page), [])
  await first.getByRole('button', { name: 'Open that version' }).click()
  await until('the other text', async () =>
    (await first.getByRole('textbox', { name: 'Text' }).inputValue()) === 'From the phone' ? true : undefined,
  )
  await first.getByRole('textbox', { name: 'Text' }).fill('Both together')
  await first.getByText(/^Saved \d/).waitFor()
  await second.getByRole('textbox', { name: 'Text' }).fill('Mine')
  await second.getByRole('button', { name: 'Keep this version' }).click()
  await second.getByText(/^Saved \d/).waitFor()
  assert.equal((await draftsOf(owner))[0]?.preview, 'Mine')
  await second.getByRole('button', { name: 'Send' }).click()
  await two.page.getByText('Email will be sent in 10 seconds').waitFor()
  await first.getByRole('button', { name: 'Send' }).click()
  await first.getByText('This draft was sent or discarded in another window.').waitFor()
  await first.getByRole('button', { name: 'Save as a new draft' }).click()
  await first.getByText(/^Saved \d/).waitFor()
  assert.equal((await draftsOf(owner))[0]?.preview, 'Both together')
  await one.close()
  await two.close()
})

test('a draft that could not be saved says so, is saved later, and keeps its words over a reload meanwhile', async () => {
  const owner = await connected()
  const { page, close } = await pages.open('/mail', { as: owner })
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('In a tunnel')
  await dialog.getByText(/^Saved \d/).waitFor()
  await page.route('**/gateway', (route) =>
    route.request().postData()?.includes('save-email-draft')
      ? route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'You have 100 drafts, which is the most.', code: 'email_drafts_too_many' }),
        })
      : route.continue(),
  )
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Written in the dark')
  await dialog.getByText('Not saved: You have 100 drafts, which is the most.').waitFor()
  await page.unroute('**/gateway')
  await page.reload()
  await until('its words', async () =>
    (await dialog.getByRole('textbox', { name: 'Text' }).inputValue()) === 'Written in the dark' ? true : undefined,
  )
  await until('they are saved', async () => ((await draftsOf(owner))[0]?.preview === 'Written in the dark' ? true : undefined))
  await close()
})

test('Send that is pressed while the draft is being saved is seen to be pressed, and the email leaves once, however often it is pressed', async () => {
  const owner = await connected()
  const { page, errors, close } = await pages.open('/mail', { as: owner })
  const [begun, comes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/gateway', async (route) => {
    if (route.request().postData()?.includes('save-email-draft')) {
      begun.resolve()
      await comes.promise
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: false }).first().fill('rosa@client.example')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Pressed')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('While it is saved')
  await begun.promise
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.locator('button[type=submit][data-loading]').waitFor()
  await dialog.locator('form').evaluate((form) => (form as HTMLFormElement).requestSubmit())
  comes.resolve()
  await page.getByText('Email will be sent in 10 seconds').waitFor()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await draftsOf(owner), [])
  const sent = await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('mailbox_mails')
      .select('subject')
      .where('direction', '=', 'out')
      // What others sent from the sandbox's account may be read in meanwhile.
      .where('subject', '=', 'Pressed')
      .execute(),
  )
  assert.equal(sent.length, 1)
  assert.deepEqual(errors, [])
  await close()
})
