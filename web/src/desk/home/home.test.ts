import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addTask } from '#domains/crm/deals/tasks.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import {
  dayMs,
  dueInvoice,
  meetingSoon,
  paidInvoice,
  standingDeal,
  waitingDocument,
  writesIn,
} from '#test/support/todays-work.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

/** A workspace in which each section has something. */
const busyWorkspace = async (): Promise<Someone> => {
  const { app } = pages
  const owner = await app.given.organization('Rao Studio')
  const { orgId, personId } = owner
  const key = await app.given.key(orgId)
  await writesIn(app, orgId, 'Marcus Whitfield', {
    minutes: 68,
    text: 'Is Saturday still possible for the site visit? We have the keys until noon.',
  })
  await writesIn(app, orgId, 'Nadia El Amrani', {
    minutes: 54,
    text: 'Bonjour, we open in March and need drawings for 140 m² by January.',
  })
  await writesIn(app, orgId, 'Chukwuemeka Oyelaran-Adébáyọ̀', {
    minutes: 42,
    text: 'Thank you. The board would like two options with the price of each.',
  })
  await writesIn(app, orgId, 'Sheena Nelson', { minutes: 26, text: 'Perfect, the oak one please.' })
  await writesIn(app, orgId, 'Hannah Weiß', {
    minutes: 9,
    text: 'Wir hätten gern einen zweiten Termin, am liebsten Donnerstag.',
  })
  for (const [name, source] of [
    ['Lindiwe Dlamini', 'website'],
    ['Þórður Guðmundsson', 'referral'],
    ['Priya Raghunathan', 'google-ads'],
  ])
    await app.post({ name, email: `${encodeURIComponent(name ?? '').replaceAll(/\W/g, '')}@example.com`, source }, key.text)
  await standingDeal(app, orgId, 'Harbourlight Trust, east wing', { days: 21, hasStep: false, ownerId: personId })
  await standingDeal(app, orgId, 'Dubois Traiteur, shop floor', { days: 9, hasStep: false, ownerId: personId })
  await dueInvoice(app, orgId, -9, 432_000, 'GBP')
  await dueInvoice(app, orgId, 2, 216_000)
  for (const [weeks, amountMinor] of [210, 260, 140, 290, 330, 384].entries())
    await paidInvoice(app, orgId, { at: new Date(Date.now() - (5 - weeks) * 7 * dayMs), amountMinor: amountMinor * 1_000 })
  // Of today, also shortly before midnight.
  await meetingSoon(app, owner, Math.min(34, Math.floor((dayMs - (Date.now() % dayMs)) / 60_000)))
  await waitingDocument(app, owner, 'Kitchen contract', 2)
  await app.database.inOrg(orgId, async (db) => {
    const task = { assignedTo: personId, cause: { person_id: null } }
    await addTask(db, orgId, {
      ...task,
      kind: 'next_action',
      title: 'Order stone samples, Carrara',
      dueAt: new Date(Date.now() - dayMs),
    })
    await addTask(db, orgId, {
      ...task,
      kind: 'call_back',
      title: 'Call back Hernández Abogados',
      dueAt: new Date(Date.now() - 60_000),
    })
  })
  return owner
}

test('Home shows within one look whom to answer first, and what else is due, at a desk and on a phone', async () => {
  const owner = await busyWorkspace()
  const { page, errors, keeps, close } = await pages.open('/', { as: owner, width: 1440, height: 900 })
  const replies = page.getByRole('region', { name: 'Waiting for your reply' })
  await replies.getByText('Marcus Whitfield').first().waitFor()
  assert.match(await replies.getByRole('listitem').first().innerText(), /Late by 8 min/)
  for (const name of [
    'Meetings',
    'Tasks',
    'Calls to return',
    'New leads',
    'Deals that need a step',
    'Invoices',
    'Documents to be signed',
  ])
    await page.getByRole('region', { name, exact: true }).first().waitFor()
  await page.getByRole('img', { name: /New leads a day over 14 days/ }).waitFor()
  await page.getByRole('slider', { name: /New leads a day/ }).focus()
  await page.keyboard.press('ArrowLeft')
  assert.match(
    (await page.getByRole('slider', { name: /New leads a day/ }).getAttribute('aria-valuetext')) ?? '',
    /These 14 days 0/,
  )
  await page.getByRole('heading', { name: 'Today', level: 1 }).click()
  await keeps('home')
  assert.deepEqual(errors, [])
  await close()
})

