import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('an admin sends a sample, clicks its fields together, replays what came before, and asks for signatures', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/leads/sources', { as: owner })
  await page.getByRole('button', { name: 'New source' }).click()
  await page.getByRole('radio', { name: 'Webhook' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Quiz')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByText('Waiting for a sample…').waitFor()
  await page.getByText('Requests appear here as they come').waitFor()
  await keeps('a webhook that waits for its sample')

  const url = (await page.getByRole('region', { name: 'Webhook URL' }).innerText()).trim()
  const body = JSON.stringify({ quiz: { who: 'Zoë Müller', reply_to: 'zoe@example.com' }, rooms: ['Kitchen', 'Bath'] })
  const send = (headers: Record<string, string> = {}) => fetch(url, { method: 'POST', body, headers })
  assert.equal((await send()).status, 200)

  await page.getByLabel('Email').first().waitFor()
  await page.getByText('A sample came: choose its fields.').waitFor()
  await page.getByLabel('Full name').first().click()
  await page.getByRole('option', { name: 'quiz › who: Zoë Müller' }).click()
  await keeps('the fields of a sample')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  // The notice leaves after a while, and the page may be slow.
  await page.getByText('1 accepted.').waitFor()
  await page.getByText('Working', { exact: true }).waitFor()

  await page.getByLabel('Proof of the sender').first().click()
  await page.getByRole('option', { name: 'Signature' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter the secret, at least 8 characters.').waitFor()
  await page.getByLabel('Secret', { exact: true }).fill('a secret of theirs')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A secret is stored. Enter another to replace it.').waitFor()
  await new Promise((done) => setTimeout(done, 1_000))
  assert.equal((await send()).status, 401)
  const signature = createHmac('sha256', 'a secret of theirs').update(body).digest('hex')
  assert.equal((await send({ 'x-signature-256': `sha256=${signature}` })).status, 200)
  await page.getByText('Duplicate', { exact: true }).first().waitFor()
  await page.getByText('The same request came before: its lead stands').first().waitFor()
  assert.ok(!(await page.content()).includes('a secret of theirs'))
  assert.deepEqual(errors, [])
  await close()
})

test('an admin who chooses LinkedIn reads before anything is sent that no answers will come', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/leads/sources', { as: owner })
  await page.getByRole('button', { name: 'New source' }).click()
  await page.getByRole('radio', { name: 'Webhook' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('LinkedIn')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: 'LinkedIn lead gen forms' }).click()
  await page.getByText('This service sends no answers').waitFor()
  await keeps('a service that sends no answers')
  assert.deepEqual(errors, [])
  await close()
})

test('an admin whose id is the same in all requests reads so, makes a lead of one request in the log, and of the rest at once', async () => {
  const owner = await pages.app.given.organization()
  const made = await pages.app.call(
    'create-lead-source',
    { name: 'Gravity', settings: { kind: 'webhook', mapping: { email: '/email', external_id: '/form' } } },
    owner,
  )
  const { id, url } = made.body.source as unknown as { id: string; url: string }
  for (const name of ['anna', 'bernd', 'cleo'])
    await fetch(url, { method: 'POST', body: JSON.stringify({ form: 'contact', email: `${name}@example.com` }) })
  const { page, errors, keeps, close } = await pages.open(`/leads/sources/${id}`, { as: owner })
  await page.getByText('The last requests all had the same id').waitFor()
  await page.getByText('2 requests had the id of another person’s lead').waitFor()
  await keeps('a source whose id is the same in all requests')

  await page.getByRole('table', { name: 'Request log' }).getByRole('link').first().click()
  await page.getByText('The external_id exists for another contact. The first lead was kept.').first().waitFor()
  await keeps('a request in conflict')
  await page.getByRole('button', { name: 'Make a lead of its own' }).click()
  await page.getByText('Fixed and accepted.').waitFor()
  await page.goBack()
  await page.getByText('1 request had the id of another person’s lead').waitFor()
  await page.getByRole('button', { name: 'Make leads' }).click()
  await page.getByText('1 accepted.').waitFor()
  await page.getByText('had the id of another person’s lead').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})
