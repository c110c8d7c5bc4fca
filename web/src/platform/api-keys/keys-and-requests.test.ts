import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestApp } from '#test/support/app.ts'
import { isRead, type Opened, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
before(async () => {
  pages = await startPages()
  app = pages.app
})
after(() => pages?.stop())

const open = (path: string, look?: Parameters<typeof pages.open>[1]): Promise<Opened> => pages.open(path, look)

test('a key is created, shown once, and its first lead turns the waiting into a tick', async () => {
  const { page, errors, close } = await open('/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Zapier')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Waiting for the first lead…').waitFor()
  const secret = (await page.getByRole('region', { name: 'API key' }).innerText()).trim()
  const line = await page.getByRole('region', { name: 'curl command' }).innerText()
  assert.match(secret, /^fo_live_[0-9A-Za-z]{36}$/)
  assert.ok(line.includes(`Bearer ${secret}`) && line.includes(`${app.url}/v1/leads`))

  await page.keyboard.press('Escape')
  assert.ok(await page.getByText('Waiting for the first lead…').isVisible(), 'Escape does not lose the key')

  await app.post({ email: 'no address' }, secret)
  await page.getByText('A request arrived and was rejected.').waitFor()
  const begun = performance.now()
  await app.post({ email: 'maya@example.com' }, secret)
  await page.getByText('Your first lead has arrived.').waitFor()
  assert.ok(performance.now() - begun < 5_000)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Zapier' }).waitFor()
  assert.ok(!(await page.content()).includes(secret), 'the key is nowhere any more')
  assert.deepEqual(errors, [])
  await close()
})

test('a key that is rolled without an overlap still shows the new one, and a revoked one leaves the list', async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId)
  const { page, errors, close } = await open('/settings/keys', { as: someone })
  await page.getByRole('button', { name: 'Actions for Test' }).click()
  await page.getByRole('menuitem', { name: 'Roll' }).click()
  await page.getByRole('combobox', { name: 'Old key works for another' }).click()
  await page.getByRole('option', { name: 'None: revoke it now' }).click()
  await page.getByRole('button', { name: 'Roll key' }).click()
  await page.getByText('Waiting for the first lead…').waitFor()
  const secret = (await page.getByRole('region', { name: 'API key' }).innerText()).trim()
  assert.notEqual(secret, key.text)
  await page.getByRole('button', { name: 'I’ve stored the key' }).click()

  await page.getByRole('button', { name: 'Actions for Test' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('heading', { name: 'No active API key' }).waitFor()
  await page.getByRole('switch', { name: 'Show ended keys (2)' }).click()
  await page.getByText('Revoked', { exact: true }).first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a rejected delivery is found, its fault is pointed at, and the fixed body becomes a lead', async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId)
  await app.post({ external_id: 1, email: 'maya@', name: 'Maya' }, key.text)
  const { page, errors, close } = await open('/settings/deliveries', { as: someone })
  await page.getByText('Rejected', { exact: true }).first().waitFor()
  assert.ok(!(await page.content()).includes('maya@"'), 'the list shows no address')
  await app.post({ name: 'Nobody' }, key.text)
  await page.getByText('Email or phone is required').waitFor()
  await page.getByRole('table', { name: 'Request log' }).getByRole('link').last().click()

  await page.getByRole('button', { name: 'Fix body' }).waitFor()
  assert.ok(!(await page.content()).includes('maya@"'), 'nor does its page, until it is asked for')
  await page.getByRole('button', { name: 'Fix body' }).click()
  const body = page.getByRole('textbox', { name: 'Body' })
  const marked = await body.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as unknown as {
      value: string
      selectionStart: number
      selectionEnd: number
    }
    return value.slice(selectionStart, selectionEnd)
  })
  assert.equal(marked, '"maya@"')

  await body.fill('{"external_id": 1, "phone": "none"}')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Go to phone' }).waitFor()
  await body.fill('{"external_id": 1, "email": "maya@example.com", "name": "Maya"}')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Valid: it can be accepted.').waitFor()
  await page.getByRole('button', { name: 'Accept lead' }).dblclick()
  await page.getByText('Fixed and accepted.').waitFor()
  const { body: listed } = await app.call('list-leads', {}, someone)
  assert.equal((listed.leads as unknown as unknown[]).length, 1)

  await page.getByRole('link', { name: 'Request log' }).first().click()
  await page.getByText('Fixed', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the request log is narrowed by outcome and by key, and the filter stands in the address', async () => {
  const someone = await app.given.organization()
  const [first, second] = [await app.given.key(someone.orgId), await app.given.key(someone.orgId)]
  await app.post({ name: 'Nobody' }, first.text)
  await app.post({ email: 'maya@example.com' }, first.text)
  await app.post({ email: 'noor@example.com' }, second.text)
  const { page, errors, keeps, close } = await open('/settings/deliveries', { as: someone, width: 1_440 })
  const rows = page.locator('[data-row]')
  await until('all are there', async () => (await rows.count()) === 3)
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await form.getByLabel('Field').selectOption('Outcome')
  await form.getByLabel('Condition').selectOption('is')
  await form.getByLabel('Value').selectOption('Accepted')
  await form.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/f=outcome\*is\*accepted/)
  await until('two are left', async () => (await rows.count()) === 2)
  await keeps('the request log, filtered')
  await page.goto(`${app.url}/settings/deliveries?f=sender*is*${first.id}~outcome*is*rejected`)
  await page.getByText('Email or phone is required').waitFor()
  assert.equal(await rows.count(), 1)
  assert.deepEqual(errors, [])
  await close()
})

