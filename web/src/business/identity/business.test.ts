import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><rect width="200" height="100" fill="#1f5f4c"/><text x="20" y="70" font-size="60" fill="#fff">RAO</text><script>fetch('/stolen')</script></svg>`

const shown = async (as: typeof pages.app.owner) =>
  (await pages.app.call('show-business', {}, as)).body.business as unknown as {
    legal_name: string | null
    colour: { value: string } | null
    logo: { id: string; url: string; width: number; height: number } | null
    tax_numbers: Record<string, string>
    bank: Record<string, string>
    currency: string | null
  }

test('an admin fills in the business by keyboard, sees it as clients will, and saves it at once', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/business', { as: owner, width: 1440 })
  await page.getByText('Clients do not see who you are yet').waitFor()
  await keeps('settings business empty')

  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'rao.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  await page.getByRole('radio', { name: 'Green' }).check()
  await page.getByText('against white. Buttons and links stay readable.').waitFor()
  await page.getByLabel('Legal name').fill('Rao Studio Interiors SARL')
  await page.getByLabel('Street').fill('27 Rue du Faubourg Saint-Antoine')
  await page.getByLabel('Postcode').fill('75011')
  await page.getByLabel('City').fill('Paris')
  await page.getByPlaceholder('Choose a country').click()
  await page.keyboard.type('France')
  await page.getByRole('option', { name: 'France', exact: true }).click()
  await page.getByLabel('SIREN or SIRET').fill('303 265 045')
  await page.getByLabel('VAT ID').fill('FR 40 30326504')
  await page.keyboard.press('Tab')
  await page.getByText('It looks like FR40303265045.').waitFor()
  await page.getByLabel('Registration').fill('RCS Paris 303 265 045')
  await page.getByLabel('Email').fill('hello@rao.studio')
  await page.getByLabel('IBAN').fill('FR14 2004 1010 0505 0001 3M02 606')
  await page.getByLabel('Prefix').fill('RE-')
  await page.getByLabel('Numbers begin anew').selectOption('year')
  await page.getByLabel('Footer').fill('Managing director: Maya Rao')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.equal((await shown(owner)).legal_name, null, 'a wrong number is not saved')
  assert.equal(await page.evaluate('document.activeElement.labels[0].textContent'), 'VAT ID')
  await keeps('settings business faulty')

  await page.getByLabel('VAT ID').fill('FR 40 303 265 045')
  const preview = page.getByRole('complementary', { name: 'How clients see it' })
  await preview.getByText('Rao Studio Interiors SARL').waitFor()
  await preview.getByText('27 Rue du Faubourg Saint-Antoine, 75011 Paris, France').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Business details saved.').waitFor()
  await page.getByText(/The next invoice is RE-\d{4}-0001\./).waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await keeps('settings business full')
  const saved = await shown(owner)
  assert.deepEqual(
    [saved.tax_numbers, saved.bank],
    [{ vat: 'FR40303265045', siret: '303265045' }, { iban: 'FR1420041010050500013M02606' }],
  )
  assert.deepEqual([saved.colour?.value, saved.logo?.width, saved.logo?.height], ['#1f5f4c', 640, 320])
  const logo = await fetch(`${pages.app.url}${new URL(saved.logo?.url ?? '').pathname}`)
  assert.equal(logo.headers.get('content-type'), 'image/png')
  assert.match(logo.headers.get('cache-control') ?? '', /immutable/)
  assert.deepEqual(errors, [])
  await close()
})

test('a member sees the business and cannot change it', async () => {
  const owner = await pages.app.given.organization()
  const member = await pages.app.given.person(owner.orgId, 'member')
  const { page, close } = await pages.open('/settings/business', { as: member })
  await page.getByText('Only owners and admins can change the business details.').waitFor()
  assert.equal(await page.getByLabel('Legal name').isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: 'Upload' }).isDisabled(), true)
  await close()
})

test('an invoice that lacks what France asks for says so and where it is filled in, before it is sent; who decides sends it anyway', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('save-business', { country: 'FR', legalName: 'Rao SARL', street: '1 Rue A', city: 'Paris' }, owner)
  const made = await pages.app.call(
    'create-invoice',
    {
      clientName: 'Sheena Nelson',
      clientEmail: 'sheena@nelson.example',
      currency: 'EUR',
      lines: [{ description: 'Survey', quantity: 1, unitMinor: 42_000, taxRate: 20 }],
    },
    owner,
  )
  const { id } = made.body.invoice as unknown as { id: string }
  const { page, errors, keeps, close } = await pages.open(`/invoices/${id}`, { as: owner })
  await page.getByText('Missing on an invoice from France').waitFor()
  await page.getByText(/VAT ID \(2006\/112\/EC, Art\. 226 \(3\)\)/).waitFor()
  await page.getByText(/Client’s address/).waitFor()
  await keeps('invoice missing details')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sending = page.getByRole('dialog')
  await sending.getByRole('button', { name: 'Send now' }).click()
  await sending
    .getByText(/Missing: the VAT ID, the registration \(in Settings → Business\); the client’s address \(on the invoice\)/)
    .waitFor()
  await sending.getByRole('button', { name: 'Send anyway' }).click()
  await page.getByText('Awaiting payment').waitFor()
  await page.getByText('Missing on an invoice from France').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})
