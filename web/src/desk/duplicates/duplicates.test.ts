import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { followEvents } from '#test/support/reactions.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
  // A reaction begins with what happens after its first go.
  for (const name of ['find-duplicate-pairs', 'find-company-pairs'] as const)
    await followEvents(pages.app, pages.app.owner.orgId, name)
})
after(() => pages?.stop())

test('a member merges one pair and dismisses another by keyboard, and takes the second back', async () => {
  const owner = await pages.app.given.organization()
  const people = [
    { fullName: 'Maya Rao', email: 'maya.rao@gmail.com', company: 'Rao Tiles' },
    { fullName: 'M. Rao', email: 'mayarao@gmail.com' },
    { fullName: 'Jo Father', phone: '+4915112345678' },
    { fullName: 'Jo Daughter', phone: '+4315112345678' },
  ]
  for (const person of people) assert.equal((await pages.app.call('create-contact', person, owner)).status, 200)
  await followEvents(pages.app, owner.orgId, 'find-duplicate-pairs')
  const { page, errors, keeps, close } = await pages.open('/contacts', { as: owner })
  await page.getByRole('link', { name: '2 possible duplicates' }).click()
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor()
  await page.getByText('Same mailbox').waitFor()
  await keeps('duplicates')
  await page.keyboard.press('1')
  await page.getByText('The contacts were merged into Maya Rao.').waitFor()
  await page.getByText('Same mailbox').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.getByText('These two are not suggested again.').waitFor()
  await page.getByText('No duplicates').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Same number').waitFor()
  const { body } = await pages.app.call('list-contacts', {}, owner)
  assert.equal((body.contacts as unknown as unknown[]).length, 3)
  assert.deepEqual(errors, [])
  await close()
})

test('a member merges two companies on the page of duplicates, opens either address, and separates them there', async () => {
  const owner = await pages.app.given.organization()
  const ids: string[] = []
  for (const company of [
    { name: 'Blue Bakery' },
    { name: 'Blue Bakery GmbH', domain: 'blue-bakery.example' },
    { name: 'Red Tiles' },
    { name: 'Red Tiles Ltd' },
  ]) {
    const { status, body } = await pages.app.call('create-company', company, owner)
    assert.equal(status, 200)
    ids.push((body.company as unknown as { id: string }).id)
  }
  await followEvents(pages.app, owner.orgId, 'find-company-pairs')
  const { page, errors, keeps, close } = await pages.open('/companies', { as: owner })
  await page.getByRole('link', { name: '2 possible duplicates' }).click()
  await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor()
  await page.getByRole('radio', { name: 'Companies (2)' }).waitFor({ state: 'attached' })
  const bakeries = page.locator('[data-pair]').filter({ hasText: 'Blue Bakery GmbH' })
  await bakeries.getByText('Same name').waitFor()
  await keeps('duplicates of companies')
  await bakeries.getByRole('button', { name: 'Keep this one: Blue Bakery', exact: true }).click()
  await page.getByText('The companies were merged into Blue Bakery.').waitFor()
  await bakeries.waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.getByText('These two are not suggested again.').waitFor()
  await page.getByText('No duplicates').waitFor()
  await page.goto(`${pages.app.url}/companies/${ids[1]}`)
  await page.getByRole('heading', { name: 'Blue Bakery', level: 1, exact: true }).waitFor()
  await page.getByText('blue-bakery.example').first().waitFor()
  await page.getByText('Merged companies').waitFor()
  await keeps('merged company')
  await page.getByRole('button', { name: 'Separate Blue Bakery GmbH' }).click()
  await page.getByRole('heading', { name: 'Blue Bakery GmbH', level: 1 }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
