import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { faultsOf } from '#test/support/browser.ts'
import { isRead, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
let receiver: Server
let base: string
const got: { headers: Record<string, string>; body: string }[] = []
let answer = 200

before(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(answer, { 'content-type': 'text/plain' }).end(answer === 200 ? 'thank you' : 'out of order')
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  pages = await startPages({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
  receiver?.close()
})

test('a webhook is added, its secret shown once, and a test event arrives that a standard library accepts', async () => {
  const owner = await pages.app.given.organization()
  answer = 200
  const { page, errors, close } = await pages.open('/settings/webhooks', { as: owner })
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Enter the endpoint URL.').waitFor()
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill('http://192.168.0.1/hook')
  await page.getByRole('radio', { name: 'Selected events' }).check()
  await page.getByRole('checkbox', { name: 'lead.received' }).check()
  assert.equal(await page.getByRole('checkbox', { name: 'Include CRM syncs' }).count(), 0, 'leads come from no CRM')
  await page.getByRole('checkbox', { name: 'contact.changed' }).check()
  await page.getByRole('checkbox', { name: 'Include CRM syncs' }).check()
  assert.deepEqual(await faultsOf(page), [], 'the form')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.locator('[id$=-error]').filter({ hasText: /\w/ }).waitFor()
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(`${base}/hook`)
  await page.getByRole('button', { name: 'Create webhook' }).click()

  const secret = (await page.getByRole('region', { name: 'signing secret' }).innerText()).trim()
  assert.match(secret, /^whsec_/)
  await page.keyboard.press('Escape')
  assert.ok(await page.getByRole('region', { name: 'signing secret' }).isVisible(), 'Escape does not lose the secret')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Delivered: the endpoint answered 200.').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the secret')
  const last = got.at(-1)
  assert.equal((new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {}) as { type: string }).type, 'foyer.test')
  await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
  const made = page.getByRole('link', { name: `${base}/hook` })
  await made.waitFor()
  assert.ok(!(await page.content()).includes(secret), 'the secret is nowhere any more')
  await made.click()
  await page.getByText('Included', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a failing endpoint is named with its response to every attempt; fixed, it gets the event once more', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const { body } = await app.call('create-webhook', { url: `${base}/bad`, description: 'Data warehouse' }, owner)
  const { webhook } = body as unknown as { webhook: { id: string } }
  answer = 500
  const { page, errors, close } = await pages.open(`/settings/webhooks/${webhook.id}`, { as: owner })
  await page.getByText('No deliveries yet', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText(/^Not delivered:/).waitFor()
  await page.getByText('Failing').first().waitFor()
  await page.getByRole('link', { name: 'View request and response' }).click()
  await page.getByText('out of order').waitFor()
  await page.getByText(/webhook-signature: v1,/).waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the delivery')

  answer = 200
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Delivered', { exact: true }).first().waitFor()
  await page.getByText('thank you').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a webhook is paused, enabled again with the events it missed, gets a new secret, and is removed after confirmation', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  answer = 200
  const { body } = await app.call('create-webhook', { url: `${base}/hook`, description: 'Automation' }, owner)
  const { webhook } = body as unknown as { webhook: { id: string } }
  const { page, errors, close } = await pages.open('/settings/webhooks', { as: owner })
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Automation' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Pause')
  await page.getByText('Paused. No events are sent.').waitFor()
  // Once another is told of it, the event was passed over for this one.
  const { body: beside } = await app.call('create-webhook', { url: `${base}/witness` }, owner)
  const witness = (beside as unknown as { webhook: { id: string } }).webhook.id
  await app.call('create-key', { name: 'Meanwhile', scopes: ['leads:write'] }, owner)
  await until('the event', async () => got.some(({ body }) => body.includes('Meanwhile')))
  await app.call('remove-webhook', { webhookId: witness }, owner)
  const before = got.length
  await choose('Turn on')
  await page.getByRole('button', { name: 'Recover events' }).click()
  await page.getByText('1 delivery queued.').waitFor()
  await until('the delivery', async () => got.length > before)
  assert.match(got.at(-1)?.body ?? '', /Meanwhile/)

  await choose('Roll secret')
  await page.getByRole('button', { name: 'Roll secret' }).click()
  assert.match(await page.getByRole('region', { name: 'signing secret' }).innerText(), /^whsec_/)
  await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
  await page.getByText('Old secret valid until').waitFor()

  await choose('Edit')
  await page.getByRole('textbox', { name: 'Description (optional)' }).fill('Flow')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Flow' }).click()
  await page.getByRole('heading', { name: 'Flow', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Actions for Flow' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Keep webhook' }).click()
  await page.getByRole('button', { name: 'Actions for Flow' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByText('No webhooks yet').waitFor()
  const { body: left } = await app.call('list-webhooks', {}, owner)
  assert.ok(!JSON.stringify(left).includes(webhook.id))
  assert.deepEqual(errors, [])
  await close()
})

test('the webhooks keep WCAG 2.2 AA and fit a phone and a desk, light and dark', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  answer = 500
  const url = `${base}/${'a-long-path-'.repeat(20)}`
  const { body } = await app.call('create-webhook', { url, eventTypes: ['lead.received', 'member.joined'] }, owner)
  const { webhook } = body as unknown as { webhook: { id: string } }
  const { body: sent } = await app.call('test-webhook', { webhookId: webhook.id }, owner)
  const { delivery } = sent as unknown as { delivery: { id: string } }
  const { page, go, keeps, close } = await pages.open('/settings/webhooks', { as: owner })
  for (const path of [
    '/settings/webhooks',
    '/settings/webhook-deliveries',
    `/settings/webhooks/${webhook.id}`,
    `/settings/webhooks/${webhook.id}/${delivery.id}`,
  ]) {
    await go(path)
    await isRead(page)
    await keeps(path)
  }
  await close()
})

test('an admin looks at the deliveries of all webhooks, narrows them by webhook and event, and opens one', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  answer = 200
  const create = async (description: string): Promise<string> => {
    const { body } = await app.call('create-webhook', { url: `${base}/hook`, description }, owner)
    return (body as unknown as { webhook: { id: string } }).webhook.id
  }
  const [warehouse, flow] = [await create('Warehouse'), await create('Flow')]
  for (const webhookId of [warehouse, flow]) assert.equal((await app.call('test-webhook', { webhookId }, owner)).status, 200)
  const { page, errors, keeps, close } = await pages.open('/settings/webhooks', { as: owner, width: 1_440 })
  await page.getByRole('main').getByRole('link', { name: 'Webhook deliveries' }).click()
  const table = page.getByRole('table', { name: 'Deliveries' })
  await table.getByText('Warehouse').first().waitFor()
  await table.getByText('Flow').first().waitFor()
  assert.deepEqual(await faultsOf(page), [], 'all deliveries')
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await form.getByLabel('Field').selectOption('Webhook')
  await form.getByLabel('Condition').selectOption('is')
  await form.getByLabel('Value').selectOption('Flow')
  await form.getByRole('button', { name: 'Apply' }).click()
  await table.getByText('Warehouse').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit filter: Webhook Flow' }).waitFor()
  await keeps('the deliveries of one webhook')
  await page.goto(`${page.url().split('?')[0]}?f=event*is*foyer_2e_test~state*is_not*delivered`)
  await page.getByText('No results').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await table.getByRole('link', { name: 'foyer.test' }).first().click()
  await page.getByRole('heading', { name: 'Delivery', level: 1 }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
