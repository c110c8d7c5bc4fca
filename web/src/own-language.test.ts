import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { givePassword, password } from '#test/support/sign-in.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

/** The page speaks it, once it was loaded again. */
const speaks = (page: Page, language: string) =>
  page.waitForFunction((wanted) => document.documentElement.lang === wanted && document.querySelector('h1'), language)
const languageOf = async (person: Someone): Promise<unknown> => {
  const { body } = await pages.app.call('show-profile', {}, person)
  return (body.person as unknown as { language: string | null }).language
}
const signIn = async (page: Page, email: string, label: string) => {
  await page.getByLabel(label).fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
}

test('a member chooses Hindi in one browser, and another one speaks it from sign-in on, and the next time before it', async () => {
  const { app, browser } = pages
  const owner = await app.given.organization('Rao Studio')
  await givePassword(app, owner)
  const first = await pages.open('/', { as: owner })
  await first.page.getByRole('button', { name: /account/i }).click()
  await first.page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await speaks(first.page, 'hi')
  assert.equal(await languageOf(owner), 'hi')
  assert.deepEqual(first.errors, [])
  await first.close()

  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${app.url}/sign-in?next=%2Fsettings%2Fprofile`)
  await signIn(page, owner.email, 'Email')
  await page.getByRole('heading', { name: 'प्रोफ़ाइल और सुरक्षा', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'hi')
  assert.equal(new URL(page.url()).pathname, '/settings/profile', 'it is the page that was asked for')
  await context.clearCookies()
  await page.goto(`${app.url}/sign-in`)
  await page.getByRole('heading', { name: 'साइन इन करें' }).waitFor()

  // The profile has it too; what is chosen there is spoken at once.
  await signIn(page, owner.email, 'ईमेल')
  await page.getByRole('heading', { name: 'आज', level: 1 }).waitFor()
  await page.goto(`${app.url}/settings/profile`)
  await page.getByLabel('भाषा').selectOption('es')
  await page
    .getByRole('button', { name: 'सेव करें' })
    .or(page.getByRole('button', { name: 'सहेजें' }))
    .click()
  await speaks(page, 'es')
  assert.equal(await languageOf(owner), 'es')
  await context.close()
})

test('an account without a language takes that of the browser at its first sign-in, and keeps one that it has', async () => {
  const { app, browser } = pages
  const owner = await app.given.organization()
  await givePassword(app, owner)
  assert.equal(await languageOf(owner), null)
  for (const [locale, label] of [
    ['de-DE', 'E-Mail'],
    ['pt-BR', 'E-mail'],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto(`${app.url}/sign-in`)
    await signIn(page, owner.email, label)
    await page.getByRole('heading', { name: 'Heute', level: 1 }).waitFor()
    await until('the language of the account', async () => (await languageOf(owner)) === 'de')
    await context.close()
  }
})

test('a member who reads German reads in German what the server says about a field', async () => {
  const owner = await pages.app.given.organization('Nordwind')
  await pages.app.call('update-profile', { language: 'de' }, owner)
  const { page, errors, close } = await pages.open('/settings/members', { as: owner })
  await speaks(page, 'de')
  await page.getByRole('button', { name: 'Einladen' }).first().click()
  await page.getByRole('dialog').getByLabel('E-Mail').fill('ida@example..de')
  await page.getByRole('dialog').getByRole('button', { name: 'Einladung senden' }).click()
  await page.getByRole('dialog').getByText('Email: ist keine gültige Adresse.').first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})
