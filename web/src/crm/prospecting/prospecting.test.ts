import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openProspects } from '#test/support/apollo.ts'
import type { TestApp } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  app = pages.app
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

test('an admin searches, enriches at a named cost and imports the picks, which become leads', async () => {
  const as = await app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/prospecting', { as, width: 360, scheme: 'dark' })
  await page.getByRole('heading', { name: 'Search for people' }).waitFor()
  await keeps('prospecting-start')

  await page.getByLabel('Job titles').fill('Owner; Facility Manager')
  await page.getByLabel('Locations').fill('Berlin, Germany')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('table', { name: 'People' }).waitFor()
  await page.getByText('Email available').first().waitFor()
  await keeps('prospecting-found')

  const rows = page.locator('tbody tr').filter({ hasText: 'Email available' })
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  await page.getByText('Only people with an address can be imported.').waitFor()
  await page.getByRole('button', { name: 'Enrich', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This costs up to 2 credits.').waitFor()
  await dialog.getByText('100 credits left in this month’s budget.').waitFor()
  await keeps('prospecting-cost')
  await dialog.getByLabel('Also get mobile numbers').check()
  await dialog.getByText('This costs up to 18 credits.').waitFor()
  await dialog.getByLabel('Also get mobile numbers').uncheck()
  await dialog.getByText('This costs up to 2 credits.').waitFor()
  await dialog.getByRole('button', { name: 'Enrich' }).click()
  await page.getByText('2 people found for 2 credits').waitFor()
  await page.getByText('98 of 100 credits left this month').waitFor()
  await page.locator('tbody tr').filter({ hasText: '@' }).nth(1).waitFor()
  await keeps('prospecting-enriched')

  await page.getByRole('link', { name: 'Credits spent' }).click()
  await page.getByRole('heading', { name: 'Credits spent', level: 1 }).waitFor()
  await page.getByText('(2 people)').waitFor()
  await keeps('prospecting-credits')
  await page.goBack()
  await page.getByRole('table', { name: 'People' }).waitFor()
  for (const at of [0, 1]) await page.locator('tbody tr').filter({ hasText: '@' }).nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create import' }).click()
  await page.getByRole('heading', { name: /^apollo-.*\.csv$/, level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByRole('button', { name: 'Import 2 leads' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  const leads = await app.database.inOrg(as.orgId, (db) => db.selectFrom('leads').select('source').execute())
  assert.deepEqual(
    leads.map(({ source }) => source),
    ['apollo', 'apollo'],
  )
  assert.deepEqual(errors, [])
  await close()
})

test('an owner changes the budget, and an enrichment that it does not cover is refused', async () => {
  const as = await app.given.organization()
  const apollo = openProspects(app, as)
  await apollo.found()
  const { page, errors, keeps, close } = await pages.open('/prospecting?titles=Owner', { as })
  await page.getByRole('table', { name: 'People' }).waitFor()
  await page.getByText('1,000 credits left at Apollo').waitFor()
  await page.getByRole('button', { name: 'Change budget' }).click()
  await page.getByLabel('Credits a month').fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a whole number from 0 to 1,000,000.').waitFor()
  await keeps('prospecting-budget')
  await page.getByLabel('Credits a month').fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 1 credit left this month').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Enrich', exact: true }).click()
  await page.getByText('The budget does not cover this').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Enrich' }).click()
  await page
    .getByRole('dialog')
    .getByText(/1 of 1 are left this month/)
    .waitFor()
  await keeps('prospecting-refused')
  assert.equal((await apollo.asked()).length, 0)
  assert.deepEqual(errors, [])
  await close()
})

test('an admin sees of whom no answer came, and chooses whether to ask again', async () => {
  const as = await app.given.organization()
  const apollo = openProspects(app, as)
  const [first] = await apollo.found({ keywords: 'vienna' })
  await apollo.turn({ kind: 'lost', only: 'bulk_match' })
  await apollo.enrich([first?.id ?? ''])
  await apollo.turn()
  const { page, errors, keeps, close } = await pages.open('/prospecting?keywords=vienna', { as })
  await page.getByText('Outcome unknown').waitFor()
  await page.locator('tbody tr').filter({ hasText: 'Outcome unknown' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enrich', exact: true }).click()
  await page.getByLabel('Ask again about 1 person whose answer was lost').check()
  await page.getByText('This costs up to 1 credit.').waitFor()
  await keeps('prospecting-again')
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(errors, [])
  await close()
})

test('an admin without an account at Apollo is led to the connections', async () => {
  const unsimulated = await startPages()
  const { page, errors, keeps, close } = await unsimulated.open('/prospecting')
  await page.getByRole('heading', { name: 'Connect Apollo to find people' }).waitFor()
  await keeps('prospecting-unconnected')
  await page.getByRole('link', { name: 'Open connections' }).click()
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Connect Apollo' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
  await unsimulated.stop()
})
