import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { languages } from '#shapes/languages.ts'
import { faultsOf } from '#test/support/browser.ts'
import { connecting } from '#test/support/connecting.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'
import { languageChoices } from './choices.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

interface Made {
  readonly id: string
  readonly label: string | null
  readonly state: string
  readonly currency: string
  readonly total_minor: number
  readonly lines: readonly { readonly quantity: string; readonly unit_minor: number; readonly tax_rate: string }[]
}
type Someone = typeof pages.app.owner

const make = async (as: Someone, fields: object = {}): Promise<Made> => {
  const { status, body } = await pages.app.call(
    'create-invoice',
    {
      clientName: 'Rao Studio',
      clientEmail: 'maya@rao.example',
      currency: 'EUR',
      lines: [{ description: 'Workshop', quantity: 1, unitMinor: 95_000, taxRate: 19 }],
      ...fields,
    },
    as,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return (body as unknown as { invoice: Made }).invoice
}
const send = (as: Someone, invoiceId: string) => pages.app.call('send-invoice', { invoiceId }, as)
const listed = async (as: Someone): Promise<Made[]> =>
  ((await pages.app.call('list-invoices', {}, as)).body as unknown as { invoices: Made[] }).invoices

test('the form offers every language that clients are written to in', () => {
  const offered = languageChoices('en').map(({ value }) => value)
  assert.deepEqual(offered.toSorted(), Object.keys(languages).toSorted())
})

test('an invoice is written without a mouse, priced while it is typed, saved as a draft, changed and sent', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/invoices', { as: owner })
  await page.getByText('No invoices yet').waitFor()
  await page.getByRole('link', { name: 'Create invoice' }).click()
  const line = (n: number) => page.getByRole('group', { name: `Line ${n}` })
  const total = page.getByRole('complementary', { name: 'Summary' }).locator('dl')

  await page.getByLabel('Name').fill('Rao Studio')
  await page.getByLabel('Email').fill('maya@rao.example')
  await line(1).getByLabel('Description').fill('Design')
  for (const typed of ['2.5', '1,234.50', '19']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')
  assert.equal(await line(2).getByLabel('Tax').inputValue(), '19', 'most lines are taxed alike')
  await page.keyboard.type('Books')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('59,5')
  await page.keyboard.press('ArrowUp')
  assert.equal(await line(2).getByLabel('Unit price').inputValue(), '59.50', 'a number is shown as it was understood')
  await total.getByText('€3,743.45').waitFor()

  await line(1).getByRole('button', { name: 'Remove line 1' }).click()
  await total.getByText('€70.81').waitFor()
  await page.keyboard.press('Enter') // the focus is on Undo
  await total.getByText('€3,743.45').waitFor()
  assert.equal(await line(1).getByLabel('Description').inputValue(), 'Design')

  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Draft', level: 1 }).waitFor()
  const [draft] = await listed(owner)
  assert.deepEqual([draft?.state, draft?.total_minor], ['draft', 374_345])

  await page.getByRole('link', { name: 'Edit' }).click()
  await line(2).getByLabel('Quantity').fill('2')
  await total.getByText('€3,814.25').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('heading', { name: 'INV-0001', level: 1 }).waitFor()
  await page.getByText('Invoice sent', { exact: true }).waitFor()
  assert.match((await page.getByText('/pay/').textContent()) ?? '', /^http.+\/pay\/\S{20,}$/)
  assert.deepEqual(errors, [])
  await close()
})

test('a new invoice from the menu of a contact begins with their name and email, and stays linked with them', async () => {
  const owner = await pages.app.given.organization()
  const made = await pages.app.call('create-contact', { fullName: 'Nadia Haddad', email: 'nadia@haddad.example' }, owner)
  const { contact } = made.body as unknown as { contact: { id: string } }
  const { page, errors, close } = await pages.open(`/contacts/${contact.id}`, { as: owner, width: 1_280 })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New invoice' }).click()
  await page.getByRole('heading', { name: 'New invoice', level: 1 }).waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Nadia Haddad')
  assert.equal(await page.getByLabel('Email').inputValue(), 'nadia@haddad.example')
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Design')
  await line.getByLabel('Unit price').fill('100')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Draft', level: 1 }).waitFor()
  const { body } = await pages.app.call('list-invoices', { contactId: contact.id }, owner)
  const [invoice] = body.invoices as unknown as { client_name: string; client_email: string }[]
  assert.deepEqual([invoice?.client_name, invoice?.client_email], ['Nadia Haddad', 'nadia@haddad.example'])
  assert.deepEqual(errors, [])
  await close()
})

test('a user types a name before the list of clients has loaded, and chooses from it by keys without leaving the field', async () => {
  const owner = await pages.app.given.organization()
  const key = await pages.app.given.key(owner.orgId)
  for (const [name, email] of [
    ['Maya Ortiz', 'maya@example.com'],
    ['Mayra Holm', 'mayra@example.com'],
  ])
    assert.equal((await pages.app.post({ name, email }, key.text)).status, 200)
  const worker = await pages.app.startWorker()
  await until('both can be found', async () => {
    const { body } = await pages.app.call('list-contacts', { search: 'may' }, owner)
    return (body.contacts as unknown as object[]).length === 2
  })
  await worker.stop()
  const { page, errors, close } = await pages.open('/invoices/new', { as: owner })
  const field = page.getByLabel('Name')
  const options = page.getByRole('listbox', { name: 'Contacts' }).getByRole('option')
  await field.evaluate((element) => {
    element.dataset.first = ''
  })
  await field.press('M')
  await page.keyboard.type('ay')
  await options.nth(1).waitFor()
  assert.equal(await field.inputValue(), 'May')
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'hidden' })
  await page.keyboard.type('r')
  const found = options.filter({ hasText: 'Mayra Holm' })
  // The list of before goes first: between the two there may be none, and a key would find nothing to mark.
  await options.filter({ hasText: 'Maya Ortiz' }).waitFor({ state: 'hidden' })
  await found.waitFor()
  await page.keyboard.press('ArrowDown')
  await until(
    'the first client found is marked',
    async () => (await field.getAttribute('aria-activedescendant')) === (await found.getAttribute('id')),
  )
  await page.keyboard.press('Enter')
  await page.getByText('From your contacts').waitFor()
  assert.equal(await field.inputValue(), 'Mayra Holm')
  assert.equal(await page.getByLabel('Email').inputValue(), 'mayra@example.com')
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.first), '')
  assert.deepEqual(errors, [])
  await close()
})

