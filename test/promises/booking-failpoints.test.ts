import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import { connectionOptions } from '#db/connect.ts'
import { catalogue } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/requests.ts'

/** A crash between any two steps of what a booker does: before each statement, and before and after each step that the action is given. */
class Stop extends Error {}
let passed = 0
let stopAt = Number.POSITIVE_INFINITY
const point = (): void => {
  if (++passed === stopAt) throw new Stop()
}
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => {
    point()
    return node
  },
  transformResult: async ({ result }) => result,
}
type Db = { withPlugin(plugin: KyselyPlugin): unknown }
type Given = Record<string, unknown>
const steps = ['emit', 'emitIn', 'enqueue', 'enqueueAll', 'enqueueIn']

/** The same transaction, in which each statement and each step is a point. */
const broken = (given: Given): Given => {
  const made: Given = { ...given }
  if (given.db) made.db = (given.db as Db).withPlugin(plugin)
  for (const step of steps) {
    const take = given[step]
    if (typeof take !== 'function') continue
    made[step] = async (...args: unknown[]) => {
      point()
      const done: unknown = await take(...args)
      point()
      return done
    }
  }
  return made
}
const breakable = (action: AnyAction): AnyAction => ({
  ...action,
  async run(input: never, context: Given) {
    const made = broken(context)
    // What calls providers opens its transactions itself.
    for (const name of ['inOrg', 'conclude'] as const) {
      const open = context[name] as ((orgId: string, work: (step: Given) => unknown) => Promise<unknown>) | undefined
      if (open)
        made[name] = (orgId: string, work: (step: Given) => Promise<unknown>) =>
          open(orgId, async (step) => {
            const done = await work(broken(step))
            point()
            return done
          })
    }
    const output = await action.run(input, made as never)
    if (!action.callsProvider) point()
    return output
  },
})

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
type Kept = ReadonlyMap<string, string | null>
const everything = async (): Promise<Kept> => {
  const tables = `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('foyer', 'directory', 'jobs')`
  names ??= (await owner.query<{ name: string }>(tables)).rows.map(({ name }) => name).filter((name) => own.test(name))
  const text = names
    .map((name) => `select '${name}' as name, string_agg(t::text, chr(10) order by t::text) as kept from ${name} t`)
    .join(' union all ')
  const { rows } = await owner.query<{ name: string; kept: string | null }>(text)
  return new Map(rows.map(({ name, kept }) => [name, kept]))
}
const differing = (one: Kept, other: Kept): string[] => [...one.keys()].filter((name) => one.get(name) !== other.get(name))

/** Calls it with a crash at the first point, the second and so on, until it gets through: each leaves everything as it was. */
const crashEverywhere = async (call: () => Promise<Answer>, leastPoints: number): Promise<Answer> => {
  const begun = await everything()
  for (let at = 1; ; at++) {
    await owner.query('delete from directory.buckets')
    passed = 0
    stopAt = at
    const answer = await call()
    stopAt = Number.POSITIVE_INFINITY
    const now = await everything()
    if (answer.status !== 500) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.ok(at > leastPoints, `only ${at - 1} points`)
      assert.ok(differing(begun, now).length > 0)
      return answer
    }
    assert.deepEqual(differing(begun, now), [], `a crash at ${at} left something behind`)
  }
}

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
