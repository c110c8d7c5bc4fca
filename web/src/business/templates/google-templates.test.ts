import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

test('a Google Doc becomes a template: its address is pasted, Google is connected on the way, and a change is read again', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const docs = `${pages.site}/sandbox/google/docs`
  const write = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ email: 'mira@sandbox.example', name: 'Retainer', ...form })
    return fetch(`${docs}${path}`, { method: 'POST', body, redirect: 'manual' })
  }
  const { id } = (await (await write('/write', { text: '# Retainer\nFor {{CLIENT_NAME}}.' })).json()) as { id: string }
  const { page, errors, keeps, close } = await pages.open('/settings/templates', { as: owner })
  await page.getByRole('link', { name: 'From a Google Doc' }).click()
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('Paste the address.').waitFor()
  await page.getByLabel('Name').fill('Retainer')
  const address = page.getByLabel('Address of the Google Doc')
  await address.fill(`https://docs.google.com/document/d/${id}/edit`)
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('No Google account is connected', { exact: false }).waitFor()
  await keeps('not connected')
  await page.getByRole('button', { name: 'Connect Google' }).click()
  // Google's page, then back to where one was.
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Google is connected.', { exact: false }).waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Retainer', 'what was typed before the consent')
  assert.equal(await address.inputValue(), `https://docs.google.com/document/d/${id}/edit`)
  await address.fill('https://example.com/document')
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('This is not the address of a Google Doc.').waitFor()
  await keeps('connected, a wrong address')
  await address.fill(`https://docs.google.com/document/d/${id}/edit`)
  await page.getByRole('button', { name: 'Create template' }).click()
  const client = page.getByRole('group', { name: 'CLIENT_NAME' })
  await client.getByLabel('Label').fill('Client')
  await page.getByText('Save to see the preview.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('img', { name: 'Page 1' }).waitFor()
  await page.getByText('Text as it was read').click()
  await page.getByText('For {{CLIENT_NAME}}.').waitFor()
  await keeps('a template of a Google Doc')

  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('The Google Doc has not changed.').waitFor()
  await write(`/${id}/edit`, { text: '# Retainer\nFor {{CLIENT_NAME}}, {{PRICE}} a month.' })
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByRole('group', { name: 'PRICE' }).waitFor()
  await page.getByText('Version 3 · 0 documents').waitFor()
  assert.equal(await client.getByLabel('Label').inputValue(), 'Client', 'what is known of a value stays')
  await write(`/${id}/delete`, {})
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('Google finds no such document', { exact: false }).waitFor()
  assert.deepEqual(await page.evaluate('Object.keys(sessionStorage).filter((name) => name.includes("google-template"))'), [])
  assert.deepEqual(errors, [])
  await close()
})
