import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#core/context.ts'
import { connectionOptions } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { weightedOf } from './boards.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const inOrg = <T>({ orgId }: Someone, work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)
const compact = (owner: Someone, most: number): Promise<unknown> =>
  inOrg(owner, (db) => sql`select foyer.compact_deal_sums(${most})`.execute(db))

interface Stage {
  readonly id: string
  readonly kind: 'open' | 'won' | 'lost'
  readonly chance: number | null
  readonly count: number
  readonly deals: readonly { readonly id: string }[] | number
  readonly open_deals: number
  readonly sums: readonly { readonly currency: string; readonly minor: number; readonly weighted_minor: number | null }[]
}
const stagesOf = async (owner: Someone, filter: object = {}): Promise<readonly Stage[]> => {
  const { status, body } = await app.call('show-board', filter, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return body.stages as unknown as Stage[]
}

interface Kept {
  readonly stage_id: string
  readonly state: 'open' | 'won' | 'lost'
  readonly assigned_to: string | null
  readonly currency: string | null
  readonly chance: number | null
  readonly value: string | null
}
const plainly = (owner: Someone): Promise<Kept[]> =>
  inOrg(owner, async (db) => {
    const { rows } = await sql<Kept>`select stage_id, state, assigned_to, currency, chance, value_minor::text as value
      from deals where deleted_at is null and state <> 'linked'`.execute(db)
    return rows
  })

/** What a column shows, from a plain reading of all deals. */
const columnOf = (stage: Stage, deals: readonly Kept[]): Pick<Stage, 'count' | 'sums'> => {
  const own = deals.filter(({ stage_id }) => stage_id === stage.id)
  const currencies = [...new Set(own.flatMap(({ currency }) => currency ?? []))].sort()
  return {
    count: own.length,
    sums: currencies.map((currency) => {
      const valued = own.filter((deal) => deal.currency === currency)
      const open = valued.filter(({ state }) => state === 'open')
      const weighed = open.filter(({ chance }) => chance !== null)
      const parts = {
        weighted: weighed.length,
        weighted_hundredths: String(
          weighed.reduce((sum, { value, chance }) => sum + BigInt(value ?? 0) * BigInt(chance ?? 0), 0n),
        ),
        plain_minor: String(
          open.filter(({ chance }) => chance === null).reduce((sum, { value }) => sum + BigInt(value ?? 0), 0n),
        ),
      }
      const minor = valued.reduce((sum, { value }) => sum + Number(value), 0)
      return { currency, minor, weighted_minor: stage.kind === 'open' ? weightedOf(parts, stage.chance) : null }
    }),
  }
}

/** Board and list of pipelines, for all, for one and for nobody, say what a plain reading of all deals says. */
const equalsAPlainCount = async (owner: Someone): Promise<void> => {
  const deals = await plainly(owner)
  const shown: readonly (readonly [object, (deal: Kept) => boolean])[] = [
    [{}, () => true],
    [{ assignedTo: owner.personId }, ({ assigned_to }) => assigned_to === owner.personId],
    [{ assignedTo: 'nobody' }, ({ assigned_to }) => assigned_to === null],
  ]
  for (const [filter, isShown] of shown) {
    const stages = await stagesOf(owner, filter)
    assert.deepEqual(
      stages.map(({ count, sums }) => ({ count, sums })),
      stages.map((stage) => columnOf(stage, deals.filter(isShown))),
      JSON.stringify(filter),
    )
  }
  const { pipelines } = (await app.call('list-pipelines', {}, owner)).body as unknown as { pipelines: { stages: Stage[] }[] }
  for (const stage of pipelines.flatMap(({ stages }) => stages)) {
    const own = deals.filter(({ stage_id }) => stage_id === stage.id)
    assert.deepEqual([stage.deals, stage.open_deals], [own.length, own.filter(({ state }) => state === 'open').length])
  }
}

const given = async (owner: Someone, valueMinor: number): Promise<string> => {
  const { status, body } = await app.call(
    'create-deal',
    { client: { name: 'Maya' }, name: 'Deal', valueMinor, currency: 'EUR' },
    owner,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return (body.deal as unknown as { id: string }).id
}

interface Step {
  readonly what: (typeof whats)[number]
  readonly deal: number
  readonly other: number
  readonly value: number
}
const whats = [
  'create',
  'move',
  'value',
  'chance',
  'assign',
  'bin',
  'restore',
  'link',
  'unlink',
  'all',
  'compact',
  'undo',
] as const

interface Known {
  readonly stages: readonly Stage[]
  readonly deals: string[]
  /** The last move of a deal. */
  readonly moves: Map<string, string>
}

/** Any of them may be refused: another one has come before it. */
const take = async (owner: Someone, { stages, deals, moves }: Known, step: Step): Promise<unknown> => {
  const { what, value } = step
  const dealId = deals[step.deal % deals.length] as string
  const other = deals[step.other % deals.length] as string
  const stageId = stages[step.other % stages.length]?.id
  const call = (type: string, body: object) => app.call(type, body, owner)
  const currency = ['EUR', 'USD'][step.other % 2]
  switch (what) {
    case 'create':
      return deals.push(await given(owner, value))
    case 'move':
      return call('move-deal', { dealId, stageId, lostReason: 'price' }).then(
        ({ body: { moveId } }) => typeof moveId === 'string' && moves.set(dealId, moveId),
      )
    case 'value':
      return call('update-deal', { dealId, ...(value % 5 === 0 ? { valueMinor: null } : { valueMinor: value, currency }) })
    case 'chance':
      return call('update-deal', { dealId, chance: value % 4 === 0 ? null : value % 101 })
    case 'assign':
      return call('assign-deal', { dealId, userId: value % 2 ? owner.personId : null })
    case 'bin':
    case 'restore':
      return call(what === 'bin' ? 'delete-records' : 'restore-records', { kind: 'deal', ids: [dealId, other] })
    case 'link':
      return inOrg(owner, (db) => sql`update deals set state = 'linked', linked_to = ${other} where id = ${dealId}`.execute(db))
    case 'unlink':
      return inOrg(owner, (db) => sql`update deals set state = 'open', linked_to = null where state = 'linked'`.execute(db))
    case 'all':
      return inOrg(owner, (db) =>
        sql`with held as materialized (select id from deals order by id for update)
          update deals d set value_minor = ${value}::bigint + length(d.name), currency = ${currency} from held where d.id = held.id`.execute(
          db,
        ),
      )
    case 'compact':
      return compact(owner, 1 + (value % 5))
    case 'undo':
      return moves.has(dealId) && call('undo-move', { dealId, moveId: moves.get(dealId) })
  }
}

test('the figures of boards and pipelines equal a plain count of all deals, after any changes made by members at the same time', async () => {
  const step = fc.record({
    what: fc.constantFrom(...whats),
    deal: fc.nat(11),
    other: fc.nat(11),
    value: fc.integer({ min: 0, max: 1_000_000_000_000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 8 }),
      async (rounds) => {
        const owner = await app.given.organization()
        const deals = [await given(owner, 100), await given(owner, 250)]
        const known = { deals, stages: await stagesOf(owner), moves: new Map<string, string>() }
        for (const round of rounds) {
          await Promise.all(round.map((each) => take(owner, known, each)))
          await equalsAPlainCount(owner)
        }
        await compact(owner, 10_000)
        await equalsAPlainCount(owner)
      },
    ),
    { numRuns: 6 },
  )
})

/** A connection of its own, in a transaction of a workspace. */
const opened = async ({ orgId }: Someone): Promise<pg.Client> => {
  const client = new pg.Client(connectionOptions(app.target, { application: 'foyer sums', role: null }))
  client.on('error', () => {}) // it is killed
  await client.connect()
  await client.query('set search_path = foyer, directory; set role foyer_app; begin')
  await client.query(`select set_config('foyer.org', $1, true)`, [orgId])
  return client
}

test('a change that is killed in the middle, or an addition, leaves the sums exact', async () => {
  const owner = await app.given.organization()
  const [dealId] = [await given(owner, 100), await given(owner, 250)]
  for (const text of [`update deals set value_minor = 7 where id = '${dealId}'`, 'select foyer.compact_deal_sums(1000)']) {
    const client = await opened(owner)
    await client.query(text)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((done) => client.once('end', done))
    const killer = new pg.Client(connectionOptions(app.target, { application: 'foyer killer', role: null }))
    await killer.connect()
    await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await until(
      'the end of it',
      async () => (await killer.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount === 0,
    )
    await killer.end()
    await equalsAPlainCount(owner)
  }
  await compact(owner, 1_000)
  await equalsAPlainCount(owner)
})

test('a change of a deal does not wait for changes of other deals in its stage, and neither does the job that adds changes up', async () => {
  const owner = await app.given.organization()
  const [first, second] = [await given(owner, 100), await given(owner, 250)]
  await compact(owner, 1_000)
  const [one, other] = [await opened(owner), await opened(owner)]
  await one.query(`update deals set value_minor = 7 where id = '${first}'`)
  await other.query(`set local lock_timeout = '1ms'; update deals set value_minor = 9 where id = '${second}'; commit`)
  await inOrg(owner, (db) => sql`select set_config('lock_timeout', '1ms', true), foyer.compact_deal_sums(1000)`.execute(db))
  await equalsAPlainCount(owner)
  await one.query('commit')
  await equalsAPlainCount(owner)
  await compact(owner, 1_000)
  await equalsAPlainCount(owner)
  const left = await inOrg(owner, (db) => sql`select from deal_sum_changes`.execute(db))
  assert.equal(left.rows.length, 0)
  for (const client of [one, other]) await client.end()
})
