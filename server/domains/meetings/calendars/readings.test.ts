import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Calendars, EventPage, ReadEnd } from '#ports/calendars.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars, ownEvent } from '#test/support/host-calendars.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { readCalendar } from './read-calendar.ts'

const env = { SANDBOX: 'on' }
let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env, alone: true })
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const dayMs = 86_400_000
const noon = new Date(Math.ceil(Date.now() / dayMs) * dayMs + 2.5 * dayMs)
const later = new Date(noon.getTime() + 2 * 3_600_000)

/** A host whose calendar is connected and read; from then on only the test reads it. */
const given = async (account: string) => {
  const owner = await app.given.organization()
  const worker = await app.startWorker()
  await connectCalendar(app, owner, account)
  await worker.stop()
  const google = await hostCalendars(app, owner)
  const calendar = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('calendars').select('id').where('is_target', '=', true).executeTakeFirstOrThrow(),
  )
  return { owner, google, calendarId: calendar.id }
}
type Given = Awaited<ReturnType<typeof given>>

const change = (google: Calendars, id: string, start: Date) =>
  google.changeEvent('primary', id, { start, end: new Date(start.getTime() + 1_800_000), zone: 'UTC' })
const copyOf = ({ orgId }: Someone, id: string) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('calendar_events').select(['starts_at', 'counts']).where('provider_id', '=', id).executeTakeFirst(),
  )
const waiting = async ({ calendarId }: Given): Promise<number> =>
  (
    await app.database.pool.query(
      `select from jobs.job where name = 'read-calendar' and state < 'active' and data->>'calendarId' = $1`,
      [calendarId],
    )
  ).rowCount ?? 0
/** What is ordered of it so far is done by none. */
const forgetOrders = () => app.database.pool.query(`delete from jobs.job where name = 'read-calendar'`)

/** A reader that stops where it holds its first page: before that is written, or after. */
const heldReader = ({ owner, calendarId }: Given, holds: 'before' | 'after') => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async () => {
    reached.resolve()
    await released.promise
  }
  const calendars = jobs.context.ports.calendars
  const slowly = async function* (pages: AsyncGenerator<EventPage, ReadEnd, void>): AsyncGenerator<EventPage, ReadEnd, void> {
    for (;;) {
      const next = await pages.next()
      if (next.done) return next.value
      if (holds === 'before') await hold()
      yield next.value
      if (holds === 'after') await hold()
    }
  }
  const open: typeof calendars.open = (account) => {
    const opened = calendars.open(account)
    return { ...opened, readEvents: (...asked) => slowly(opened.readEvents(...asked)) }
  }
  const context = { ...jobs.context, ports: { ...jobs.context.ports, calendars: { ...calendars, open } } }
  const ended = readCalendar.run({ orgId: owner.orgId, calendarId }, context)
  return { reached: Promise.race([reached.promise, ended]), release: () => released.resolve(), ended }
}
const readNow = ({ owner, calendarId }: Given) => readCalendar.run({ orgId: owner.orgId, calendarId }, jobs.context)

test('of two readings at once one writes, and what the other would have read is read after it', async () => {
  const here = await given('mira@')
  await here.google.putEvent('primary', ownEvent('raced1', noon))
  const first = heldReader(here, 'before')
  await first.reached
  await change(here.google, 'raced1', later)
  const second = heldReader(here, 'after')
  await second.reached
  await forgetOrders()
  first.release()
  await first.ended
  second.release()
  await second.ended
  assert.equal(await waiting(here), 1, 'one reading more is ordered')
  await readNow(here)
  assert.deepEqual((await copyOf(here.owner, 'raced1'))?.starts_at, later)
  await forgetOrders()
  await readNow(here)
  assert.equal(await waiting(here), 0)
})

test('a reader that was silent for too long writes nothing any more', async () => {
  const here = await given('jonas@')
  await here.google.putEvent('primary', ownEvent('raced2', noon))
  const silent = heldReader(here, 'before')
  await silent.reached
  await app.database.inOrg(here.owner.orgId, (db) =>
    db
      .updateTable('calendars')
      .set({ reading_until: new Date(Date.now() - 1_000) })
      .where('id', '=', here.calendarId)
      .execute(),
  )
  await change(here.google, 'raced2', later)
  const other = heldReader(here, 'after')
  await other.reached
  silent.release()
  await silent.ended
  other.release()
  await other.ended
  assert.deepEqual((await copyOf(here.owner, 'raced2'))?.starts_at, later)
})

test('a calendar that is unticked while it is read takes no time', async () => {
  const here = await given('mira@')
  const second = await app.database.inOrg(here.owner.orgId, (db) =>
    db
      .selectFrom('calendars')
      .select(['id', 'provider_id'])
      .where('is_target', '=', false)
      .where('is_writable', '=', true)
      .executeTakeFirstOrThrow(),
  )
  const tick = (ticked: boolean) => app.call('update-calendar', { calendarId: second.id, ticked }, here.owner)
  assert.equal((await tick(true)).status, 200)
  await here.google.putEvent(second.provider_id, ownEvent('unticked1', noon))
  const reader = heldReader({ ...here, calendarId: second.id }, 'before')
  await reader.reached
  assert.equal((await tick(false)).status, 200)
  reader.release()
  await reader.ended
  assert.equal((await copyOf(here.owner, 'unticked1'))?.counts, false)
})
