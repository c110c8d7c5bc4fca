import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { placeholdersIn } from './template-text.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('placeholders are found as the server finds them: in capitals, once, with any letters', () => {
  assert.deepEqual(placeholdersIn('{{ Client name }} {{CLIENT NAME}} {{Größe}} {{a.b-c_1}} {{}} {{ {x} }}'), [
    'CLIENT NAME',
    'GRÖSSE',
    'A.B-C_1',
  ])
})

test('a template is written with its placeholders as one types, previewed, saved, and archived', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/settings/templates', { as: owner })
  await page.getByText('No templates yet').waitFor()
  await keeps('no templates')
  await page.getByRole('link', { name: 'Start empty' }).click()
  await page.getByText('None yet. Write', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByLabel('Name').fill('Agreement')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('# Agreement\n\nWith {{client_name}}, signed [[signatur client]].')
  const client = page.getByRole('group', { name: 'CLIENT_NAME' })
  await client.getByLabel('Label').fill('Client')
  await client.getByLabel('Type').selectOption('text')
  await client.getByLabel('Default').fill('Maya Rao\n1 High Street')
  assert.equal(await client.getByLabel('Default').inputValue(), 'Maya Rao\n1 High Street')
  await client.getByLabel('Default').fill('')
  await client.getByLabel('Type').selectOption('email')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('textarea[aria-invalid=true]').waitFor()
  assert.equal(await page.getByRole('main').getByRole('alert').count(), 0, 'once, at its field')
  await text.fill('# Agreement\n\nWith {{client_name}}.\n\n[[signature client]]')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('img', { name: 'Page 1' }).waitFor()
  await page.getByText('How to write a template').click()
  await page.getByLabel('Deposit invoice').selectOption('percent')
  await page.getByLabel('Percent').fill('0')
  await page.getByRole('combobox', { name: 'When' }).selectOption('own')
  await page.getByLabel('Days after asking').fill('2, 2')
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('Enter up to five different days').waitFor()
  await page.getByLabel('Days after asking').fill('2, 5')
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('Enter 1 to 100 percent.').waitFor()
  await page.getByLabel('Percent').fill('30')
  await page.getByText('A draft invoice for 30').waitFor()
  await keeps('a template')
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByRole('heading', { name: 'Agreement', level: 1 }).waitFor()
  await page.getByText('Version 1').waitFor()
  await text.fill('# Agreement\n\nWith {{client_name}}, again.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Version 2').waitFor()
  const { templates } = (await pages.app.call('list-templates', {}, owner)).body as unknown as {
    templates: { placeholders: unknown[]; when_signed: unknown }[]
  }
  assert.deepEqual(templates[0]?.when_signed, { deposit: { percent: 30, send: false }, stageId: null })
  assert.deepEqual(templates[0]?.placeholders, [{ key: 'CLIENT_NAME', type: 'email', label: 'Client', default: null }])

  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByLabel('Name').fill('agreement')
  await page.getByRole('textbox', { name: 'Text' }).fill('Another')
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.locator('input[aria-invalid=true]').waitFor()
  await page.getByText('Another template has this name.').waitFor()
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Archive Agreement' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('No templates yet').waitFor()
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Restore Agreement' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
