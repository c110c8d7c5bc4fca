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
  await dialog.getByLabel('Email').first().fill('marta.nowicka@piekarnia-nowicka.example.com')
  await dialog.getByText('Demo data: emails to this address are sent to no one.').waitFor()
  await keeps('a signer of the demo')
  await page.keyboard.press('Escape')

  await follow('/settings/sealing')
  const connect = page.getByRole('link', { name: 'Connect WhatsApp' })
  await connect.waitFor()
  await keeps('codes need a number')
  await connect.click()
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor()

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

test('of a signer who is demo data the page of the document says that no email was sent, and how to try it out', async () => {
  const { app } = pages
  const owner = await app.given.organization('Ostwind')
  const client = { name: 'Marta Nowicka', email: 'marta.nowicka@piekarnia-nowicka.example.com' }
  const { deal } = (await app.call('create-deal', { client, name: 'Oven' }, owner)).body as unknown as { deal: { id: string } }
  const made = await app.call(
    'create-template',
    { name: 'Agreement', kind: 'text', body: '# Agreement', placeholders: [] },
    owner,
  )
  const { template } = made.body as unknown as { template: { id: string } }
  const wish = {
    projectId: deal.id,
    templateId: template.id,
    userId: owner.personId,
    title: 'Agreement',
    docType: 'contract',
    replacements: {},
  }
  const sent = await app.call('generate-contract', wish, owner)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const { id } = (sent.body as unknown as { document: { id: string } }).document
  const { page, errors, keeps, close } = await pages.open(`/documents/${id}`, { as: owner })
  await page.getByText('This address is demo data: no email was sent.').waitFor()
  await keeps('a signer who is demo data')
  await page.getByRole('button', { name: 'Correct the address Marta Nowicka' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Demo data: emails to this address are sent to no one.').waitFor()
  await dialog.getByLabel('Email').fill(`${owner.orgId.slice(-8)}@visitor.example`)
  await dialog.getByRole('button', { name: 'Replace signer' }).click()
  await page.getByText('This address is demo data').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})
