import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { makeLog } from '#core/log.ts'
import { wallClockOf } from '#shapes/wall-clocks.ts'
import { tzVersion } from '#shapes/zones.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { publish, start, untilRun } from '#test/support/workflows.ts'
import { moveShiftedWaits } from './shifted-waits.ts'

/* Waits that stand on a wall clock: on whose wall, and what becomes of them when the rules of its zone change. */

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

const nineAt = (zone: string) => [{ id: 'nine', kind: 'wait', for: { kind: 'clock', days: 2, at: '09:00', zone } }]
const forContact = { kind: 'request', open_to: 'member', subject: 'contact' }

interface Waiting {
  readonly due_at: Date
  readonly run_due_at: Date
  readonly thread_due_at: string
  readonly clock: { readonly zone: string; readonly tzVersion: string }
}

const waitOf = (as: Someone, runId: string): Promise<Waiting> =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<Waiting>`
      select w.due_at, r.due_at as run_due_at, r.progress #>> '{threads,0,dueAt}' as thread_due_at, w.clock
      from workflow_waits w join workflow_runs r on r.org_id = w.org_id and r.id = w.run_id where w.run_id = ${runId}`.execute(
      db,
    )
    return rows[0] as Waiting
  })

const contact = async (as: Someone, body: object): Promise<string> => {
  const answer = await app.call('create-contact', body, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body.contact as unknown as { id: string }).id
}

const waitFor = async (as: Someone, workflowId: string, subjectId: string): Promise<Waiting> => {
  const runId = await start(app, as, workflowId, {}, { subjectId })
  await untilRun(app, as, runId, 'waiting')
  return waitOf(as, runId)
}

test('a wait on the wall of the contact goes by their latest meeting, else by the country of their number, else by the workspace', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, { trigger: forContact, nodes: nineAt('contact') })
  const [called, many, unknown] = [
    await contact(as, { fullName: 'Ken', phone: '+81312345678' }),
    await contact(as, { fullName: 'Ann', phone: '+12125550123' }),
    await contact(as, { fullName: 'Nobody', email: 'nobody@example.com' }),
  ]
  const shows = async (contactId: string): Promise<[string, string]> => {
    const { due_at, clock } = await waitFor(as, id, contactId)
    return [clock.zone, wallClockOf(due_at, clock.zone).time]
  }
  const { zone } = await app.database.inOrg(as.orgId, (db) =>
    db.selectFrom('orgs').select('time_zone as zone').where('org_id', '=', as.orgId).executeTakeFirstOrThrow(),
  )
  assert.deepEqual(await shows(called), ['Asia/Tokyo', '09:00'])
  assert.deepEqual(await shows(many), [zone, '09:00'], 'the United States show many times')
  assert.deepEqual(await shows(unknown), [zone, '09:00'])
  // They book from elsewhere, by a record that is one with theirs now.
  const wish = {
    name: 'Ken',
    email: 'ken@example.com',
    start: nextTuesday(),
    timezone: 'UTC',
    clientTimezone: 'America/Denver',
  }
  const booked = await app.call('create-booking', wish, as)
  assert.equal(booked.status, 200, JSON.stringify(booked.body))
  const { contact_id: booker } = await app.database.inOrg(as.orgId, (db) =>
    db.selectFrom('bookings').select('contact_id').where('email', '=', 'ken@example.com').executeTakeFirstOrThrow(),
  )
  const merged = await app.call('merge-contacts', { sourceId: booker, targetId: called, reason: 'The same' }, as)
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  assert.deepEqual(await shows(called), ['America/Denver', '09:00'])
})

const nextTuesday = (): string => {
  const day = new Date(Date.now() + (9 - new Date().getUTCDay()) * 86_400_000)
  return `${day.toISOString().slice(0, 10)}T10:00:00Z`
}

test('nine o’clock stays nine o’clock when the rules of its zone change: wait, run and thread move; another hour they stay', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, { trigger: { kind: 'request', open_to: 'member' }, nodes: nineAt('America/Vancouver') })
  const [runId, other] = [await start(app, as, id), await start(app, as, id)]
  for (const each of [runId, other]) await untilRun(app, as, each, 'waiting')
  const right = await waitOf(as, runId)
  const untouched = await waitOf(as, other)
  // As a server with older rules wrote it: an hour from what the same wall shows today.
  const older = new Date(right.due_at.getTime() + 3_600_000)
  await app.database.inOrg(as.orgId, async (db) => {
    await sql`update workflow_waits set due_at = ${older}, clock = jsonb_set(clock, '{tzVersion}', '"2025b"') where run_id = ${runId}`.execute(
      db,
    )
    await sql`
      update workflow_runs set due_at = ${older}, progress = jsonb_set(progress, '{threads,0,dueAt}', to_jsonb(${older.toISOString()}::text))
      where id = ${runId}`.execute(db)
  })
  await moveShiftedWaits({ database: app.database, log: makeLog({ level: 'silent' }) })
  const moved = await waitOf(as, runId)
  assert.deepEqual(moved, right)
  assert.equal(moved.clock.tzVersion, tzVersion)
  assert.equal(moved.thread_due_at, moved.due_at.toISOString())
  assert.deepEqual(await waitOf(as, other), untouched)
})
