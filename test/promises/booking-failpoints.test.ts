import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import { connectionOptions } from '#db/connect.ts'
import { catalogue } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { keptOf, openFailpoints } from '../support/failpoints.ts'
import type { Answer } from '../support/requests.ts'

/* A crash between any two steps of what a booker does: before each statement, and before and after each step that the action is given. */

const { breakable, crashEverywhere: crashAt } = openFailpoints()
const ofBookers = [
  'booking',
  'hold-slot',
  'release-hold',
  'reschedule-booking',
  'cancel-booking',
  'create-booking',
  'manage-booking',
]
let app: TestApp
let owner: pg.Client
before(async () => {
  const actions = (catalogue as readonly AnyAction[]).map((each) => (ofBookers.includes(each.name) ? breakable(each) : each))
  app = await startApp({ product: { actions, inbound: [], jobs: [] } })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await app.stop()
})

/** All that a booking writes, here or in another module's transaction. What limits count is no business. */
const own =
  /\.(booking|event|calendar|contact|claim|identit|lead|mail|message|notice|search|idempot|task|assignment|orgs$|links$)|^jobs\.job_common$/
let names: string[] | undefined
const everything = async () => {
  const tables = `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('foyer', 'directory', 'jobs')`
  names ??= (await owner.query<{ name: string }>(tables)).rows.map(({ name }) => name).filter((name) => own.test(name))
  return keptOf(owner, names)
}
const crashEverywhere = (call: () => Promise<Answer>, leastPoints: number) => crashAt({ owner, everything }, call, leastPoints)

const effectsOf = async (host: Someone): Promise<string[]> => {
  const { rows } = await owner.query<{ what: string }>(
    `select e.kind || ' ' || e.what as what from foyer.booking_effects e where e.org_id = $1 order by e.id`,
    [host.orgId],
  )
  return rows.map(({ what }) => what)
}

test('a crash at any point of what a booker does leaves nothing behind, and the next call does it all, with one mail for each change', async () => {
  const host = await app.given.organization()
  const dayMs = 86_400_000
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 9 * dayMs).toISOString() }
  const { body } = await app.call('list-slots', { orgId: host.orgId, timezone: 'UTC', ...range }, null)
  const starts = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  const does = (type: string, given: object, leastPoints: number) =>
    crashEverywhere(() => app.call(type, given, null), leastPoints)

  const wish = { orgId: host.orgId, name: 'Maya', email: 'maya@example.com', phone: '+4915112345678', timezone: 'UTC' }
  const booked = await does('booking', { ...wish, isoTime: starts[0], date: 'x', time: 'x' }, 15)
  const token = String(booked.body.manageLink).split('/').at(-1)
  const first = await effectsOf(host)
  assert.deepEqual([...new Set(first)].sort(), ['booker_mail confirmed', 'host_mail confirmed', 'whatsapp confirmed'])
  assert.equal(first.length, 3)
  const { hold } = (await does('hold-slot', { orgId: host.orgId, start: starts[2], timezone: 'UTC' }, 6)).body
  const moved = await does('hold-slot', { orgId: host.orgId, start: starts[4], timezone: 'UTC', hold }, 7)
  await does('release-hold', { orgId: host.orgId, hold: moved.body.hold }, 1)
  await does('reschedule-booking', { token, start: starts[6] }, 15)
  await does('cancel-booking', { token, reason: 'Ill' }, 12)
  const held = await does('hold-slot', { orgId: host.orgId, start: starts[2], timezone: 'UTC' }, 6)
  const other = { ...wish, email: 'lena@example.com', isoTime: starts[2], date: 'x', time: 'x', hold: held.body.hold }
  await does('booking', other, 15)
  const mails = (await effectsOf(host)).filter((each) => each.startsWith('booker_mail'))
  assert.deepEqual(mails, ['booker_mail confirmed', 'booker_mail moved', 'booker_mail cancelled', 'booker_mail confirmed'])
})
