import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askStep } from '#test/support/human-steps.ts'
import { startPages } from '#test/support/page.ts'
import { meetingSoon } from '#test/support/todays-work.ts'

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

test('a meeting with a room is joined from Home, one without is opened, and who takes no part is not given the room', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const host = await app.given.person(owner.orgId, 'member')
  const colleague = await app.given.person(owner.orgId, 'member')
  await meetingSoon(app, owner, -5, 'https://meet.example.com/abc')
  const bare = await meetingSoon(app, host, -1)
  const { page, errors, keeps, close } = await pages.open('/?who=all', { as: owner, width: 1440 })
  const meetings = page.getByRole('region', { name: 'Meetings' })
  const join = meetings.getByRole('link', { name: /^Join/ })
  await join.waitFor({ state: 'attached' })
  assert.equal(await join.count(), 1)
  // The link of the emails: it leads to the room while the meeting stands.
  assert.match((await join.getAttribute('href')) ?? '', /\/meet\/[\w-]{20,}$/)
  assert.equal(await join.getAttribute('target'), '_blank')
  const open = meetings.getByRole('link', { name: /^Open/ })
  assert.equal(await open.count(), 1)
  await join.focus()
  await keeps('a meeting that is joined')
  await open.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/bookings/${bare}`)
  assert.deepEqual(errors, [])
  await close()

  const theirs = await pages.open('/?who=all', { as: colleague, width: 1440 })
  await theirs.page
    .getByRole('region', { name: 'Meetings' })
    .getByRole('link', { name: /^Open/ })
    .nth(1)
    .waitFor({ state: 'attached' })
  assert.equal(await theirs.page.getByRole('link', { name: /^Join/ }).count(), 0)
  await theirs.close()
})

test('a step that waits for a member is opened from Home', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  await askStep(app, owner, { to: { kind: 'role', role: 'owner' }, heading: 'Call them back?', text: '' })
  const { page, errors, close } = await pages.open('/', { as: owner, width: 1440 })
  const open = page.getByRole('region', { name: 'To do for workflows' }).getByRole('link', { name: /^Open.*Call them back/ })
  await open.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/to-do\/[\w-]+/)
  await page.getByRole('heading', { name: 'Call them back?' }).first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a new lead is answered from Home, whether it has an owner or none; on a phone the answer is what stands there', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const made = await app.post({ name: 'Jonas Lindqvist', email: 'jonas@example.com', source: 'website' }, key.text)
  const { page, errors, go, keeps, close } = await pages.open('/', { as: owner, width: 1440 })
  const leads = page.getByRole('region', { name: 'New leads' })
  const reply = leads.getByRole('link', { name: /Reply.*Jonas/ })
  const assign = leads.getByRole('button', { name: /Assign to me.*Jonas/ })
  await reply.waitFor({ state: 'attached' })
  await keeps('a new lead and what can be done with it')
  await assign.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Jonas Lindqvist is assigned to you.').waitFor()
  await assign.waitFor({ state: 'detached' })
  await reply.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/mail\?to=jonas/)

  await app.call('update-lead', { leadId: made.body.lead_id, ownerId: null }, owner)
  await page.setViewportSize({ width: 360, height: 800 })
  await go('/')
  await reply.waitFor({ state: 'attached' })
  assert.equal(await assign.isVisible(), false)
  assert.deepEqual(errors, [])
  await close()
})

test('the first step of the checklist offers to add a lead by hand, which ticks it', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/', { as: owner, width: 1440 })
  await page.getByText('0 of 6 done').waitFor()
  await page.getByRole('button', { name: 'Add by hand' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Aroha Ngata')
  await sheet.getByRole('textbox', { name: 'Email' }).fill('aroha@example.com')
  await sheet.getByRole('button', { name: 'Add lead' }).click()
  await page.getByText('1 of 6 done').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