test('rows act in place: reply opens the conversation, a tick completes a task and is undone, an invoice is reminded of', async () => {
  const owner = await busyWorkspace()
  const { page, errors, close } = await pages.open('/', { as: owner, width: 1440 })
  await page.getByRole('checkbox', { name: 'Complete: Order stone samples, Carrara' }).click()
  await page.getByRole('region', { name: 'Tasks', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('checkbox', { name: 'Complete: Order stone samples, Carrara' }).waitFor()

  await page.getByRole('button', { name: /Add task.*Harbourlight Trust/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Task' }).fill('Send the drawings')
  await page.keyboard.press('Enter')
  const harbour = page.getByRole('region', { name: 'Deals that need a step' }).getByText('unchanged for')
  await harbour.waitFor()

  await page.getByRole('button', { name: /Remind.*INV-0001/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send reminder' }).click()
  await page.getByText('Reminder of INV-0001 sent.').waitFor()

  await page.getByText('Is Saturday still possible').hover()
  await page.getByRole('button', { name: /Assign to me.*Marcus/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Marcus Whitfield is assigned to you.').waitFor()
  await page.getByRole('link', { name: /Reply.*Marcus/ }).click()
  await page.waitForURL(/\/inbox\//)
  assert.deepEqual(errors, [])
  await close()
})

test('a late task that is moved to tomorrow leaves Home, and Undo brings it back', async () => {
  const owner = await busyWorkspace()
  const { page, errors, keeps, close } = await pages.open('/', { as: owner, width: 1440, height: 900 })
  const tasks = page.getByRole('region', { name: 'Tasks', exact: true })
  const late = tasks.locator('time[data-tone="late"]')
  await late.waitFor()
  await page.getByRole('button', { name: 'Later: Order stone samples, Carrara' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Next Monday' }).waitFor()
  await keeps('home with the menu of a task')
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await page.getByText(/^Moved to .*: Order stone samples, Carrara/).waitFor()
  await tasks.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await late.waitFor()

  // A call to return is put off as well, to a day of one's own.
  const calls = page.getByRole('region', { name: 'Calls to return' })
  await calls.getByRole('listitem').hover()
  await calls.getByRole('button', { name: 'Later: Call back Hernández Abogados' }).click()
  await page.getByRole('menuitem', { name: 'Another day' }).click()
  const day = page.getByRole('dialog', { name: 'Move to another day' })
  await day.getByLabel('Day').fill('2020-01-01')
  await day.getByRole('button', { name: 'Move' }).click()
  await day.getByText('Choose a day from today on.').waitFor()
  await day.getByLabel('Day').fill('2030-01-04')
  await day.getByRole('button', { name: 'Move' }).click()
  await calls.waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})

test('a task of Home opens beside it, where it is renamed and given to a colleague', async () => {
  const owner = await busyWorkspace()
  const maya = await pages.app.given.person(owner.orgId, 'member')
  const { page, errors, keeps, close } = await pages.open('/', { as: owner, width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Order stone samples, Carrara/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit task' })
  await sheet.getByRole('textbox', { name: 'Task', exact: true }).fill('')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Enter a task').waitFor()
  await keeps('a task in its sheet')
  await sheet.getByRole('textbox', { name: 'Task', exact: true }).fill('Order oak samples')
  await sheet.getByRole('combobox', { name: 'Owner' }).selectOption(maya.personId)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The task was saved.').waitFor()
  await page.getByRole('region', { name: 'Tasks', exact: true }).waitFor({ state: 'detached' })
  await page.getByText('Everyone').click()
  await page.getByRole('button', { name: /^Order oak samples/ }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a message and a lead appear on the open page when they come in', async () => {
  const owner = await pages.app.given.organization()
  const { page, close } = await pages.open('/', { as: owner })
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await writesIn(pages.app, owner.orgId, 'Aroha Ngata', { minutes: 2, text: 'Kia ora!' })
  await page.getByRole('region', { name: 'Waiting for your reply' }).getByText('Aroha Ngata').first().waitFor()
  const key = await pages.app.given.key(owner.orgId)
  await pages.app.post({ name: 'Jonas Lindqvist', email: 'jonas@example.com', source: 'website' }, key.text)
  await page.getByRole('region', { name: 'New leads' }).getByText('Jonas Lindqvist').first().waitFor()
  await close()
})

test('a lead that waits for its first answer is among those who wait, also on a phone of 360 px, and is taken and answered from there', async () => {
  const owner = await pages.app.given.organization()
  const key = await pages.app.given.key(owner.orgId)
  const note = 'We open in March and need drawings.'
  await pages.app.post({ name: 'Jonas Lindqvist', email: 'jonas@example.com', source: 'website', note }, key.text)
  await pages.app.post({ name: 'Þórður Guðmundsson', email: 'thordur@example.com', source: 'referral' }, key.text)
  await pages.app.post({ name: 'Aroha Ngata', phone: '+919711699983', source: 'fair' }, key.text)
  const { page, errors, go, close } = await pages.open('/', { as: owner, width: 360, height: 800 })
  const replies = page.getByRole('region', { name: 'Waiting for your reply' })
  await replies.getByText('Request from referral').waitFor()
  assert.match(await replies.getByRole('listitem').first().innerText(), /New request · Unassigned/)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await replies.getByText('Aroha Ngata').first().waitFor()
  const seen: string[] = []
  const rows = await replies.getByRole('listitem').all()
  assert.equal(rows.length, 3)
  for (const row of rows) {
    const actions = row.locator('button, a:not([data-row])').filter({ visible: true })
    await actions.first().waitFor()
    assert.equal(await actions.count(), 1, await row.innerText())
    seen.push((await actions.innerText()).split(':')[0]?.trim() ?? '')
    const box = await actions.boundingBox()
    assert.ok(box && box.height >= 44 && box.width >= 44, JSON.stringify(box))
    assert.ok(
      await actions.evaluate((action) => action.checkVisibility({ opacityProperty: true })),
      'without a pointer over it',
    )
  }
  assert.deepEqual(seen, ['Reply', 'Reply', 'Call'], 'who left a number alone is called')
  const header = replies.locator('header')
  assert.ok(await header.evaluate((head) => [...head.children].every((part) => part.scrollWidth <= part.clientWidth + 1)))
  assert.ok(((await header.boundingBox())?.height ?? 99) <= 45, 'the header is one line')
  await replies.getByRole('link', { name: /Reply.*Jonas/ }).click()
  await page.waitForURL(/\/mail\?to=jonas/)
  await go('/')
  await replies.getByText(note).click()
  await page.waitForURL(/\/leads\//)
  // Where there is room a row has all that can be done.
  await page.setViewportSize({ width: 1280, height: 900 })
  await go('/')
  await replies.getByRole('link', { name: /Reply.*Jonas/ }).focus()
  // What is said of it is gone after some seconds: it is waited for before the click.
  const isSaid = page.getByText('Jonas Lindqvist is assigned to you.').waitFor()
  await replies.getByRole('button', { name: /Assign to me.*Jonas/ }).click()
  await isSaid
  await replies.getByRole('button', { name: /Assign to me.*Jonas/ }).waitFor({ state: 'detached' })
  assert.match((await replies.getByRole('link', { name: /Reply.*Jonas/ }).getAttribute('href')) ?? '', /^\/mail\?to=jonas/)
  assert.deepEqual(errors, [])
  await close()
})

test('a new workspace is led by its checklist, whose steps lead to their places; it is hidden and shown again', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/', { as: owner, width: 1440 })
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await page.getByText('0 of 6 done').waitFor()
  await keeps('home of a new workspace')
  await page.getByRole('button', { name: 'Hide the checklist' }).click()
  await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: /Invite a colleague/ }).click()
  await page.waitForURL(/\/settings\/members/)
  assert.deepEqual(errors, [])
  await close()
})

test('a member’s checklist has their own steps, each of which opens a page that they may use', async () => {
  const owner = await pages.app.given.organization()
  const member = await pages.app.given.person(owner.orgId, 'member')
  const { page, errors, go, keeps, close } = await pages.open('/', { as: member })
  await page.getByText('0 of 3 done').waitFor()
  await page.getByText('Three steps of your own.').waitFor()
  await keeps('home of a new member')
  for (const [step, path, title] of [
    ['Connect your mailbox', '/settings/mailboxes', 'Mailboxes'],
    ['Set your working hours', '/settings/hours', 'Working hours'],
    ['Choose your notifications', '/settings/notifications', 'Notifications'],
  ] as const) {
    await page.getByRole('link', { name: step }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await go('/')
  }
  assert.deepEqual(errors, [])
  await close()
})

test('Home is first in the navigation and in the bar of a phone, has a key, and old links lead where they led', async () => {
  const owner = await pages.app.given.organization()
  const { page, go, close } = await pages.open('/leads', { as: owner })
  const main = page.getByRole('navigation', { name: 'Main' })
  assert.equal(await main.getByRole('link').first().innerText(), 'Home')
  assert.equal(await main.getByRole('link', { name: 'Home' }).getAttribute('aria-current'), null)
  await page.keyboard.press('g')
  await page.keyboard.press('Shift+H')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  assert.equal(await main.getByRole('link', { name: 'Home' }).getAttribute('aria-current'), 'page')
  await page.getByText('Everyone').click()
  await page.waitForURL(/\?who=all$/)
  await go('/?who=nonsense')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await close()
})

test('the rows of Home are reached by j and k, and open with Enter', async () => {
  const owner = await pages.app.given.organization()
  await writesIn(pages.app, owner.orgId, 'Aroha Ngata', { minutes: 12, text: 'Kia ora!' })
  await standingDeal(pages.app, owner.orgId, 'Villa Hernández', { days: 10, hasStep: false })
  const { page, close } = await pages.open('/', { as: owner })
  await page.getByText('Villa Hernández').first().waitFor()
  await page.keyboard.press('j')
  assert.match(await page.evaluate('document.activeElement.textContent'), /Kia ora/)
  await page.keyboard.press('j')
  assert.match(await page.evaluate('document.activeElement.textContent'), /Villa Hernández/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/deals\//)
  await close()
})
