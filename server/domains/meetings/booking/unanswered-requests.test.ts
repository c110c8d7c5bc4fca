import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

/** As the clock asks for it, of several servers at the same time. */
const tick = async (): Promise<void> => {
  for (let times = 0; times < 3; times++)
    await app.database.pool.query(`insert into jobs.job (name, data) values ('end-unanswered-requests', '{}')`)
  await until('the jobs', async () => {
    const { rows } = await app.database.pool.query(
      `select from jobs.job where name = 'end-unanswered-requests' and state in ('created', 'retry', 'active')`,
    )
    return rows.length === 0
  })
}

test('a request that no host approved before its start is declined with that reason, frees its time, and its booker and host get one email', async () => {
  const owner = await app.given.organization()
  const type = { slug: 'asked', name: 'Asked', minutes: 30, mode: 'one', hosts: [owner.personId], approval: true }
  await done('save-event-type', type, owner)
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { slots } = (await done(
    'list-slots',
    { orgId: owner.orgId, eventType: 'asked', timezone: 'UTC', from, to },
    owner,
  )) as {
    slots: { start: string }[]
  }
  const book = async (n: number): Promise<string> => {
    const wish = { orgId: owner.orgId, eventType: 'asked', name: `N${n}`, email: `n${n}@example.com`, date: 'x', time: 'x' }
    const { manageLink } = await done('booking', { ...wish, timezone: 'UTC', isoTime: slots[n]?.start, locale: 'de' }, owner)
    return String(manageLink).split('/').at(-1) ?? ''
  }
  const token = await book(0)
  await book(1)
  // A moment after its start, without a wait of days.
  await app.database.inOrg(owner.orgId, async (db) => {
    await sql`update bookings set starts_at = now() - interval '1 minute', ends_at = now() + interval '29 minutes' where name = 'N0'`.execute(
      db,
    )
  })
  await tick()
  await tick()
  const { bookings } = (await done('list-bookings', { state: 'all' }, owner)) as {
    bookings: { name: string; state: string; reason: string | null; ended_by: string | null }[]
  }
  assert.deepEqual(bookings.map(({ name, state, reason, ended_by }) => [name, state, reason, ended_by]).sort(), [
    ['N0', 'declined', 'It was not approved before its start', 'clock'],
    ['N1', 'pending', null, null],
  ])
  const mails = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('mails').select(['to_email', 'subject']).orderBy('id').execute(),
  )
  const ended = mails.filter(({ subject }) => /^(Nicht bestätigt|Meeting request not answered)/.test(subject))
  assert.deepEqual(ended.map(({ to_email }) => to_email).sort(), ['n0@example.com', owner.email].sort())
  const spans = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('booking_spans').select('state').orderBy('state').execute(),
  )
  assert.deepEqual(
    spans.map(({ state }) => state),
    ['declined', 'pending'],
  )
  const shown = (await done('show-booking', { token }, owner)).booking as { status: string; reason: string | null }
  assert.deepEqual([shown.status, shown.reason], ['cancelled', null])
})
