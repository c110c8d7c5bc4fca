import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
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

/** The form of a new source of a kind, with its name. */
const begin = async (page: Page, kind: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'New source' }).click()
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}

test('an admin connects Meta, chooses a page, and sees announced leads, test leads and those that only the poll found', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close, go } = await pages.open('/leads/sources', { as: owner })
  await begin(page, 'Meta ads', 'Autumn on Instagram')
  await page.getByText('Connect Meta first.').waitFor()
  await keeps('a new source of Meta before Meta is connected')
  await page.getByRole('button', { name: 'Connect Meta' }).click()
  await page.getByRole('heading', { name: 'Connect an app to Meta' }).waitFor()
  await page.getByRole('button', { name: 'Connect app' }).click()

  await page.getByRole('heading', { name: 'Lead sources' }).waitFor()
  await begin(page, 'Meta ads', 'Autumn on Instagram')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByText('Choose what the leads come from.').waitFor()
  await page.getByRole('combobox', { name: 'Page' }).click()
  await page.getByRole('option', { name: 'Alder Interiors' }).click()
  await keeps('a new source of Meta')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByRole('heading', { name: 'Autumn on Instagram' }).waitFor()
  await page.getByText('Meta announces each lead').waitFor()

  await page.getByRole('button', { name: 'Send a test lead' }).click()
  await page.getByText('Test', { exact: true }).first().waitFor()
  const source = page.url().slice(pages.site.length)
  const ad = `${pages.site}/sandbox/meta/ads`
  const fill = async (email: string, isSilent: boolean): Promise<void> => {
    await page.goto(ad)
    const form = page.getByRole('region', { name: 'Kitchen offer' })
    await form.getByLabel('Email').fill(email)
    if (isSilent) await form.getByLabel('The notification never arrives').check()
    await form.getByRole('button', { name: 'Send lead' }).click()
    await page.getByRole('heading', { name: 'Meta: ads' }).waitFor()
  }
  await fill('announced@example.com', false)
  await fill('silent@example.com', true)
  await go(source)
  await page.getByText('Working', { exact: true }).waitFor()
  const old = { email: 'earlier@example.com', isSilent: true, createdAt: Math.floor(Date.now() / 1_000) - 10 * 86_400 }
  const filled = await fetch(`${pages.site}/sandbox/meta/ads/90712345678901239/leads`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(old) },
  })
  assert.ok(filled.ok)
  await page.getByRole('button', { name: 'Check Meta now' }).click()
  await page.getByText('1 lead was found by a check that Meta did not announce.').waitFor()
  await page.getByRole('button', { name: 'Fetch earlier leads' }).click()
  await page.getByRole('textbox', { name: 'Also fetch earlier leads' }).fill('30')
  await keeps('earlier leads of Meta')
  await page.getByRole('button', { name: 'Fetch leads' }).click()
  await page.getByText('From before the source, 30 days').waitFor()
  await keeps('a page of Meta that works')
  assert.deepEqual(errors, [])
  await close()
})

test('a lead form of Google Ads is connected in steps: its test data is a test, and its lead a lead', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close, go } = await pages.open('/leads/sources', { as: owner })
  await begin(page, 'Google Ads', 'Kitchens on Google')
  await page.getByRole('dialog').getByRole('button', { name: 'Create source' }).click()
  await page.getByText('Paste the webhook URL and the key').waitFor()
  await keeps('the steps for Google Ads')
  const url = (await page.getByRole('region', { name: 'Webhook URL' }).innerText()).trim()
  const key = (await page.getByRole('region', { name: 'Key', exact: true }).innerText()).trim()
  const source = page.url().slice(pages.site.length)
  for (const button of ['Send test data', 'Send lead']) {
    await page.goto(`${pages.site}/sandbox/google-ads/form`)
    await page.getByLabel('Webhook URL').fill(url)
    await page.getByLabel('Key').fill(key)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('heading', { name: 'Sent' }).waitFor()
  }
  await go(source)
  await page.getByText('Working', { exact: true }).waitFor()
  await page.getByText('Test', { exact: true }).first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})