test('an unpayable invoice is reported while it is written, and is not sent', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const connected = await app.call('connect-sandbox', { provider: 'stripe' }, owner)
  if (connected.status !== 200)
    // Without the sandbox: as if somebody had connected an account.
    await app.database.inOrg(owner.orgId, (db) =>
      addConnection(db, connecting, {
        orgId: owner.orgId,
        id: newId(),
        provider: 'stripe',
        mode: 'test',
        account: 'Test',
        credentials: { secretKey: 'sk_test_0123456789' },
        personId: null,
      }),
    )
  const { page, errors, close } = await pages.open('/invoices/new', { as: owner })
  await page.getByLabel('Name').fill('Rao Studio')
  await page.getByLabel('Email').fill('maya@rao.example')
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('A coffee')
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'KWD' }).click()
  await line.getByLabel('Unit price').fill('12.345')
  await page.getByText(/The total must be a multiple of .*0\.010 for Stripe/).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  assert.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0)
  assert.deepEqual(await faultsOf(page), [], 'the form with its problem')
  await line.getByLabel('Unit price').fill('12.340')
  await page.getByText('This invoice can’t be paid online').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a missing or invalid value is reported at its field, in the digits of the currency; the form keeps its input', async () => {
  const owner = await pages.app.given.organization()
  await make(owner)
  const { page, errors, close } = await pages.open('/invoices', { as: owner })
  await page.getByRole('link', { name: 'New invoice' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Enter the client’s name.').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'clientName')
  await page.getByText('Enter a description.').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the form with its faults')

  const price = page.getByRole('group', { name: 'Line 1' }).getByLabel('Unit price')
  await price.fill('12.34')
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'JPY' }).click()
  await page.getByText('JPY has no decimals').waitFor()
  await price.fill('1,500')
  await page.getByRole('complementary', { name: 'Summary' }).getByText('¥1,500').first().waitFor()

  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await price.inputValue(), '1,500')
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('table', { name: 'Invoices, newest first' }).waitFor()
  assert.equal((await listed(owner)).length, 1)
  assert.deepEqual(errors, [])
  await close()
})

