import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '../support/browser.ts'
import { startPages } from '../support/page.ts'
import { until } from '../support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
let website: Server
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
  website?.close()
})

const said = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('a visitor’s message on a website is in the inbox, and the answer is on the website', async () => {
  const owner = await pages.app.given.organization()
  let tag = ''
  website = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Conservatories</title><h1>Conservatories</h1>${tag}</html>`)
  })
  await new Promise<void>((ready) => website.listen(0, '127.0.0.1', ready))
  const address = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
  const { body } = await pages.app.call('create-chat-widget', { name: 'Website', allowedOrigins: [address] }, owner)
  tag = (body as unknown as { widget: { script: string } }).widget.script

  const { page, errors, close } = await pages.open('/inbox', { as: owner })
  const visitor = await (await pages.browser.newContext()).newPage()
  await visitor.goto(address)
  await visitor.getByRole('button', { name: 'Open the chat' }).click()
  await visitor.getByRole('textbox', { name: 'Your message' }).fill('Do you also build in Potsdam?')
  await visitor.keyboard.press('Enter')

  await page.getByRole('link', { name: /Do you also build in Potsdam/ }).click()
  await said(page).getByText('Do you also build in Potsdam?').waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, we do. What size?')
  await page.keyboard.press('Enter')
  const conversation = visitor.getByRole('log', { name: 'Conversation' })
  await conversation.getByText('Yes, we do. What size?').waitFor()
  assert.deepEqual(await faultsOf(visitor), [], 'the website with its chat')
  assert.deepEqual(await faultsOf(page), [], 'the inbox with a visitor')

  await visitor.getByRole('textbox', { name: 'Your message' }).fill('Four by six')
  await visitor.keyboard.press('Enter')
  await said(page).getByText('Four by six').waitFor()
  assert.deepEqual(errors, [])
  await visitor.context().close()
  await close()
})

test('a customer’s message can be answered freely for a day, and after that by a template', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('connect-sandbox', { provider: 'whatsapp' }, owner)
  // The sandbox is told where to send what customers write.
  await until('the webhook', async () => {
    const state = await (await fetch(`${pages.site}/sandbox/whatsapp/api/state`)).json()
    return (state as { businesses: { callback_url: string | null }[] }).businesses.some((business) => business.callback_url)
  })
  const { page, errors, close } = await pages.open('/inbox', { as: owner })
  const phone = await page.context().newPage()
  const write = async (text: string, written: string): Promise<void> => {
    await phone.getByRole('textbox', { name: 'Message' }).fill(text)
    await phone.getByLabel('written').selectOption({ label: written })
    await phone.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await phone.goto(`${pages.site}/sandbox/whatsapp/phones#joerg`)
  const screen = phone.getByRole('log', { name: 'Messages' })
  await write('Habt ihr am Samstag offen?', '23 h 58 min ago')

  await page.getByRole('link', { name: /Jörg Müller.*Habt ihr am Samstag offen/ }).click()
  await page.getByText(/^You can reply freely for 1 min$/).waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Ja, von 9 bis 17 Uhr.')
  await page.keyboard.press('Enter')
  await screen.getByText('Ja, von 9 bis 17 Uhr.').waitFor()
  // The customer opens the chat: the ticks arrive.
  await said(page).getByRole('listitem').filter({ hasText: 'Ja, von 9 bis 17 Uhr.' }).getByText('Read').waitFor()
  assert.deepEqual(await faultsOf(phone), [], 'the phone')

  await phone.goto(`${pages.site}/sandbox/whatsapp/phones#sheena`)
  await write('Is my order ready?', '25 hours ago')
  await page.getByRole('link', { name: /Sheena Nelson.*Is my order ready/ }).click()
  await page.getByText(/^Reply window closed/).waitFor()
  await page.getByRole('button', { name: 'Use template' }).click()
  await page.getByRole('button', { name: 'Sync templates' }).click()
  await page.getByRole('radio', { name: 'appointment_reminder en_US' }).check()
  await page.getByRole('textbox', { name: 'Value 1' }).fill('Sheena')
  await page.getByRole('textbox', { name: 'Value 2' }).fill('Tuesday')
  await page.getByRole('region', { name: 'Preview' }).getByText('Hello Sheena, we meet on Tuesday.').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the template')
  await page.getByRole('button', { name: 'Send template' }).click()
  await screen.getByText('Hello Sheena, we meet on Tuesday.').waitFor()

  await phone.getByLabel('As', { exact: true }).selectOption({ label: 'Picture' })
  await write('Thank you!', 'now')
  await said(page).getByText('Thank you!').waitFor()
  await until('the picture', () =>
    page.evaluate<boolean>(`[...document.querySelectorAll('[id^=m-] img')].some((picture) => picture.naturalWidth > 0)`),
  )
  await page.getByText(/^You can reply freely for 23 hr 59 min$/).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
