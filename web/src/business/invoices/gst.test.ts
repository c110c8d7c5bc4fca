import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

interface Made {
  readonly place_of_supply: string | null
  readonly client_tax_number: string | null
  readonly lines: readonly { readonly tax_code: string | null }[]
}

test('a business in India writes codes and the place of supply, and sees which taxes the tax is made of', async () => {
  const owner = await pages.app.given.organization('Rao Studio')
  const address = { legalName: 'Rao Studio LLP', street: '3 Hill Road', city: 'Mumbai', postcode: '400050', country: 'IN' }
  const saved = await pages.app.call('save-business', { ...address, taxNumbers: { gstin: '27AAPFU0939F1ZV' } }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { page, errors, keeps, close } = await pages.open('/invoices/new', { as: owner })
  await page.getByLabel('Name').fill('Bengal Traders')
  await page.getByLabel('Email').fill('accounts@bengal.example')
  await page.getByLabel('Postal address').fill('14 MG Road\nBengaluru')
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'INR' }).click()
  const place = page.getByRole('combobox', { name: 'Place of supply' })
  await page.getByLabel('Client’s VAT ID or tax number').fill('29AAGCB7383J1Z4')
  await until('the state of the GSTIN is proposed', async () => (await place.inputValue()) === 'Karnataka (29)')

  const line = (n: number) => page.getByRole('group', { name: `Line ${n}` })
  await line(1).getByLabel('Description').fill('Interior design')
  await line(1).getByLabel('HSN or SAC code').fill('9983')
  await line(1).getByLabel('Unit price').fill('100.03')
  await line(1).getByLabel('Tax').fill('18')
  const total = page.getByRole('complementary', { name: 'Summary' }).locator('dl')
  await total.getByText('IGST 18% of ₹100.03').waitFor()
  await page.getByText('SAC: 6 digits that begin with 99').waitFor()
  await line(1).getByLabel('HSN or SAC code').fill('998391')
  await page.getByText('SAC: 6 digits that begin with 99').waitFor({ state: 'detached' })
  await line(1).getByLabel('Tax').press('Enter')
  assert.equal(await line(2).getByLabel('HSN or SAC code').inputValue(), '998391', 'most lines are of one kind')
  await line(2).getByRole('button', { name: 'Remove line 2' }).click()

  await place.click()
  await page.getByRole('option', { name: 'Maharashtra (27)' }).click()
  await total.getByText('CGST 9% of ₹100.03').waitFor()
  await total.getByText('₹9.01').waitFor()
  await total.getByText('SGST 9% of ₹100.03').waitFor()
  await total.getByText('₹118.04').waitFor()
  await keeps('an invoice of India as it is written')

  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('heading', { name: 'Draft', level: 1 }).waitFor()
  await page.getByText('Place of supply: Maharashtra (27)').waitFor()
  await page.getByText('HSN/SAC 998391').waitFor()
  await page.getByText('SGST 9% of ₹100.03').waitFor()
  assert.equal(await page.getByText('Missing on an invoice from India').count(), 0)
  await keeps('an invoice of India')
  const { body } = await pages.app.call('list-invoices', {}, owner)
  const [made] = body.invoices as unknown as Made[]
  assert.deepEqual([made?.place_of_supply, made?.client_tax_number], ['27', '29AAGCB7383J1Z4'])
  assert.deepEqual(errors, [])
  await close()
})

test('a draft of India without a code and a place names both with their rules, and no other country is asked for them', async () => {
  const owner = await pages.app.given.organization()
  const address = { legalName: 'Rao Studio LLP', street: '3 Hill Road', city: 'Mumbai', country: 'IN' }
  await pages.app.call('save-business', { ...address, taxNumbers: { gstin: '27AAPFU0939F1ZV' } }, owner)
  const made = await pages.app.call(
    'create-invoice',
    {
      ...{ clientName: 'Asha', clientEmail: 'asha@example.com', currency: 'INR' },
      lines: [{ description: 'Design', quantity: 1, unitMinor: 100_00, taxRate: 18 }],
    },
    owner,
  )
  const { id } = made.body.invoice as unknown as { id: string }
  const { page, errors, close } = await pages.open(`/invoices/${id}`, { as: owner })
  await page
    .getByText('HSN or SAC code of each line (CGST Rules, Rule 46 (g)); Place of supply (CGST Rules, Rule 46 (m), (n)).')
    .waitFor()
  const german = await pages.app.given.organization()
  await pages.app.call('save-business', { country: 'DE' }, german)
  assert.deepEqual(errors, [])
  await close()
  const other = await pages.open('/invoices/new', { as: german })
  await other.page.getByLabel('Unit price').waitFor()
  assert.equal(await other.page.getByText('Place of supply').count(), 0)
  assert.equal(await other.page.getByLabel('HSN or SAC code').count(), 0)
  await other.close()
})
