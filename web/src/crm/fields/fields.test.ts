import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

const call = async <T>(type: string, body: object, as: Someone): Promise<T> => {
  const answer = await pages.app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

/** On a phone one pane of a record is shown: the one that is looked at here. */
const showProperties = (page: Page): Promise<void> =>
  page.locator('[data-record]').evaluate((record) => {
    record.dataset.shown = 'properties'
  })

test('an admin adds fields, orders, archives, restores and deletes them; a member reads the list', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/fields', { as })
  await page.getByRole('heading', { name: 'No fields yet' }).waitFor()
  await keeps('no fields')
  await page.getByText('Companies', { exact: true }).last().click()
  await page.getByRole('button', { name: 'New field' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('button', { name: 'Save' }).click()
  await window.getByText('Enter a name.').waitFor()
  await window.getByRole('textbox', { name: 'Name' }).fill('Budget')
  await window.getByLabel('Type').selectOption('Money')
  await window.getByLabel('Currency').fill('xyz')
  await page.keyboard.press('Enter')
  await window.getByText(/not a currency/).waitFor()
  await window.getByLabel('Currency').fill('eur')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Companies' })
  await list.getByText('Money · EUR').waitFor()

  await page.getByRole('button', { name: 'New field' }).click()
  await window.getByRole('textbox', { name: 'Name' }).fill('Tier')
  await window.getByLabel('Type').selectOption('Choice')
  await window.getByRole('button', { name: 'Add choice' }).click()
  await page.keyboard.type('Gold')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Silver')
  await window.getByRole('button', { name: /^Color of Silver/ }).click()
  await keeps('a field of choices')
  await window.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Silver').waitFor()
  await page.getByRole('button', { name: 'Actions for Tier' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await page.getByText('Tier is now 1 of 2').waitFor()
  await keeps('fields of companies')

  const { company } = await call<{ company: { id: string } }>('create-company', { name: 'Blue Bakery' }, as)
  await call('set-fields', { kind: 'company', recordId: company.id, fields: { budget: '100' } }, as)
  await page.getByRole('button', { name: 'Actions for Budget' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('1 record has a value.').waitFor()
  await window.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Restore Budget' }).click()
  await list.getByText('Budget', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for Budget' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await window.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Delete Budget' }).click()
  await page.getByText('The value of 1 record is deleted as well.').waitFor()
  await window.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Archived' }).waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()

  const member = await app.given.person(as.orgId, 'member')
  const theirs = await pages.open('/settings/fields?kind=company', { as: member })
  await theirs.page.getByText('Only admins can change fields.').waitFor()
  await theirs.page.getByRole('list', { name: 'Companies' }).getByText('Tier', { exact: true }).waitFor()
  assert.equal(await theirs.page.getByRole('button', { name: 'New field' }).count(), 0)
  await theirs.close()
})

test('fields of a record are edited in place: Enter saves, Escape leaves, what does not fit is said beside; empty ones fold', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const { company } = await call<{ company: { id: string } }>('create-company', { name: 'Blue Bakery' }, as)
  const of = { kind: 'company' }
  await call('save-field', { ...of, name: 'Size', fieldType: 'number', max: 500 }, as)
  await call('save-field', { ...of, name: 'Budget', fieldType: 'money', currency: 'EUR' }, as)
  await call('save-field', { ...of, name: 'Since', fieldType: 'date' }, as)
  await call('save-field', { ...of, name: 'Paid', fieldType: 'tick' }, as)
  await call('save-field', { ...of, name: 'Buyer', fieldType: 'person' }, as)
  await call('save-field', { ...of, name: 'Tier', fieldType: 'choice', choices: [{ name: 'Gold' }, { name: 'Silver' }] }, as)
  await call('save-field', { ...of, name: 'Needs', fieldType: 'choices', choices: [{ name: 'Roof' }, { name: 'Floor' }] }, as)
  await call('save-field', { ...of, name: 'Plan', fieldType: 'link' }, as)
  const { page, errors, keeps, close } = await pages.open(`/companies/${company.id}`, { as })
  await showProperties(page)
  await page.getByRole('button', { name: 'Show 7 empty fields' }).click()
  await page.getByRole('button', { name: 'Set Size' }).click()
  await page.keyboard.type('501')
  await page.keyboard.press('Enter')
  await page.getByText('Size must be 500 or less').waitFor()
  await keeps('a value that does not fit')
  await page.keyboard.press('Escape')
  assert.equal(await page.getByText('Size must be 500 or less').count(), 0)
  await page.getByRole('button', { name: 'Set Size' }).click()
  await page.keyboard.type('12.5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit Size' }).waitFor()
  await page.getByRole('button', { name: 'Set Budget' }).click()
  await page.keyboard.type('1250.5')
  await page.keyboard.press('Enter')
  await page.getByText('€1,250.50', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Set Since' }).click()
  await page.getByLabel('Since').fill('2024-02-29')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit Since' }).waitFor()
  await page.getByRole('button', { name: 'Set Tier' }).click()
  await page.getByLabel('Tier').selectOption('Silver')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Tier' }).waitFor()
  await page.getByRole('button', { name: 'Set Needs' }).click()
  await page.getByRole('checkbox', { name: 'Roof' }).check()
  await page.getByRole('checkbox', { name: 'Floor' }).check()
  await keeps('choices of a record')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Needs' }).waitFor()
  await page.getByRole('checkbox', { name: 'Paid' }).check()
  await page.getByRole('button', { name: 'Set Plan' }).click()
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await page.getByText('Plan must be an address that begins with http:// or https://').waitFor()
  await page.getByRole('textbox', { name: 'Plan' }).fill('example.com/plan')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'example.com/plan' }).waitFor()
  await keeps('fields of a record')
  const { fields } = await call<{ fields: Record<string, unknown> }>('show-company', { companyId: company.id }, as)
  assert.deepEqual(
    { ...fields, tier: (fields.tier as { name: string }).name, needs: (fields.needs as object[]).length },
    {
      ...{ size: 12.5, budget: { amount_minor: 125050, currency: 'EUR' }, since: '2024-02-29', paid: true, buyer: null },
      ...{ tier: 'Silver', needs: 2, plan: 'https://example.com/plan' },
    },
  )
  // Another page changes it, and this one follows.
  await call('set-fields', { kind: 'company', recordId: company.id, fields: { size: 77 } }, as)
  await page.getByText('77', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a deal that lacks what a stage needs is asked for it, and goes on to the stage', async () => {
  const { app } = pages
  const as = await app.given.organization()
  const { deal } = await call<{ deal: { id: string } }>(
    'create-deal',
    { client: { name: 'Maya', email: 'maya@example.com' }, name: 'East wing' },
    as,
  )
  const { pipelines } = await call<{ pipelines: { stages: { id: string; slug: string }[] }[] }>('list-pipelines', {}, as)
  const requiredStageId = pipelines[0]?.stages.find(({ slug }) => slug === 'proposal')?.id
  await call('save-field', { kind: 'deal', name: 'Size', fieldType: 'number', max: 500, requiredStageId }, as)
  const { page, errors, keeps, close } = await pages.open(`/deals/${deal.id}`, { as })
  await page.getByRole('button', { name: 'Move to' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Proposal' }).click()
  await page.getByRole('heading', { name: 'Proposal needs more' }).waitFor()
  const size = page.getByRole('dialog').getByRole('textbox', { name: 'Size' })
  await size.fill('501')
  await page.keyboard.press('Enter')
  await page.getByText('Size must be 500 or less').waitFor()
  await keeps('a stage that needs more')
  await size.fill('400')
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').and(page.locator('[aria-current=step]')).getByText('Proposal').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})
