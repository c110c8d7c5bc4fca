import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import { openNewcomer } from '../support/newcomer.ts'

const newcomer = openNewcomer('booking')
let browser: Browser | undefined
after(async () => {
  await browser?.close()
  await newcomer.close()
})

/** Follows a link that opens a page of its own. */
const opened = async (context: BrowserContext, click: () => Promise<void>): Promise<Page> => {
  const [page] = await Promise.all([context.waitForEvent('page'), click()])
  return page
}

const setUp = async (page: Page, link: string): Promise<void> => {
  await page.goto(link)
  await page.getByLabel('Workspace').fill('Rao Studio')
  await page.getByLabel('Your name').fill('Maya Rao')
  await page.getByLabel('Email').fill('maya@rao.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('four words make one')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
}

/** As a newcomer finds it: Settings, Mailboxes, and the consent page of the sandbox. */
const connectGoogle = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Mailboxes', exact: true }).click()
  await page.getByRole('button', { name: 'Connect Google' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Mailbox connected').waitFor()
}

/** The last start that the shown days offer. */
const pickLast = async (page: Page): Promise<void> => {
  await page.locator('.days a').last().click()
  await page.locator('.starts a').last().click()
}

/** Opens the newest email with this subject in the sandbox's mailbox, by its page. */
const readMail = async (page: Page, subject: RegExp): Promise<void> => {
  const mail = page.getByRole('link', { name: subject }).first()
  for (const end = Date.now() + 30_000; ; ) {
    // A page that is replaced at the same moment cannot be loaded again; the next time it can.
    await page.reload().catch(() => {})
    await mail.waitFor({ timeout: 1_000 }).catch(() => assert.ok(Date.now() < end, `no mail ${subject} came`))
    if (await mail.isVisible()) break
  }
  await mail.click()
}

/** The days and times at which the sandbox's Google calendar has the meeting, week by week; a job writes it there. */
const timesInGoogle = async (page: Page): Promise<string[]> => {
  const times: string[] = []
  await page.goto(page.url().replace(/\?.*/, ''))
  for (let week = 0; week < 10; week++) {
    // The list of a day, not the week by hours above it.
    const meetings = page.locator('section[aria-label^="20"]').filter({ hasText: 'Lea Roy' })
    for (const day of await meetings.all()) {
      const words = (await day.getByRole('listitem').filter({ hasText: 'Lea Roy' }).textContent()) ?? ''
      times.push(`${await day.getAttribute('aria-label')} ${/\d\d:\d\d/.exec(words)?.[0]}`)
    }
    await page.getByRole('link', { name: 'Week after' }).click()
  }
  return times
}

const untilInGoogle = async (page: Page, is: (times: readonly string[]) => boolean): Promise<string[]> => {
  for (const end = Date.now() + 40_000; ; ) {
    const times = await timesInGoogle(page)
    if (is(times)) return times
    assert.ok(Date.now() < end, `in Google’s calendar it stands at: ${times}`)
  }
}

test('with no account anywhere a newcomer books, reads the email, finds the meeting in the calendar, reschedules by the link, and sends the reminder', async () => {
  const { link } = await newcomer.start()
  assert.ok(link, 'no set-up link was printed')
  browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  await setUp(page, link)
  await connectGoogle(page)

  await page.getByRole('link', { name: 'Event types', exact: true }).click()
  const booker = await opened(context, () => page.getByRole('link', { name: /Open page/ }).click())
  await pickLast(booker)
  await booker.getByRole('textbox', { name: 'Name' }).fill('Lea Roy')
  await booker.getByRole('textbox', { name: 'Email' }).fill('lea@example.com')
  await booker.getByRole('button', { name: 'Book meeting' }).click()
  await booker.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor()
  await booker.close()

  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
  const mailbox = await opened(context, () => page.getByRole('link', { name: 'Open mailbox' }).click())
  await readMail(mailbox, /^Confirmed: Meeting/)
  const manage = await opened(context, () =>
    mailbox.frameLocator('iframe').getByRole('link', { name: 'Reschedule or cancel' }).first().click(),
  )
  await manage.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor()

  const google = await opened(context, () => page.getByRole('link', { name: 'Open sandbox' }).click())
  await google.getByRole('link', { name: 'Calendar' }).first().click()
  const [before] = await untilInGoogle(google, ({ length }) => length === 1)

  await manage.getByRole('link', { name: 'Reschedule' }).click()
  await manage.locator('.days a').last().click()
  await manage.locator('.starts button').first().click()
  await manage.getByRole('heading', { name: 'Your meeting has a new time' }).waitFor()
  await untilInGoogle(google, (times) => times.length === 1 && times[0] !== before)
  await readMail(mailbox, /^New time: Meeting/)

  await page.goto(new URL('/leads', link).href)
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page
    .getByRole('link', { name: /Lea Roy/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Send reminder now' }).click()
  await page.getByText('Reminder sent').waitFor()
  await readMail(mailbox, /^Reminder: Meeting/)
  await mailbox.frameLocator('iframe').getByRole('link', { name: 'Reschedule or cancel' }).first().waitFor()
  assert.deepEqual(troubles, [])
})
