import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMailServer } from '#test/mail/mail-server.ts'
import { startSmallImapServer } from '#test/support/imap-server.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
})
after(() => pages?.stop())

test('a member types a mail server: a wrong password is named at its server, the right one connects, and the page fits a phone', async () => {
  const imap = await startSmallImapServer()
  const smtp = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => (password === 'right' ? done(null, { user: 'jo' }) : done(new Error('No'))),
  })
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/mailboxes', { as: owner })
  await page.getByRole('button', { name: 'Connect another server' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Email address').fill('jo@own.invalid')
  await window.getByRole('button', { name: 'Find servers' }).click()
  await window.getByText('No servers were found.').waitFor()
  const [reading, sending] = ['Incoming mail (IMAP)', 'Outgoing mail (SMTP)'].map((name) => window.getByRole('group', { name }))
  for (const [place, port] of [
    [reading, imap.port],
    [sending, smtp.port],
  ] as const) {
    await place?.getByLabel('Server').fill('127.0.0.1')
    await place?.getByLabel('Port').fill(String(port))
  }
  await window.getByLabel('User name').fill('jo')
  await window.getByLabel('Password', { exact: true }).fill('wrong')
  await window.getByRole('button', { name: 'Connect' }).click()
  await window.getByText('does not accept the user name or password').first().waitFor()
  await keeps('a refused mail server')
  await window.getByLabel('Password', { exact: true }).fill('right')
  await window.getByRole('button', { name: 'Connect' }).click()
  await window.waitFor({ state: 'detached' })
  const row = page.getByRole('listitem').filter({ hasText: 'jo@own.invalid' })
  await row.getByText('Connected', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
  await close()
  await imap.stop()
  await smtp.stop()
})

test('a member who enters the servers at once does not read that none were found, and of one wrong name in both fields the first is marked', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/mailboxes', { as: owner })
  await page.getByText('Connect your Google account or any other mail server').waitFor()
  await page.getByRole('button', { name: 'Connect another server' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Email address').fill('jo@own.invalid')
  await window.getByRole('button', { name: 'Enter servers' }).click()
  await window.getByText('Your provider lists its servers under IMAP and SMTP.').waitFor()
  assert.equal(await window.getByText('No servers were found').count(), 0)
  const places = ['Incoming mail (IMAP)', 'Outgoing mail (SMTP)'].map((name) => window.getByRole('group', { name }))
  for (const place of places) await place.getByLabel('Server').fill('nowhere.invalid')
  await window.getByLabel('Password', { exact: true }).fill('right')
  await window.getByRole('button', { name: 'Connect' }).click()
  await window.getByText('The mail server cannot be reached').first().waitFor()
  const marked = await Promise.all(places.map((place) => place.getByText('The mail server cannot be reached').count()))
  assert.deepEqual(marked, [1, 0])
  await keeps('servers that were entered, and do not exist')
  assert.deepEqual(errors, [])
  await close()
})
