import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { dueAt, WaitTime } from './wait-times.ts'
import { findWorkspaceHours } from './workspace-hours.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

test('a workspace works while one of its members does, by the hours and holidays that they have set', async () => {
  const owner = await app.given.organization('Hours')
  await app.call('update-workspace', { timezone: 'Europe/Berlin' }, owner)
  const find = () => app.database.inOrg(owner.orgId, (db) => findWorkspaceHours(db, owner.orgId))
  assert.deepEqual(await find(), { zone: 'Europe/Berlin', hours: [] })
  const endOf = async (now: string) => {
    const due = dueAt(WaitTime.parse({ kind: 'working_hours', hours: 0 }), {
      ...(await find()),
      ...{ now: new Date(now), contactZone: null },
    })
    return 'at' in due ? due.at.toISOString() : due.field
  }
  // The usual week, until hours are set. 3 May 2027 is a Monday.
  assert.equal(await endOf('2027-05-02T12:00Z'), '2027-05-03T07:00:00.000Z')
  const hours = { timezone: 'America/New_York', weekly: { mon: [['10:00', '12:00']] }, dates: { '2027-05-03': [] } }
  assert.equal((await app.call('set-hours', hours, owner)).status, 200)
  assert.equal(await endOf('2027-05-02T12:00Z'), '2027-05-10T14:00:00.000Z')
  // Once the business has hours, it is open by them, whenever its members work.
  assert.equal((await app.call('set-hours', { business: true, weekly: { tue: [['09:00', '10:00']] } }, owner)).status, 200)
  assert.equal(await endOf('2027-05-02T12:00Z'), '2027-05-04T07:00:00.000Z')
  // Another workspace's hours are its own.
  const other = await app.given.organization('Elsewhere')
  assert.deepEqual((await app.database.inOrg(other.orgId, (db) => findWorkspaceHours(db, other.orgId))).hours, [])
})

test('fifty calendars of people who never work are looked through in less than 50 ms', () => {
  const hours = Array.from({ length: 50 }, (_, index) => ({
    ...{ zone: 'Europe/Berlin', weekly: { mon: [['09:00', '17:00']], fri: [['09:00', '17:00']] } },
    dates: { [`2027-01-0${(index % 9) + 1}`]: [] },
  }))
  const wait = WaitTime.parse({ kind: 'working_hours', hours: 2_000 })
  const context = { now: new Date('2027-05-02T12:00Z'), zone: 'Europe/Berlin', contactZone: null, hours }
  // The best of several: a machine that does other things takes longer for some.
  const times = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
    const before = performance.now()
    assert.deepEqual(dueAt(wait, context), { refused: 'too_long', field: 'hours' })
    return performance.now() - before
  })
  assert.ok(Math.min(...times) < 50, `${times} ms`)
})
