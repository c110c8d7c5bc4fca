import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let vendor: TestSandbox
let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  vendor = await startSandbox()
  pages = await startPages({ env: { SANDBOX: 'on', RAZORPAY_API_BASE: vendor.address } })
})
after(async () => {
  await pages?.stop()
  await vendor?.stop()
})

test('an account is connected by its key, tested, replaced and disconnected, and a simulated one says so on every page', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/connections', { as: owner })
  const razorpay = page.getByRole('listitem').filter({ hasText: 'Razorpay' })
  await razorpay.getByText('Not connected').waitFor()
  await keeps('nothing is connected')

  await page.getByRole('button', { name: 'Use sandbox for Razorpay' }).click()
  await razorpay.getByText('Simulated', { exact: true }).first().waitFor()
  const chip = page.getByRole('button', { name: 'Sandbox', exact: true }).locator('visible=true')
  await chip.click()
  await page.getByText(/Razorpay\. No real messages, calls or money/).waitFor()
  await page.keyboard.press('Escape')
  await keeps('the sandbox')

  await page.getByRole('button', { name: 'Connect real account: Razorpay' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('button', { name: 'Test and connect' }).click()
  await window.getByText('Required').first().waitFor()
  await window.getByLabel('Key id').fill('rzp_test_thepage1')
  await window.getByLabel('Key secret').fill('secret of page')
  await window.getByRole('button', { name: 'Test and connect' }).click()
  await window.getByText('This is not valid: Key secret.').waitFor()
  await keeps('the form')
  await window.getByLabel('Key secret').fill('secret-of-page')
  await window.getByRole('button', { name: 'Test and connect' }).click()
  await window.waitFor({ state: 'detached' })
  await chip.click()
  assert.equal(await page.getByText(/Razorpay\. No real messages/).count(), 0)
  await page.keyboard.press('Escape')

  await razorpay.getByRole('link', { name: 'Razorpay' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText(/^Connected: answered in/).waitFor()
  await page.getByText('Account: rzp_test_thepage1').waitFor()
  await page.getByRole('table', { name: 'API calls' }).getByText('orders.all').first().waitFor()
  const address = await page.getByRole('region', { name: 'webhook URL' }).innerText()
  assert.match(address, /\/functions\/v1\/razorpay-webhook\?connection=/)
  await keeps('one connection')
  assert.ok(!(await page.content()).includes('secret-of-page'))

  await page.getByRole('button', { name: 'Actions for Razorpay' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await razorpay.getByText('Not connected').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a member sees the states, and by the sandbox chip what is simulated, and can change nothing', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('connect-sandbox', { provider: 'razorpay' }, owner)
  const member = await pages.app.given.person(owner.orgId, 'member')
  const { page, errors, close } = await pages.open('/settings/connections', { as: member })
  await page.getByRole('listitem').filter({ hasText: 'Razorpay' }).getByText('Simulated', { exact: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: /Connect|Use sandbox|Actions for/ }).count(), 0)

  await page.getByRole('button', { name: 'Sandbox', exact: true }).locator('visible=true').click()
  await page.getByText(/In the sandbox: Razorpay\./).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a member who reads German reads in German what a service is for, and finds it by these words', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('update-profile', { language: 'de' }, owner)
  const { page, errors, close } = await pages.open('/settings/connections', { as: owner })
  await page.locator('html[lang="de"]').waitFor({ state: 'attached' })
  const razorpay = page.getByRole('listitem').filter({ hasText: 'Razorpay' })
  await razorpay.getByText('Nimmt Zahlungen in indischen Rupien an.').waitFor()
  await page.getByRole('searchbox').fill('indischen Rupien')
  await page.getByRole('listitem').filter({ hasText: 'Calendly' }).waitFor({ state: 'detached' })
  await razorpay.waitFor()
  assert.deepEqual(errors, [])
  await close()
})
