import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { credentialsOf } from '#test/support/credentials.ts'
import { startPages } from '#test/support/page.ts'

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

test('a contact is called from the page of their deal; unanswered and missed calls are shown under Settings → Calls', async () => {
  const owner = await pages.app.given.organization()
  const made = await pages.app.call(
    'create-deal',
    { name: 'A website', client: { name: 'Maya Ortiz', phone: '+14155552671' } },
    owner,
  )
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id: dealId } = made.body.deal as unknown as { id: string }

  const settings = await pages.open('/settings/calls', { as: owner })
  const { page } = settings
  await page.getByRole('heading', { name: 'No calls yet' }).waitFor()
  await settings.keeps('no call yet')
  await page.getByRole('button', { name: 'Use sandbox' }).click()
  await page.getByRole('link', { name: 'Open simulated phones' }).waitFor()
  await page
    .getByRole('region', { name: 'webhook URL for calls' })
    .getByText(/voice-webhook\?connection=/)
    .waitFor()

  const person = await pages.open(`/deals/${dealId}`, { as: owner })
  const opening = person.context.waitForEvent('page')
  await person.page.getByRole('button', { name: 'Call Maya Ortiz' }).click()
  const telephone = await opening
  await telephone.getByRole('button', { name: 'Call', exact: true }).click()
  await telephone.getByText(/^Rings \+14155552671 from \+1415555/).waitFor()
  await telephone.getByRole('button', { name: 'Do not answer' }).click()
  await telephone.getByText('The call is over: no-answer.').waitFor()

  await telephone.goto(`${pages.site}/sandbox/twilio/phone`)
  const { accountSid } = await credentialsOf(pages.app, owner.orgId, 'twilio')
  const account = telephone.getByRole('region', { name: `Account ${accountSid}` })
  await account.getByLabel('Your number').fill('+12015550177')
  await account.getByRole('button', { name: 'Call the business' }).click()
  await telephone.getByRole('button', { name: 'Hang up' }).click()
  await telephone.getByText('The caller hangs up.').waitFor()

  const list = page.getByRole('table', { name: 'Calls' })
  await list.getByRole('row').filter({ hasText: '+12015550177' }).getByText('Missed').waitFor()
  const out = list.getByRole('row').filter({ hasText: 'Maya Ortiz' })
  await out.getByText('No answer').waitFor()
  await settings.keeps('two calls')
  await page.getByText('Missed', { exact: true }).first().click()
  await out.waitFor({ state: 'detached' })

  await page.getByRole('combobox', { name: 'Countries' }).fill('Germany')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  assert.deepEqual((await pages.app.call('show-calling', {}, owner)).body.allowed_countries, ['DE'])
  assert.deepEqual([...settings.errors, ...person.errors], [])
  await person.close()
  await settings.close()
})
