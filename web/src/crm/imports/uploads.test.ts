import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestApp } from '#test/support/app.ts'
import { type Opened, startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages()
  app = pages.app
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const open = (path: string, look?: Parameters<typeof pages.open>[1]): Promise<Opened> => pages.open(path, look)

const choose = async (page: Page, name: string, text: string | Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const file = `Vorname;Nachname;E-Mail-Adresse;Handy;Firma;Bemerkung
Maya;Ortiz;maya@example.com;0151 12345678;Nordlicht;Messe Hamburg
Jürgen;Müller;juergen@example.com;;"Müller; Söhne";
Kaputt;Adresse;kaputt(at)example.com;;Acme;
Zoë;Kim;zoe@example.com;0160 1234567;;Ruft zurück
Doppelt;Person;maya@example.com;;;
`

test('a file goes the whole way in the browser, on a phone', async () => {
  const as = await app.given.organization(undefined, { defaultCountry: 'DE' })
  const { page, errors, keeps, close } = await open('/uploads', { as, width: 360, scheme: 'dark' })
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
  await keeps('uploads-empty')

  await choose(page, 'messe.csv', file)
  await page.getByRole('heading', { name: 'messe.csv', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Map columns' }).waitFor()
  assert.equal(await page.getByLabel('Handy: Field').inputValue(), 'phone')
  await page.getByLabel('Bemerkung: Field').selectOption('')
  await page.getByText('No external ID column').waitFor()
  assert.equal(
    await page
      .getByRole('row', { name: /kaputt/ })
      .getByText('Invalid')
      .count(),
    1,
  )
  assert.equal(await page.getByText('existing contact').count(), 1)
  await keeps('upload-columns')

  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByRole('heading', { name: 'Ready to import' }).waitFor()
  await page.getByRole('heading', { name: 'Rows with errors' }).waitFor()
  await keeps('upload-checked')

  await page.getByRole('button', { name: 'Fix row 4' }).click()
  const field = page.getByRole('dialog').getByLabel('E-Mail-Adresse')
  await page
    .getByRole('dialog')
    .getByText(/not a valid address/)
    .waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await keeps('upload-mend')
  await field.fill('kaputt@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Row 4 fixed').waitFor()
  await page.getByRole('button', { name: 'Import 5 leads' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  await keeps('upload-done')

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByText('5 leads are deleted').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('heading', { name: 'Import undone' }).waitFor()
  await keeps('upload-undone')
  await page.getByRole('link', { name: 'Imports' }).first().click()
  await page.locator('tbody tr').getByText('Undone', { exact: true }).waitFor()
  await keeps('uploads-list')
  assert.deepEqual(errors, [])
  await close()
})

test('an invalid file is explained where it was dropped, and it can be removed', async () => {
  const as = await app.given.organization()
  const { page, errors, keeps, close } = await open('/uploads', { as })
  await choose(page, 'leads.xlsx', Buffer.from('PK\x03\x04 not a table'))
  await page.getByText(/Excel or OpenDocument workbook/).waitFor()
  await keeps('upload-refused')
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a file that was cut off is gone on with, and the same file twice is asked about', async () => {
  const as = await app.given.organization()
  const text = `email\n${Array.from({ length: 300 }, (_, n) => `p${n}@example.com`).join('\n')}\n`
  const made = (await app.call('create-upload', { name: 'cut.csv', size: text.length }, as)).body as unknown as {
    upload: { id: string }
  }
  await fetch(`${app.url}/uploads/${made.upload.id}/content`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}` },
    body: text.slice(0, 1_000),
  })
  const { page, errors, keeps, close } = await open(`/uploads/${made.upload.id}`, { as })
  await page.getByRole('heading', { name: 'Upload interrupted' }).waitFor()
  await keeps('upload-interrupted')
  await choose(page, 'other.csv', text)
  await page.getByText('This is a different file.').waitFor()
  await choose(page, 'cut.csv', text)
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByRole('button', { name: 'Import 300 leads' }).click()
  await page.getByRole('link', { name: 'View leads' }).waitFor()

  await page.goto(`${app.url}/uploads`)
  await choose(page, 'again.csv', text)
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByText('This file was already imported').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Import 300 leads' }).isDisabled())
  await keeps('upload-repeated')
  await page.getByLabel('Import anyway').check()
  await page.getByRole('button', { name: 'Import 300 leads' }).click()
  await page.getByRole('link', { name: 'View leads' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('an admin saves a column as a field of leads, with the type that its values suggest, and imports its values', async () => {
  const as = await app.given.organization()
  const { page, errors, keeps, close } = await open('/uploads', { as })
  await choose(page, 'fair.csv', 'email,Budget\nmaya@example.com,"€1,250.50"\nnoor@example.com,€90\n')
  await page.getByRole('heading', { name: 'Map columns' }).waitFor()
  await page.getByLabel('Budget: Field').selectOption('Save as a new field of the lead…')
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: 'Name' }).waitFor()
  assert.equal(await window.getByRole('textbox', { name: 'Name' }).inputValue(), 'Budget')
  assert.equal(await window.getByLabel('Type').inputValue(), 'money')
  assert.equal(await window.getByLabel('Currency').inputValue(), 'EUR')
  await keeps('upload-new-field')
  await window.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('select[aria-label^="Budget"]')?.value === 'fields.budget',
  )
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByRole('button', { name: 'Import 2 leads' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  const { leads } = (await app.call('list-leads', {}, as)).body as unknown as { leads: { id: string; email: string }[] }
  const maya = leads.find(({ email }) => email === 'maya@example.com')
  const { fields } = (await app.call('show-lead', { leadId: maya?.id }, as)).body as unknown as { fields: { budget: unknown } }
  assert.deepEqual(fields.budget, { amount_minor: 125050, currency: 'EUR' })

  await page.goto(`${app.url}/uploads`)
  await choose(page, 'sizes.csv', 'email,Team size\nmaya@example.com,12\n')
  await page.getByLabel('Team size: Field').selectOption('Save as a new field of the contact…')
  await window.getByRole('textbox', { name: 'Name' }).waitFor()
  await window.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('select[aria-label^="Team size"]')?.value === 'contact_fields.team_size',
  )
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByRole('button', { name: 'Import 1 lead' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  const { contacts } = (await app.call('list-contacts', {}, as)).body as unknown as {
    contacts: { id: string; email: string }[]
  }
  const contactId = contacts.find(({ email }) => email === 'maya@example.com')?.id
  const contact = (await app.call('show-contact', { contactId }, as)).body as unknown as { fields: { team_size: unknown } }
  assert.equal(contact.fields.team_size, 12)
  assert.deepEqual(errors, [])
  await close()
})
