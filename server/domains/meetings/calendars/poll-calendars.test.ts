import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { CALENDAR_POLL_SECONDS: '300' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** As the clock asks for it. */
const tick = async (): Promise<void> => {
  const { rows } = await app.database.pool.query(
    `insert into jobs.job (name, data) values ('poll-calendars', '{}') returning id`,
  )
  await until('the job', async () => {
    const done = await app.database.pool.query('select from jobs.job_common where id = $1 and state = $2', [
      rows[0].id,
      'completed',
    ])
    return done.rowCount === 1
  })
}

test('a calendar is read again by the clock when it is due within half a minute, once, and no other one is', async () => {
  const owner = await app.given.organization()
  const calendars = {
    due: crypto.randomUUID(),
    soon: crypto.randomUUID(),
    later: crypto.randomUUID(),
    unticked: crypto.randomUUID(),
  }
  const dueIn = { due: -1, soon: 20, later: 60, unticked: null }
  await app.database.inOrg(owner.orgId, async (db) => {
    for (const [name, id] of Object.entries(calendars)) {
      const seconds = dueIn[name as keyof typeof dueIn]
      await db
        .insertInto('calendars')
        .values({
          ...{
            org_id: owner.orgId,
            id,
            person_id: owner.personId,
            connection_id: crypto.randomUUID(),
            provider_id: name,
            name,
          },
          ...{ is_primary: false, is_writable: false, is_ticked: seconds !== null, is_target: false, listed_at: new Date() },
          next_poll_at: seconds === null ? null : new Date(Date.now() + seconds * 1_000),
        })
        .execute()
    }
  })
  const asked = async (): Promise<string[]> => {
    const { rows } = await app.database.pool.query(
      `select data ->> 'calendarId' as id from jobs.job_common where name = 'read-calendar' and data ->> 'orgId' = $1`,
      [owner.orgId],
    )
    return rows.map(({ id }) => Object.entries(calendars).find((each) => each[1] === id)?.[0] ?? '').sort()
  }
  await tick()
  assert.deepEqual(await asked(), ['due', 'soon'])
  await tick()
  assert.deepEqual(await asked(), ['due', 'soon'], 'the next time is five minutes later')
  const next = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('calendars').select('next_poll_at').where('id', '=', calendars.due).executeTakeFirstOrThrow(),
  )
  const seconds = ((next.next_poll_at?.getTime() ?? 0) - Date.now()) / 1_000
  assert.ok(seconds > 200 && seconds <= 300, String(seconds))
})
