import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { inboxNotices } from '#domains/conversations/inbox/notices.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ host: 'localhost' })
})
after(() => pages?.stop())

test('a member chooses by keyboard alone what they hear of and when, and finds it so afterwards, on a phone and at a desk', async () => {
  const owner = await pages.app.given.organization()
  const as = await pages.app.given.person(owner.orgId, 'member')
  const { page, errors, keeps, go, close } = await pages.open('/settings/notifications', { as })
  await page.getByRole('group', { name: 'Mentions' }).waitFor()
  await keeps('notification-settings')

  await page.getByRole('checkbox', { name: 'Invoices: Push' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await page.getByRole('checkbox', { name: 'Quiet hours' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('From').fill('21:30')
  await page.getByLabel('To', { exact: true }).fill('06:45')
  await page.getByLabel('Morning summary at').fill('09:15')
  await keeps('notification-settings-unsaved')
  await page.keyboard.press('Enter')
  await page.getByText('Notification settings saved.').waitFor()

  const { settings } = (await pages.app.call('show-notification-settings', {}, as)).body as unknown as {
    settings: { choices: { topic: string; mail: string; push: boolean }[]; quiet: object; summary_at: string }
  }
  const invoices = settings.choices.find(({ topic }) => topic === 'invoices')
  assert.deepEqual([invoices?.mail, invoices?.push], ['at_once', true])
  assert.deepEqual([settings.quiet, settings.summary_at], [{ from: '21:30', to: '06:45' }, '09:15'])
  await go('/settings/notifications')
  assert.equal(await page.getByRole('checkbox', { name: 'Invoices: Push' }).isChecked(), true)
  assert.equal(await page.getByLabel('From').inputValue(), '21:30')
  assert.deepEqual(errors, [])
  await close()
})

test('a test email is sent, and a browser in which notifications are blocked says what to do', async () => {
  const as = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/settings/notifications', { as })
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('Test email sent.').waitFor()
  await page.getByRole('heading', { name: 'Push notifications' }).waitFor()
  await page
    .getByText(/You blocked notifications of this site|Turn on in this browser/)
    .first()
    .waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the icon of the tab has a dot while something is unread, and a sound is played once over two tabs, where it is wanted', async () => {
  const as = await pages.app.given.organization()
  await pages.app.call('save-notification-settings', { sound: true }, as)
  const listen = `globalThis.played = 0; globalThis.AudioContext = class { constructor() { globalThis.played++; throw new Error('no sound here') } }`
  const first = await pages.open('/contacts', { as })
  const second = await first.context.newPage()
  await second.goto(`${pages.site}/contacts`)
  await second.locator('h1').waitFor()
  const tabs = [first.page, second]
  for (const tab of tabs) {
    await tab.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
    await tab.evaluate(listen)
  }
  await pages.app.database.inOrg(as.orgId, (db) =>
    raiseNotice(db, as.orgId, {
      ...{ notice: inboxNotices.mentioned, subjectId: newId(), personId: as.personId },
      facts: { by: 'Ada', name: 'Maya', deal_id: newId() },
    }),
  )
  for (const tab of tabs) await tab.locator('link[rel="icon"][href="/favicon-unread.svg"]').waitFor({ state: 'attached' })
  const played = await Promise.all(tabs.map((tab) => tab.evaluate<number>('globalThis.played')))
  assert.equal(
    played.reduce((sum, n) => sum + n, 0),
    1,
  )
  await first.close()
})
