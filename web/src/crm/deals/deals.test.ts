import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { isRead, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

interface Made {
  readonly deal: { readonly id: string }
}

/** Deals with one person each; the last one made is on top of the first column. */
const dealsNamed = async (owner: Someone, ...names: string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const [n, name] of names.entries()) {
    const client = { name: `Person of ${name}`, email: `person${n}@example.com` }
    const { body } = await pages.app.call('create-deal', { client, name, valueMinor: 125_000, currency: 'EUR' }, owner)
    ids.push((body as unknown as Made).deal.id)
  }
  return ids
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardsIn = (page: Page, name: string) =>
  column(page, name)
    .locator('[data-focus]')
    .evaluateAll((cards) => cards.map((card) => (card as unknown as { ariaLabel: string }).ariaLabel.split(',')[0]))
const card = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name},`) })

/** Presses the mouse on a card and begins to carry it. */
const take = async (page: Page, name: string): Promise<void> => {
  const from = await card(page, name).boundingBox()
  assert.ok(from)
  await page.mouse.move(from.x + 60, from.y + from.height - 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 90, from.y + from.height, { steps: 3 })
}

/** The same, over the middle of a place, and lets go. */
const drag = async (page: Page, name: string, to: Locator): Promise<void> => {
  await take(page, name)
  const over = await to.boundingBox()
  assert.ok(over)
  await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2, { steps: 6 })
  await page.mouse.up()
}

test('a card is moved by mouse and by keyboard, and other viewers see it; a refused move goes back and shows why', async () => {
  const owner = await pages.app.given.organization()
  const member = await pages.app.given.person(owner.orgId, 'member')
  const [first, second] = await dealsNamed(owner, 'Alpha', 'Beta', 'Gamma')
  const { page, errors, close } = await pages.open('/deals', { as: owner })
  const other = await pages.open('/deals', { as: member })
  await card(other.page, 'Gamma').waitFor()
  await card(page, 'Gamma').waitFor()
  assert.deepEqual(await cardsIn(page, 'New lead'), ['Gamma', 'Beta', 'Alpha'])

  await drag(page, 'Alpha', column(page, 'Qualified'))
  assert.deepEqual(await cardsIn(page, 'Qualified'), ['Alpha'], 'at once')
  await column(other.page, 'Qualified').getByText('Alpha', { exact: true }).waitFor()
  await column(other.page, 'Qualified').getByText('€1,250.00', { exact: true }).first().waitFor()

  await card(page, 'Beta').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.getByText('Beta: Qualified, position 2 of 2.').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByText('Dropped Beta: Qualified, position 1 of 2.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.dataset.focus'), second, 'the focus goes along')
  await until('the other sees it', async () => (await cardsIn(other.page, 'Qualified')).join() === 'Beta,Alpha')

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await page.getByText('Cancelled. Beta is back in Qualified.').waitFor()
  assert.deepEqual(await cardsIn(page, 'Qualified'), ['Beta', 'Alpha'])

  // It went into another deal meanwhile, which nobody here was told.
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('deals')
      .set({ state: 'linked', linked_to: second as string })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', first as string)
      .execute(),
  )
  await drag(page, 'Alpha', column(page, 'Proposal'))
  await page.getByText('“Alpha” could not be moved').waitFor()
  await card(page, 'Alpha').waitFor({ state: 'detached' })
  assert.deepEqual(await cardsIn(page, 'Proposal'), [])
  assert.deepEqual([...errors, ...other.errors], [])
  await close()
  await other.close()
})

test('a new deal is created in a sheet beside the board, on a phone over the whole screen, from its first field on', async () => {
  const owner = await pages.app.given.organization()
  const { page, keeps, errors, close } = await pages.open('/deals', { as: owner })
  const opener = page.getByRole('button', { name: 'New deal' }).first()
  const sheet = page.getByRole('dialog', { name: 'New deal' })
  const cancel = sheet.getByRole('button', { name: 'Cancel' })
  const isInFirstField = () =>
    page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') && document.activeElement.tagName === 'INPUT')
  await opener.click()
  await isInFirstField()
  assert.deepEqual(await sheet.boundingBox(), { x: 720, y: 0, width: 560, height: 900 })
  assert.ok(((await cancel.boundingBox())?.y ?? 0) > 830, 'the buttons stand at the foot')
  await keeps('the sheet of a new deal')
  // So low that the form scrolls: its buttons stay in view.
  await page.setViewportSize({ width: 360, height: 360 })
  assert.deepEqual(await sheet.boundingBox(), { x: 0, y: 0, width: 360, height: 360 })
  assert.ok(await sheet.evaluate((box) => box.scrollHeight > box.clientHeight))
  const { y = 0, height = 0 } = (await cancel.boundingBox()) ?? {}
  assert.ok(y > 0 && y + height <= 360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  assert.ok(await opener.evaluate((button) => button === document.activeElement))
  assert.deepEqual(errors, [])
  await close()
})

test('deals of the list are assigned and moved together, and a task is completed from its row', async () => {
  const owner = await pages.app.given.organization()
  const [first] = await dealsNamed(owner, 'Epsilon', 'Zeta', 'Eta')
  await pages.app.call('assign-deal', { dealId: first, userId: null }, owner)
  await pages.app.call('add-task', { dealId: first, kind: 'call_back', title: 'Call about the date' }, owner)
  const { page, errors, close } = await pages.open('/deals', { as: owner })
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  for (const name of ['Epsilon', 'Zeta']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 deals' })
  await dialog.getByRole('combobox', { name: 'Stage' }).selectOption({ label: 'Lost' })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByRole('combobox', { name: 'Stage' }).selectOption({ label: 'Qualified' })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  for (const name of ['Epsilon', 'Zeta']) await row(name).getByText('Qualified').waitFor()
  await row('Eta').last().getByText('New lead').waitFor()
  await page.getByText('2 selected').waitFor({ state: 'detached' })

  await page.goto(`${pages.site}/tasks?who=all`)
  await page.getByRole('button', { name: 'Complete: Call about the date' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Outcome (optional)' }).fill('On Friday')
  await page.getByRole('dialog').getByRole('switch', { name: 'Add the next step' }).uncheck({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('button', { name: 'Complete: Call about the date' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('cell', { name: 'On Friday' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a task opens from the list, from its deal and from its contact; a colleague’s change meanwhile is shown and not overwritten', async () => {
  const owner = await pages.app.given.organization()
  const [dealId] = await dealsNamed(owner, 'Theta')
  const { task } = (await pages.app.call('add-task', { dealId, title: 'Call about oak', dueAt: '2030-01-04T09:00:00Z' }, owner))
    .body as unknown as { task: { id: string; contact: { id: string } } }
  const change = (title: string) => pages.app.call('update-task', { taskId: task.id, title }, owner)
  const { page, errors, keeps, go, close } = await pages.open('/tasks', { as: owner })
  const sheet = page.getByRole('dialog', { name: 'Edit task' })
  const title = sheet.getByRole('textbox', { name: 'Task', exact: true })
  const save = sheet.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('button', { name: 'Call about oak', exact: true }).click()
  await title.fill('Call about walnut')
  assert.equal((await change('Call about ash')).status, 200)
  await save.click()
  await sheet.getByText(/Call about ash/).waitFor()
  await keeps('a task that was changed meanwhile')
  await sheet.getByRole('button', { name: 'Save mine' }).click()
  await page.getByRole('button', { name: 'Call about walnut', exact: true }).waitFor()

  await go(`/deals/${dealId}`)
  await page.getByRole('button', { name: 'Edit: Call about walnut' }).click()
  await title.fill('Call about beech')
  await save.click()
  await page.getByRole('button', { name: 'Edit: Call about beech' }).waitFor()
  await page.getByRole('button', { name: 'Later: Call about beech' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await page.getByText('Moved to').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Due again').waitFor()

  await go(`/contacts/${task.contact.id}`)
  await page.getByRole('button', { name: /^Call about beech/ }).click()
  await title.fill('Call about birch')
  await save.click()
  await page.getByRole('button', { name: /^Call about birch/ }).waitFor()
  await keeps('a contact with a task')
  assert.deepEqual(errors, [])
  await close()
})

test('how a task ended is said in the reader’s language among those that are done and beside its deal, and a member’s words stay theirs', async () => {
  const owner = await pages.app.given.organization()
  const [dealId] = await dealsNamed(owner, 'Done')
  const outcomes = ['The review is no longer at Google.', 'Sent by email']
  for (const outcome of outcomes) {
    const { body } = await pages.app.call('add-task', { dealId, title: 'Look at it' }, owner)
    const { id: taskId } = body.task as unknown as { id: string }
    await pages.app.call('complete-task', { taskId, outcome }, owner)
  }
  const { page, errors, go, close } = await pages.open('/tasks?who=all&done=yes&locale=de', { as: owner })
  const shown = ['Die Bewertung gibt es bei Google nicht mehr.', 'Sent by email']
  for (const words of shown) await page.getByRole('table').getByText(words).first().waitFor()
  await go(`/deals/${dealId}?locale=de`)
  await page.getByText('Erledigt (2)').first().click()
  for (const words of shown) await page.getByText(words).filter({ visible: true }).first().waitFor()
  const { body } = await pages.app.call('list-tasks', { done: true }, owner)
  const stored = (body.tasks as unknown as { outcome: string }[]).map(({ outcome }) => outcome)
  assert.deepEqual(stored.toSorted(), outcomes.toSorted())
  assert.deepEqual(errors, [])
  await close()
})

test('a deal is lost with a reason only, by dropping or by the menu of its card', async () => {
  const owner = await pages.app.given.organization()
  await dealsNamed(owner, 'Delta')
  const { page, errors, close } = await pages.open('/deals', { as: owner, width: 1800 })
  await card(page, 'Delta').waitFor()
  await drag(page, 'Delta', column(page, 'Lost'))
  const dialog = page.getByRole('dialog', { name: 'Why did you lose “Delta”?' })
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await column(page, 'New lead').getByText('Delta', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Move Delta to…' }).click()
  assert.deepEqual(await faultsOf(page), [], 'the stages to choose from')
  await page.getByRole('dialog').getByRole('button', { name: 'Lost' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Chose a competitor')
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await column(page, 'Lost').getByText('Lost: Chose a competitor').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('while a card is dragged Won and Lost are at the foot of the board, also where their columns are hidden', async () => {
  const owner = await pages.app.given.organization()
  await dealsNamed(owner, 'Echo', 'Foxtrot')
  const { page, errors, go, overhang, close } = await pages.open('/deals?state=open', { as: owner })
  const zone = (kind: 'won' | 'lost') => page.locator(`[data-zone][data-kind=${kind}]`)
  await card(page, 'Echo').waitFor()
  assert.equal(await zone('won').count(), 0)
  await take(page, 'Echo')
  await zone('won').getByText('Won').waitFor()
  assert.equal(await overhang(), 0)
  await page.keyboard.press('Escape')
  await zone('won').waitFor({ state: 'detached' })
  await page.mouse.up()
  assert.deepEqual(await cardsIn(page, 'New lead'), ['Foxtrot', 'Echo'])

  await drag(page, 'Foxtrot', zone('lost'))
  const dialog = page.getByRole('dialog', { name: 'Why did you lose “Foxtrot”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await column(page, 'New lead').getByText('Foxtrot', { exact: true }).waitFor()
  await drag(page, 'Foxtrot', zone('lost'))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No budget')
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await card(page, 'Foxtrot').waitFor({ state: 'detached' })
  await drag(page, 'Echo', zone('won'))
  await card(page, 'Echo').waitFor({ state: 'detached' })
  // The server has it: a page that is left before would take the request along.
  await page.getByText('“Echo” is won.').waitFor()
  await go('/deals')
  await column(page, 'Lost').getByText('Lost: No budget').waitFor()
  assert.deepEqual(await cardsIn(page, 'Won'), ['Echo'])
  assert.deepEqual(errors, [])
  await close()
})

test('a deal that was dropped on Won or Lost is taken back to where it stood, beside the same card', async () => {
  const owner = await pages.app.given.organization()
  await dealsNamed(owner, 'Golf', 'Hotel', 'India')
  const { page, errors, close } = await pages.open('/deals', { as: owner, width: 1_600 })
  await card(page, 'Hotel').waitFor()
  await drag(page, 'Hotel', page.locator('[data-zone][data-kind=won]'))
  await page.getByText('“Hotel” is won.').waitFor()
  assert.deepEqual(await cardsIn(page, 'Won'), ['Hotel'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('it is back', async () => (await cardsIn(page, 'New lead')).join() === 'India,Hotel,Golf')
  await drag(page, 'India', page.locator('[data-zone][data-kind=lost]'))
  const dialog = page.getByRole('dialog', { name: 'Why did you lose “India”?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No budget')
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await page.getByText('“India” is lost.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('it is back on top', async () => (await cardsIn(page, 'New lead')).join() === 'India,Hotel,Golf')
  assert.deepEqual(errors, [])
  await close()
})

test('columns have their sum and what of it is to be expected; a card says since when it stands there', async () => {
  const owner = await pages.app.given.organization()
  const [first] = await dealsNamed(owner, 'Juliett', 'Kilo')
  await pages.app.call('update-deal', { dealId: first, chance: 50 }, owner)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('deals')
      .set({ stage_since: new Date(Date.now() - 15 * 86_400_000) })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', first as string)
      .execute(),
  )
  const { page, errors, keeps, close } = await pages.open('/deals', { as: owner, width: 1_440 })
  await column(page, 'New lead').getByText('€2,500.00', { exact: true }).waitFor()
  await column(page, 'New lead').getByText('€750.00 weighted').waitFor()
  await card(page, 'Juliett').getByText('In New lead for 15 days').waitFor({ state: 'attached' })
  assert.equal(await card(page, 'Juliett').locator('[data-tone=late]').count(), 1)
  assert.ok(((await card(page, 'Juliett').boundingBox())?.height ?? 99) <= 66, 'two lines')
  await keeps('board')
  assert.deepEqual(errors, [])
  await close()
})

test('value, expected close and chance of a deal are edited in place; a fault is said below the field', async () => {
  const owner = await pages.app.given.organization()
  const [dealId] = await dealsNamed(owner, 'Lima')
  const { page, errors, close } = await pages.open(`/deals/${dealId}`, { as: owner, width: 1_440 })
  const edit = async (button: RegExp, name: string, typed: string): Promise<void> => {
    await page.getByRole('button', { name: button }).click()
    await page
      .getByRole('textbox', { name, exact: true })
      .or(page.locator(`input[type=date][aria-label="${name}"]`))
      .fill(typed)
    await page.keyboard.press('Enter')
  }
  await page
    .getByRole('button', { name: /Chance: .*/ })
    .getByText('10%, from the stage')
    .waitFor()
  await edit(/Chance/, 'Chance', '150')
  await page.getByText('Enter a number from 0 to 100.').waitFor()
  await page.keyboard.press('Escape')
  await edit(/Chance/, 'Chance', '60 %')
  await page
    .getByRole('button', { name: /Chance/ })
    .getByText('60%', { exact: true })
    .waitFor()
  await edit(/Value/, 'Value', 'a lot')
  await page.getByText('Enter a valid amount.').waitFor()
  await page.keyboard.press('Escape')
  await edit(/Value/, 'Value', '2,400')
  await page.getByRole('button', { name: /Value/ }).getByText('€2,400.00').waitFor()
  await page.getByRole('button', { name: /empty/ }).first().click()
  await edit(/Expected close/, 'Expected close', '2027-03-31')
  await until('it is saved', async () => {
    const { body } = await pages.app.call('show-deal', { dealId }, owner)
    const deal = body.deal as unknown as { value_minor: number; chance: number; close_on: string | null }
    return deal.value_minor === 240_000 && deal.chance === 60 && deal.close_on === '2027-03-31'
  })
  assert.deepEqual(errors, [])
  await close()
})

test('of 5,000 deals the board loads the visible ones, and more while scrolling', async () => {
  const owner = await pages.app.given.organization()
  const [only] = await dealsNamed(owner, 'The first')
  await pages.app.database.inOrg(owner.orgId, (db) =>
    sql`insert into deals (org_id, id, contact_id, name, kind, pipeline_id, stage_id, rank, value_minor, currency)
        select org_id, gen_random_uuid(), contact_id, 'Deal ' || n, kind, pipeline_id, stage_id, 'p' || lpad(n::text, 6, '0') || 'V', 100, 'EUR'
        from deals, generate_series(1, 4999) n where org_id = ${owner.orgId} and id = ${only}`.execute(db),
  )
  const began = performance.now()
  const { page, errors, close } = await pages.open('/deals', { as: owner })
  await card(page, 'Deal 1').waitFor()
  assert.ok(performance.now() - began < 8_000, 'it opens')
  await column(page, 'New lead').getByText('5,000 deals').waitFor()
  assert.equal((await cardsIn(page, 'New lead')).length, 50)
  const list = column(page, 'New lead').locator('[data-cards]')
  await until('the next page', async () => {
    await list.evaluate((element) => ((element as unknown as { scrollTop: number }).scrollTop = 1e7))
    return (await cardsIn(page, 'New lead')).length >= 350
  })
  const cards = await cardsIn(page, 'New lead')
  assert.deepEqual(new Set(cards).size, cards.length, 'none twice')
  assert.equal(cards[349], 'Deal 349')
  assert.deepEqual(errors, [])
  await close()
})

test('the board, a deal, tasks, pipelines and turns keep WCAG 2.2 AA and fit a phone and a desk, light and dark', async () => {
  const owner = await pages.app.given.organization()
  const [dealId] = await dealsNamed(owner, `A deal ${'with a name that is long '.repeat(4).trim()}`, 'Short')
  await pages.app.call(
    'save-pipeline',
    {
      name: 'Partners',
      stages: [
        { name: 'Known', kind: 'open' },
        { name: 'Yes', kind: 'won' },
        { name: 'No', kind: 'lost' },
      ],
    },
    owner,
  )
  const { page, go, keeps, errors, close } = await pages.open('/deals', { as: owner })
  for (const path of [
    '/deals',
    '/deals?view=list',
    `/deals/${dealId}`,
    '/tasks',
    '/settings/pipelines',
    '/settings/assignment',
  ]) {
    await go(path)
    await isRead(page)
    await keeps(path)
  }
  assert.deepEqual(errors, [])
  await close()
})

test('the table is sorted from its heads, by keyboard too; the address keeps the order, and a phone has a menu for it', async () => {
  const owner = await pages.app.given.organization()
  for (const [name, valueMinor] of [
    ['Orchard', 100],
    ['Meadow', 900],
    ['Pond', 500],
  ] as const)
    await pages.app.call('create-deal', { client: { name: 'Ada' }, name, valueMinor, currency: 'EUR' }, owner)
  const { page, keeps, errors, close } = await pages.open('/deals?view=list', { as: owner })
  const names = page.locator('a[data-row]')
  const shows = (...expected: string[]) =>
    until(expected.join(), async () => (await names.allInnerTexts()).join() === expected.join())
  const head = (name: string) => page.getByRole('columnheader', { name })
  await shows('Pond', 'Meadow', 'Orchard')
  assert.equal(await head('Created').getAttribute('aria-sort'), 'descending')
  assert.equal(await head('Value').getAttribute('aria-sort'), null)

  await page.getByRole('button', { name: 'Value' }).focus()
  await page.keyboard.press('Enter')
  await shows('Meadow', 'Pond', 'Orchard')
  assert.equal(await head('Value').getAttribute('aria-sort'), 'descending')
  assert.equal(new URL(page.url()).searchParams.get('order'), '-value')
  await page.keyboard.press('Enter')
  await shows('Orchard', 'Pond', 'Meadow')
  await keeps('deals by value')
  await page.reload()
  await shows('Orchard', 'Pond', 'Meadow')

  await page.getByRole('button', { name: 'Deal', exact: true }).click()
  await shows('Meadow', 'Orchard', 'Pond')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByLabel('Sort by').selectOption({ label: 'Created ↓' })
  await shows('Pond', 'Meadow', 'Orchard')
  assert.equal(new URL(page.url()).searchParams.has('order'), false)
  assert.deepEqual(errors, [])
  await close()
})