test('an admin changes the workspace, a member only sees it', async () => {
  const someone = await app.given.organization('Ours')
  const admin = await open('/settings/workspace', { as: someone })
  await admin.page.getByRole('combobox', { name: 'Default country' }).click()
  await admin.page.getByRole('combobox', { name: 'Default country' }).fill('Portu')
  await admin.page.getByRole('option', { name: 'Portugal' }).click()
  await admin.page.getByRole('switch', { name: 'Monthly quota' }).click()
  await admin.page.getByRole('textbox', { name: 'New leads per month' }).fill('500')
  await admin.page.getByRole('button', { name: 'Save' }).click()
  await admin.page.getByText('0 of 500 leads.').waitFor()
  const { body } = await app.call('show-workspace', {}, someone)
  const { default_country, lead_quota_per_month } = body.workspace as unknown as Record<string, unknown>
  assert.deepEqual([default_country, lead_quota_per_month], ['PT', 500])
  await admin.close()

  const member = await open('/settings/workspace', { as: await app.given.person(someone.orgId, 'member') })
  await member.page.getByText('Only owners and admins').waitFor()
  assert.equal(await member.page.getByRole('button', { name: 'Save' }).count(), 0)
  assert.ok(await member.page.getByRole('textbox', { name: 'Name' }).isDisabled())
  for (const path of ['keys', 'webhooks', 'deliveries', 'background', 'activity']) {
    await member.page.goto(`${app.url}/settings/${path}`)
    await member.page.getByRole('heading', { name: 'Only admins can open this page', level: 1 }).waitFor()
    assert.equal(await member.page.getByRole('button', { name: /New/ }).count(), 0, path)
    assert.equal(await member.page.getByRole('alert').count(), 0, path)
  }
  await member.close()
})

test('every settings page keeps WCAG 2.2 AA and never scrolls sideways, light and dark, from 360 px', async () => {
  const someone = await app.given.organization('A workspace with a name that is rather long for a phone')
  const key = await app.given.key(someone.orgId)
  const refused = await app.post({ email: `${'very-long-'.repeat(30)}@`, note: 'x'.repeat(400) }, key.text)
  await app.post({ email: 'maya@example.com', external_id: '1' }, key.text)
  await app.post({ email: 'maya@example.com', external_id: '1' }, key.text)
  const paths = [
    '/settings/keys',
    `/settings/keys/${key.id}`,
    '/settings/deliveries',
    `/settings/deliveries/${refused.headers.get('X-Request-Id')}`,
    '/settings/workspace',
  ]
  const { page, go, keeps, close } = await open('/settings', { as: someone })
  for (const path of paths) {
    await go(path)
    await isRead(page)
    await keeps(path)
  }
  await go('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).waitFor()
  await keeps('the new key')
  await close()
})
