import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

const companyOf = async (as: Awaited<ReturnType<typeof pages.app.given.organization>>, name: string): Promise<string> =>
  ((await pages.app.call('create-company', { name }, as)).body.company as unknown as { id: string }).id

test('a member tags a record by keyboard alone: finds a tag, makes one, and removes it', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const id = await companyOf(as, 'Blue Bakery')
  await app.call('save-tag', { name: 'Small bathroom', hue: 4 }, as)
  const { page, errors, keeps, close } = await pages.open(`/companies/${id}`, { as })
  // On a phone one pane of a record is shown: the one that is looked at here.
  await page.locator('[data-record]').evaluate((record: { dataset: Record<string, string> }) => {
    record.dataset.shown = 'properties'
  })
  await page.getByRole('button', { name: 'Add tag' }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('combobox', { name: 'Find or create a tag' })
  await field.waitFor()
  await page.getByRole('option', { name: 'Small bathroom' }).waitFor()
  await page.keyboard.type('BATH')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Small bathroom', selected: true }).waitFor()
  await page.keyboard.type('VIP')
  await page.getByRole('option', { name: 'Create “VIP”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'VIP', selected: true }).waitFor()
  await keeps('tag picker')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Small bathroom', selected: false }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await until('one tag is left', async () => {
    const { body } = await app.call('show-company', { companyId: id }, as)
    return (body.tags as unknown as { name: string }[]).map(({ name }) => name).join() === 'VIP'
  })
  assert.deepEqual(errors, [])
  await close()
})

test('an admin renames, recolours, merges and deletes tags, and reads how many records that concerns', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/tags', { as })
  await page.getByRole('heading', { name: 'No tags yet' }).waitFor()
  await keeps('no tags')
  await page.getByRole('button', { name: 'New tag' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Bath room')
  await page.getByRole('radio', { name: 'Violet' }).check({ force: true })
  await keeps('a new tag')
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Tags' }).getByText('Bath room').waitFor()
  const id = await companyOf(as, 'Blue Bakery')
  await app.call('tag-records', { kind: 'company', ids: [id], add: ['Bath room', 'Bathroom', 'VIP'] }, as)
  await page.getByRole('table', { name: 'Tags' }).getByText('VIP').waitFor()
  await keeps('tags')

  await page.getByRole('button', { name: 'Actions for VIP' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('bathroom')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Another tag has this name.').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('Key account')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('table', { name: 'Tags' }).getByText('Key account').waitFor()

  await page.getByRole('button', { name: 'Actions for Bath room' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await page.getByText('“Bath room” is on 1 record.').waitFor()
  await page.getByRole('combobox', { name: 'Merge into' }).click()
  await page.getByRole('option', { name: 'Bathroom' }).click()
  await keeps('merge tags')
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('Bath room', { exact: true }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Actions for Key account' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('The tag is removed from 1 record.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Key account', { exact: true }).waitFor({ state: 'detached' })
  const { body } = await app.call('show-company', { companyId: id }, as)
  assert.deepEqual(
    (body.tags as unknown as { name: string }[]).map(({ name }) => name),
    ['Bathroom'],
  )
  assert.deepEqual(errors, [])
  await close()
})