test('a letter that no PDF can show is named at its field while it is typed, and nothing is sent with it', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/invoices/new', { as: owner })
  await page.getByLabel('Name').fill('Ꮳ Rao')
  await page.getByText('No PDF font contains “Ꮳ” (U+13E3). Use other letters.').waitFor()
  await page.getByLabel('Name').fill('გიორგი')
  await page.getByText('can add it: npx foyer fonts add georgian').waitFor()
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Description').fill('a\u202eb')
  await page.getByText('Remove the invisible character U+202E').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'clientName')
  await page.getByLabel('Name').fill('株式会社 شركة 🎉')
  await page.getByText('npx foyer fonts').waitFor({ state: 'detached' })

  const old = await make(owner)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('invoices').set({ client_name: 'Ꮳ Rao' }).where('id', '=', old.id).execute(),
  )
  await page.goto(`${pages.app.url}/invoices/${old.id}`)
  await page
    .getByRole('button', { name: 'Discard changes' })
    .click({ timeout: 500 })
    .catch(() => undefined)
  await page.getByText('Some letters can’t be shown in the PDF').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the list shows open and overdue invoices, by state and by search, and follows changes elsewhere', async () => {
  const owner = await pages.app.given.organization()
  const late = await make(owner, { clientName: 'Late and Sons', dueOn: '2020-01-31' })
  const next = await make(owner, { clientName: 'Kiyomi Tanaka', currency: 'JPY', dueOn: '2099-01-31' })
  await make(owner, { clientName: 'Still a draft' })
  await send(owner, late.id)
  await send(owner, next.id)
  const { page, errors, close } = await pages.open('/invoices', { as: owner })
  const rows = page.getByRole('table', { name: 'Invoices, newest first' }).locator('tbody tr')
  await page.getByText('€1,130.50 overdue').waitFor()
  await page.getByText('¥113,050').first().waitFor()
  await rows.nth(2).waitFor()
  assert.equal(await rows.count(), 3)
  await page.getByRole('link', { name: 'Overdue', exact: true }).click()
  await page.waitForURL(/state=overdue/)
  await rows.filter({ hasText: 'Overdue' }).waitFor()
  while ((await rows.count()) !== 1) await page.waitForTimeout(50)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByLabel('Search invoices').fill('kiyomi')
  while ((await rows.count()) !== 1) await page.waitForTimeout(50)
  await page.getByLabel('Search invoices').fill('')
  await rows.nth(2).waitFor()

  await pages.app.call('void-invoice', { invoiceId: next.id, reason: 'Sent twice' }, owner)
  await rows.filter({ hasText: 'Sent twice' }).waitFor()
  await rows.filter({ hasText: 'Late and Sons' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Send reminder' }).waitFor()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Void' }).click()
  await page.getByRole('button', { name: 'Void invoice' }).click()
  await page.getByText('Enter a reason.').waitFor()
  await page.getByLabel('Reason').fill('Agreed with the client')
  await page.getByRole('button', { name: 'Void invoice' }).click()
  await page.getByText('Agreed with the client').first().waitFor()
  await page.getByText('Voided', { exact: true }).first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the invoices keep WCAG 2.2 AA in the dark, and fit a phone and a desk', async () => {
  const owner = await pages.app.given.organization()
  const draft = await make(owner, {
    clientName: 'A client with a name that will hardly ever fit '.repeat(3).trim(),
    lines: [
      {
        description: 'A very long description without any end '.repeat(6),
        quantity: '999999.999',
        unitMinor: 99_999,
        taxRate: 7.7,
      },
      { description: 'Wort'.repeat(60), quantity: 1, unitMinor: 1 },
    ],
    note: 'Thank you.\n'.repeat(5),
  })
  const sent = await make(owner, { dueOn: '2020-01-31' })
  await send(owner, sent.id)
  const { page, go, overhang, close } = await pages.open('/invoices', { as: owner, width: 360, scheme: 'dark' })
  for (const path of [
    '/invoices',
    '/invoices/new',
    `/invoices/${draft.id}`,
    `/invoices/${draft.id}/edit`,
    `/invoices/${sent.id}`,
  ]) {
    if (path !== '/invoices') await go(path)
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
    await page.setViewportSize({ width: 360, height: 900 })
    assert.equal(await overhang(), 0, `${path} on a phone`)
    // In light it is looked at with every other page: strings.test.ts.
    assert.deepEqual(await faultsOf(page), [], path)
    await page.setViewportSize({ width: 1280, height: 900 })
    assert.equal(await overhang(), 0, `${path} on a desk`)
  }
  await close()
})
