import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  // Consents at the sandbox are those of all workspaces.
  pages = await startPages({ alone: true, env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

test('a user connects Google by consent, gets a notice when it expires, consents again, and disconnects', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, go, keeps, close } = await pages.open('/settings/connections', { as: owner })
  const google = page.getByRole('listitem').filter({ hasText: 'Google' })
  const consent = async (answer: 'Allow' | 'Deny'): Promise<void> => {
    await page.getByRole('button', { name: /^(Connect|Reconnect) Google$/ }).click()
    await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
    await page.getByLabel(/Jonas Okafor/).check()
    await page.getByRole('button', { name: answer }).click()
  }

  await consent('Deny')
  await page.getByRole('heading', { name: 'Not connected' }).waitFor()
  await page.getByText('Consent was declined at Google.').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'what went wrong')
  await page.getByRole('link', { name: 'Back to Connections' }).click()

  await consent('Allow')
  await page.waitForURL(/\/settings\/connections/)
  await google.getByText('Simulated', { exact: true }).first().waitFor()
  await google.getByText('jonas@sandbox.example').first().waitFor()

  // The person takes it back where they gave it; Foyer finds out with its next call.
  const grants = `${pages.app.url}/sandbox/google/grants`
  await page.goto(grants)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('revoked by the user').waitFor()
  await go('/settings/connections')
  await google.getByRole('link', { name: 'Google' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('The test failed').first().waitFor()
  await go('/settings/connections')
  await google.getByText('Reconnect').first().waitFor()
  await keeps('a consent that is over')

  await consent('Allow')
  await google.getByText('Simulated', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Actions for Google' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await google.getByText('Not connected').waitFor()
  await page.goto(grants)
  await page.getByText('revoked by the app').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('after the consent at a CRM its connection stands there, with what to do next; a reload and another consent lead there, too', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, go, close } = await pages.open('/settings/connections', { as: owner })
  const consent = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Connect HubSpot' }).click()
    await page.getByRole('heading', { name: 'Connect an app to HubSpot' }).waitFor()
    await page.getByRole('button', { name: 'Connect app' }).click()
    await page.waitForURL(/\/settings\/connections\/crm\/[\da-f-]{36}\?/)
    await page.getByRole('heading', { name: 'HubSpot', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Nothing synced yet' }).waitFor()
    await page.getByRole('button', { name: 'Rehearse' }).first().waitFor()
  }
  await consent()
  const { body } = await pages.app.call('crm-connections', { orgId: owner.orgId }, owner)
  const [connection] = body.connections as unknown as { id: string }[]
  assert.equal(new URL(page.url()).pathname, `/settings/connections/crm/${connection?.id}`)
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing synced yet' }).waitFor()

  await pages.app.call('crm-disconnect', { orgId: owner.orgId, connectionId: connection?.id }, owner)
  await go('/settings/connections')
  await consent()
  assert.deepEqual(errors, [])
  await close()
})
