import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { followEvents } from '#test/support/reactions.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
  await followEvents(pages.app, pages.app.owner.orgId, 'find-duplicate-pairs')
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
