import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { alertNotices } from '#domains/automation/alerts/notices.ts'
import { mailNotices } from '#domains/platform/mail-out/notices.ts'
import { memberNotices } from '#domains/platform/members/notices.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const raise = (at: Someone, notice: Omit<Parameters<typeof raiseNotice>[2], 'subjectId'>) =>
  pages.app.database.inOrg(at.orgId, (db) => raiseNotice(db, at.orgId, { ...notice, subjectId: newId() }))

test('the bell counts unread notices within a second, names the number in words, and is quiet once they are read', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/contacts', { as: owner })
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('dialog').getByText('You’re all caught up').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/contacts', 'Escape closes the list and leaves the page')

  await raise(owner, { notice: memberNotices.member_joined, facts: { name: 'Grace Hopper', role: 'admin' } })
  await raise(owner, {
    notice: mailNotices.mail_failed,
    facts: { to: 'ada@example.com', template: 'invitation', reason: 'no such mailbox' },
  })
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await page.getByRole('dialog').getByText('Grace Hopper joined the workspace').waitFor()
  await page.getByText('An email to ada@example.com could not be delivered').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the list')
  const list = await page.getByRole('dialog').boundingBox()
  const time = await page.getByRole('dialog').locator('time').first().boundingBox()
  assert.ok(list && time && list.x + list.width - time.x - time.width >= 12, 'a time stands apart from the edge of the list')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).first().waitFor()
  await page.getByRole('link', { name: /Grace Hopper joined/ }).click()
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a notice of many leads or deals leads to those of the reader', async () => {
  const owner = await pages.app.given.organization()
  const { personId } = owner
  await raise(owner, { notice: alertNotices.leads_assigned, personId, facts: { count: 120 } })
  await raise(owner, { notice: alertNotices.deals_assigned, personId, facts: { count: 1 } })
  const { page, go, errors, close } = await pages.open('/notices', { as: owner })
  await page.getByRole('link', { name: /120 leads were assigned to you/ }).click()
  await page.waitForURL(/\/leads\?.*f=owner\*is\*me/)
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await go('/notices')
  await page.getByRole('link', { name: /1 new deal was assigned to you/ }).click()
  await page.waitForURL(/\/deals\?.*f=owner\*is\*me/)
  assert.match(page.url(), /view=list/)
  assert.deepEqual(errors, [])
  await close()
})

test('a notice that was followed is read, and the page of all keeps the rest', async () => {
  const owner = await pages.app.given.organization()
  await raise(owner, { notice: memberNotices.member_joined, facts: { name: 'Older', role: 'member' } })
  await raise(owner, { notice: memberNotices.member_joined, facts: { name: 'Newer', role: 'member' } })
  const { page, go, keeps, close } = await pages.open('/notices', { as: owner })
  await page.getByText('Newer joined the workspace').waitFor()
  await keeps('the notices')
  await page.getByRole('link', { name: /Older joined/ }).click()
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await go('/notices')
  await page.getByRole('link', { name: /Newer joined.*\(Unread\)/s }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Older joined.*\(Unread\)/s }).count(), 0)
  await close()
})
