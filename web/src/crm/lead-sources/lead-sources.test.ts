import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const leadBody = (key: string, more = ''): string =>
  `{"lead_id":"G1","user_column_data":[{"column_id":"EMAIL","string_value":"zoe@example.com"},{"column_id":"FULL_NAME","string_value":"Zoë Müller"},{"column_id":"BUDGET","string_value":"9,000 €"}],"google_key":"${key}"${more}}`

test('an admin makes a source, its first lead turns the waiting into a working source, and the lead shows its answers', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/leads/sources', { as: owner })
  await page.getByRole('heading', { name: 'No lead source yet' }).waitFor()
  await page.getByRole('button', { name: 'Create source' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByRole('radio', { name: 'Google Ads' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kitchen ads')
  await keeps('the form of a new source')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()

  await page.getByRole('heading', { name: 'Kitchen ads' }).waitFor()
  await page.getByText('Waiting for the first one…').waitFor()
  const url = (await page.getByRole('region', { name: 'Webhook URL' }).innerText()).trim()
  const key = (await page.getByRole('region', { name: 'Key', exact: true }).innerText()).trim()
  const send = (body: string) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  assert.equal((await send(leadBody(key, ',"is_test":true'))).status, 200)
  await page.getByText('Test', { exact: true }).first().waitFor()
  assert.ok(await page.getByText('Waiting for the first one…').isVisible(), 'a test is no lead')

  assert.equal((await send(leadBody(key))).status, 200)
  await page.getByText('Working', { exact: true }).waitFor()
  await keeps('a source that works')
  await page.getByRole('table', { name: 'Request log' }).getByRole('link').first().click()
  await page.getByText('It created a lead.').waitFor()
  await page.getByRole('link', { name: 'Open lead' }).click()
  await page.getByRole('heading', { name: 'Zoë Müller' }).first().waitFor()
  await page.getByText('9,000 €').first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the list of sources ends within the window wherever all its columns are shown, with the actions of each', async () => {
  const owner = await pages.app.given.organization()
  const settings = { kind: 'webhook', mapping: { email: '/email' } }
  assert.equal((await pages.app.call('create-lead-source', { name: 'Quiz of autumn', settings }, owner)).status, 200)
  const { page, close } = await pages.open('/leads/sources', { as: owner })
  for (const width of [1_201, 1_280, 1_350]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('columnheader', { name: 'Held' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${width}`)
    const menu = await page.getByRole('row').last().getByRole('button').last().boundingBox()
    assert.ok(menu && menu.x + menu.width <= width, `its actions at ${width}: ${JSON.stringify(menu)}`)
  }
  await close()
})

test('an admin reads what to do about a rejected request, and about a source that is not there', async () => {
  const owner = await pages.app.given.organization()
  const settings = { kind: 'webhook', mapping: {} }
  const made = await pages.app.call('create-lead-source', { name: 'Quiz', settings }, owner)
  const { id, url } = made.body.source as unknown as { id: string; url: string }
  const send = () =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"zoe@example.com"}' })
  const deliveryId = (await send()).headers.get('x-request-id')
  const { page, errors, follow, close } = await pages.open(`/leads/sources/${id}`, { as: owner })
  const chooses = page.getByText('Choose the fields of a sample in Leads → Sources, then replay the request.')
  await page.getByRole('table', { name: 'Request log' }).getByText('Choose the fields of a sample').waitFor()
  await follow(`/settings/deliveries/${deliveryId}`)
  await chooses.waitFor()
  await follow(`/leads/sources/${id.slice(0, -6)}000000`)
  await page.getByText('It may have been removed, or the link is wrong.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('an admin turns a source off and on, and what it refused meanwhile is there to be replayed', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/leads/sources', { as: owner })
  await page.getByRole('button', { name: 'New source' }).click()
  await page.getByRole('radio', { name: 'Google Ads' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  const url = (await page.getByRole('region', { name: 'Webhook URL' }).innerText()).trim()
  const key = (await page.getByRole('region', { name: 'Key', exact: true }).innerText()).trim()

  await page.getByRole('button', { name: 'Actions for Autumn' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Turned off: requests are refused and logged.').waitFor()
  await keeps('a source that is off')
  await new Promise((done) => setTimeout(done, 1_000))
  assert.equal((await fetch(url, { method: 'POST', body: leadBody(key) })).status, 403)
  await page.getByText('Rejected', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'Actions for Autumn' }).click()
  await page.getByRole('menuitem', { name: 'Turn on' }).click()
  await page.getByText('Requests are rejected.').waitFor()
  await page.getByRole('table', { name: 'Request log' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Fix body' }).click()
  await page.getByRole('button', { name: 'Accept lead' }).click()
  await page.getByText('Fixed and accepted.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
