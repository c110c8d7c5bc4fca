import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

test('a sender chooses that a code goes by WhatsApp, reads at the field why it cannot yet, and how to have it go another way', async () => {
  const { app } = pages
  const owner = await app.given.organization('Nordlicht')
  const call = async <Body>(name: string, input: object): Promise<Body> => {
    const { status, body } = await app.call(name, input, owner)
    assert.equal(status, 200, JSON.stringify(body))
    return body as unknown as Body
  }
  const client = { name: 'Maya Rao', email: 'maya@rao.example', phone: '+4930901820' }
  const { deal } = await call<{ deal: { id: string } }>('create-deal', { client, name: 'Roof' })
  await call('create-template', {
    name: 'Agreement',
    kind: 'text',
    body: '# Agreement\n\n[[signature client]]',
    placeholders: [],
  })

  const { page, errors, keeps, follow, close } = await pages.open(`/deals/${deal.id}`, { as: owner })
  await page.getByRole('button', { name: 'Send document' }).click()
  const dialog = page.getByRole('dialog')
  const code = dialog.getByRole('combobox', { name: 'Code' }).first()
  await code.selectOption('By WhatsApp')
  await dialog.getByText('to the number of the contact with this email address').waitFor()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('No WhatsApp number is connected.').waitFor()
  await code.and(page.locator('[aria-invalid=true]')).waitFor()
  await keeps('a code that cannot be sent')
  await page.keyboard.press('Escape')

  await call('connect-sandbox', { provider: 'whatsapp' })
  await until('the templates', async () => {
    const { templates } = await call<{ templates: { name: string }[] }>('list-whatsapp-templates', {})
    return templates.some(({ name }) => name === 'login_code')
  })
  await follow('/settings/sealing')
  await page.getByRole('combobox', { name: 'WhatsApp template for codes' }).selectOption('login_code (en_US)')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  await keeps('the template for codes')

  await follow(`/deals/${deal.id}`)
  await page.getByRole('button', { name: 'Send document' }).click()
  await code.selectOption('By WhatsApp')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('code by WhatsApp to +4930901820').waitFor()

  await page.getByRole('button', { name: 'Replace Maya Rao' }).click()
  await dialog.getByRole('combobox', { name: 'Code' }).selectOption('By email')
  await dialog.getByRole('button', { name: 'Replace signer' }).click()
  await page.getByText('code by email').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
