import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startPages } from '#test/support/page.ts'
import { dayMs, dueInvoice, paidInvoice, standingDeal } from '#test/support/todays-work.ts'
import { reports } from './reports-search.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const filledWorkspace = async () => {
  const { app } = pages
  const owner = await app.given.organization('Rao Studio')
  const key = await app.given.key(owner.orgId)
  for (const [n, source] of ['website', 'website', 'google-ads', 'referral', 'website'].entries())
    await app.post({ name: `Lead ${n}`, email: `${newId()}@example.com`, source }, key.text)
  for (const days of [0, 1, 2]) {
    const id = await standingDeal(app, owner.orgId, `Deal ${days}`, { days, hasStep: true, ownerId: owner.personId })
    await app.database.inOrg(owner.orgId, (db) =>
      db
        .updateTable('deals')
        .set({ state: 'won', closed_at: new Date() })
        .where('org_id', '=', owner.orgId)
        .where('id', '=', id)
        .execute(),
    )
  }
  for (const [days, amountMinor, currency] of [
    [0, 384_000, 'EUR'],
    [0, 120_000, 'GBP'],
    [40, 300_000, 'EUR'],
  ] as const)
    await paidInvoice(app, owner.orgId, { at: new Date(Date.now() - days * dayMs), amountMinor, currency })
  for (const days of [4, -12, -45, -100]) await dueInvoice(app, owner.orgId, days, 50_000)
  return owner
}

test('each report has figures, a chart and tables, at a desk and on a phone', async () => {
  const owner = await filledWorkspace()
  const { page, errors, keeps, close } = await pages.open('/reports', { as: owner, width: 1280 })
  await page.waitForURL(/\/reports\/leads$/)
  await page.getByRole('img', { name: 'Leads in the period: 5.' }).waitFor()
  await page.getByRole('row', { name: /website 3/ }).waitFor()
  await keeps('report of leads')
  for (const [report, row] of [
    ['conversion', /New lead/],
    ['response', /Person/],
    ['activity', null],
    ['revenue', null],
    ['outstanding', /31–60 days/],
  ] as const) {
    await page.getByRole('navigation', { name: 'Report' }).getByRole('link').nth(reports.indexOf(report)).click()
    await page.waitForURL(new RegExp(`/reports/${report}$`))
    if (row) await page.getByRole('row', { name: row }).first().waitFor()
    else
      await page
        .locator('dl')
        .getByText(report === 'revenue' ? '€3,840.00' : '3')
        .first()
        .waitFor()
    await keeps(`report of ${report}`)
  }
  assert.deepEqual(errors, [])
  await close()
})

test('a figure leads to the list behind it, whose rows lead to the records; the address keeps period and list', async () => {
  const owner = await filledWorkspace()
  const { page, errors, close } = await pages.open('/reports/leads', { as: owner })
  await page.getByRole('link', { name: /^3.*Leads, website/ }).click()
  const list = page.getByRole('dialog', { name: 'Leads: website' })
  await list.getByText('Lead 4').waitFor()
  assert.equal(await list.getByRole('listitem').count(), 3)
  await page.reload()
  await list.getByText('Lead 4').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.getByLabel('Period', { exact: true }).selectOption('custom')
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  await page.getByRole('heading', { name: 'Nothing in this period' }).waitFor()
  await page.waitForURL(/period=custom&from=2026-01-01&to=2026-01-31/)
  await page.getByLabel('Period', { exact: true }).selectOption('year')
  await page.getByRole('link', { name: /^3.*Leads, website/ }).click()
  await list.getByRole('link', { name: 'Lead 4' }).click()
  await page.waitForURL(/\/leads\//)
  assert.deepEqual(errors, [])
  await close()
})

test('where further rows of a list cannot be read, it says so below the rows that it has, and reads them when asked again', async () => {
  const owner = await filledWorkspace()
  const key = await pages.app.given.key(owner.orgId)
  for (let n = 0; n < 120; n++)
    assert.equal(
      (await pages.app.post({ name: `More ${n}`, email: `${newId()}@example.com`, source: 'fair' }, key.text)).status,
      200,
    )
  const { page, close } = await pages.open('/reports/leads', { as: owner })
  await page.route('**/gateway', (route) => {
    const asked = route.request().postData() ?? ''
    return asked.includes('list-report-records') && asked.includes('"cursor"') ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: /^120.*Leads, fair/ }).click()
  const list = page.getByRole('dialog', { name: 'Leads: fair' })
  await list.getByText('More 119').waitFor()
  const retry = list.getByRole('button', { name: 'Try again' })
  await list.getByText('More 70', { exact: true }).scrollIntoViewIfNeeded()
  await retry.waitFor()
  await page.unroute('**/gateway')
  await retry.click()
  await list.getByText('More 69', { exact: true }).waitFor()
  await close()
})

test('a report is exported with its period', async () => {
  const owner = await filledWorkspace()
  const { page, close } = await pages.open('/reports/revenue?period=year', { as: owner })
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
  assert.match(download.suggestedFilename(), /^revenue-\d{4}-01-01-/)
  const text = await new Response((await download.createReadStream()) as unknown as ReadableStream).text()
  assert.match(text, /total,,paid,GBP,1200\.00/)
  await close()
})
