import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const dayMs = 86_400_000
/** A Tuesday that is ahead. */
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)

interface Point {
  readonly x: number
  readonly y: number
}
/** One finger, as the browser hears it from a screen: it scrolls where the page lets it. */
const fingerOf = (session: CDPSession) => {
  const say = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (at: Point) => say('touchStart', [at]),
    async go(from: Point, byPx: number) {
      for (let step = 1; step <= 12; step++) await say('touchMove', [{ x: from.x, y: from.y + (byPx * step) / 12 }])
    },
    up: () => say('touchEnd', []),
  }
}

test('on a phone a finger that rests on a meeting moves it, after the question; one that does not rest scrolls, and a tap opens the meeting', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await pages.app.call('update-profile', { timezone: 'UTC' }, owner)
  const wish = { start: `${tuesday}T10:00:00Z`, name: 'Rao', email: 'rao@example.com', anyTime: true }
  const made = await pages.app.call('create-booking', wish, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const context = await pages.browser.newContext({
    ...{ hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
    viewport: { width: 360, height: 740 },
  })
  await context.addCookies([{ name: 'foyer_session', value: owner.session, url: pages.site }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${pages.site}/calendar?date=${tuesday}`)
  const meeting = page.getByRole('button', { name: /^Rao/ })
  const grid = page.locator('[data-days="1"]')
  const dialog = page.getByRole('dialog')
  await meeting.scrollIntoViewIfNeeded()
  const finger = fingerOf(await context.newCDPSession(page))
  const middle = async (): Promise<Point> => {
    const box = await meeting.boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const scrolled = () => grid.evaluate(({ scrollTop }) => scrollTop)
  /** A finger that leaves while it moves lets the hours run on for a while. */
  const settled = async (): Promise<void> => {
    for (let last = -1, now = await scrolled(); now !== last; now = await scrolled()) {
      last = now
      await page.waitForTimeout(250)
    }
  }

  // It goes on at once: the hours scroll, and nothing is moved.
  const top = await scrolled()
  const first = await middle()
  await finger.down(first)
  await finger.go(first, -60)
  await finger.up()
  await page.waitForFunction(([element, before]) => element instanceof Element && element.scrollTop > Number(before) + 20, [
    await grid.elementHandle(),
    top,
  ] as const)
  assert.equal(await page.locator('[data-moving]').count(), 0)
  assert.equal(await dialog.count(), 0)

  // It rests, and then goes an hour down: the meeting goes with it, and the hours stay.
  await settled()
  await grid.evaluate((element, before) => {
    element.scrollTop = before
  }, top)
  const second = await middle()
  await finger.down(second)
  await page.locator('[data-moving]').waitFor()
  await finger.go(second, 48)
  assert.ok(Math.abs((await scrolled()) - top) < 5, 'the hours moved')
  await finger.up()
  await dialog.getByText('Move and tell the booker?').waitFor()
  await dialog.getByText(/11:00 AM/).waitFor()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await meeting.getByText('11:00 AM').waitFor({ state: 'attached' })
  await dialog.waitFor({ state: 'detached' })

  // It rests, and is lifted where it was: nothing is asked, and nothing opens.
  await finger.down(await middle())
  await page.locator('[data-moving]').waitFor()
  await finger.up()
  await page.locator('[data-moving]').waitFor({ state: 'detached' })
  assert.equal(await dialog.count(), 0)

  await meeting.tap()
  await dialog.getByRole('link', { name: 'Open booking' }).waitFor()
  assert.deepEqual(errors, [])
  await context.close()
})
