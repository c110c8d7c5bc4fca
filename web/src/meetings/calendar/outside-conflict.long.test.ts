import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { connectCalendar, readAgain } from '#test/support/host-calendars.ts'
import { type Opened, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' }, alone: true })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const dayMs = 86_400_000
/** Whose calendar the sandbox shows, by the clock of Berlin. */
const account = 'mira@sandbox.example'
const dayOf = (at: Date): string => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
const clockOf = (at: Date): string => at.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Berlin', timeStyle: 'short' })

/** What visitors book in the week after next: the first start, and one two hours later. */
const book = async (owner: Someone, names: readonly string[]): Promise<Date[]> => {
  const monday = Date.now() + (14 - ((new Date().getUTCDay() + 6) % 7)) * dayMs
  const range = { from: new Date(monday).toISOString(), to: new Date(monday + 5 * dayMs).toISOString() }
  const listed = await pages.app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const slots = listed.body.slots as unknown as { start: string }[]
  const starts: Date[] = []
  for (const [n, name] of names.entries()) {
    const isoTime = slots[n * 4]?.start ?? ''
    const wish = { orgId: owner.orgId, name, email: `${name}@example.com`, date: 'x', time: 'x', timezone: 'UTC', isoTime }
    const { status, body } = await pages.app.call('booking', wish, null)
    assert.equal(status, 200, JSON.stringify(body))
    starts.push(new Date(isoTime))
  }
  return starts
}

/** The host's calendar at the provider, as its own page shows it. */
const openThere = async (start: Date) => {
  const opened = await pages.open(`/sandbox/google/calendar?${new URLSearchParams({ email: account, week: dayOf(start) })}`, {
    as: null,
  })
  const { page } = opened
  const form = page.locator('form[action$="/add"]')
  return {
    ...opened,
    has: (title: string): Locator => page.getByRole('region', { name: dayOf(start), exact: true }).getByText(title),
    /** An event of the host over a meeting, for as long as that takes. */
    async add(title: string, at: Date): Promise<void> {
      await form.getByLabel('Title').fill(title)
      await form.getByLabel('Day').fill(dayOf(at))
      await form.getByLabel('From').fill(clockOf(at))
      await form.getByLabel('Until').fill(clockOf(new Date(at.getTime() + 1_800_000)))
      await form.getByRole('button', { name: 'Add event' }).click()
      await page.getByText(`Change ${title}`).waitFor({ state: 'attached' })
    },
    async remove(title: string): Promise<void> {
      const item = page.getByRole('listitem').filter({ hasText: `Change ${title}` })
      await item.getByText(`Change ${title}`).click()
      await item.getByRole('button', { name: 'Delete' }).click()
      await page.getByText(`Change ${title}`).waitFor({ state: 'detached' })
    },
  }
}

/** How a meeting stands in the calendar of the app. */
const meetingOf = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) })
const isConflict = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}.*Conflict$`) })

const taskOf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByText(`Your calendar has another event during the meeting with ${name}`)
const seesTask = async ({ page, go }: Opened, name: string, isThere: boolean): Promise<void> => {
  await go('/tasks')
  await taskOf(page, name).waitFor({ state: isThere ? 'visible' : 'detached' })
}
const conflictNotices = async (owner: Someone): Promise<number> => {
  const { notices } = (await pages.app.call('list-notices', {}, owner)).body as unknown as { notices: { kind: string }[] }
  return notices.filter(({ kind }) => kind === 'meeting_conflict').length
}

test('an event that the host writes over a booked meeting in their own calendar is a conflict with a task and a notice, until both are kept in the app or the event is removed there', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await connectCalendar(pages.app, owner, 'mira@')
  const [first, second] = await book(owner, ['Rao', 'Maya'])
  assert.ok(first && second)
  await until('both events in the calendar', async () => {
    const { bookings } = (await pages.app.call('list-bookings', { state: 'all' }, owner)).body as unknown as {
      bookings: { id: string }[]
    }
    const written = await pages.app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('calendar_writes').select('booking_id').where('state', '=', 'written').execute(),
    )
    return bookings.length === 2 && written.length === 2 ? true : undefined
  })
  const app = await pages.open(`/calendar?view=week&date=${dayOf(first)}`, { as: owner })
  const { page, errors, keeps } = app
  await meetingOf(page, 'Rao').waitFor()
  assert.equal(await isConflict(page, 'Rao').count(), 0)

  const there = await openThere(first)
  await there.has('Rao').first().waitFor({ state: 'attached' })
  await there.add('Dentist', first)
  await there.add('Haircut', second)
  await readAgain(pages.app, owner)
  // The page that is open hears of it.
  await isConflict(page, 'Rao').waitFor()
  await isConflict(page, 'Maya').waitFor()
  await meetingOf(page, 'Dentist').waitFor()
  await seesTask(app, 'Rao', true)
  await seesTask(app, 'Maya', true)
  await until('a notice of each', async () => (await conflictNotices(owner)) === 2 || undefined)

  await app.go(`/calendar?view=week&date=${dayOf(first)}`)
  await isConflict(page, 'Rao').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Dentist').waitFor()
  await keeps('calendar conflict from outside')
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await page.getByText('Both are kept').waitFor()
  await page.keyboard.press('Escape')
  await isConflict(page, 'Rao').waitFor({ state: 'detached' })
  await isConflict(page, 'Maya').waitFor()
  await until('the notice of the other alone', async () => (await conflictNotices(owner)) === 1 || undefined)

  await there.remove('Haircut')
  await readAgain(pages.app, owner)
  await isConflict(page, 'Maya').waitFor({ state: 'detached' })
  await meetingOf(page, 'Maya').waitFor()
  await until('no notice', async () => (await conflictNotices(owner)) === 0 || undefined)
  await seesTask(app, 'Rao', false)
  await seesTask(app, 'Maya', false)
  assert.deepEqual([errors, there.errors], [[], []])
  await Promise.all([app.close(), there.close()])
})
