import assert from 'node:assert/strict'
import { open, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cloneDatabase } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { type Database, inside, isDatabaseAway, openDatabase, outside } from './connect.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
before(async () => {
  clone = await cloneDatabase()
})
beforeEach(async () => {
  await database?.close()
  database = openDatabase(clone.target, { application: 'foyer test', connections: 3, onError: () => {} })
})
after(async () => {
  await database.close()
  await clone.drop()
})

const orgs = Array.from({ length: 20 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const orgOf = async (db: Parameters<Parameters<Database['transact']>[1]>[0]): Promise<string> =>
  (await sql<{ org: string }>`select current_setting('foyer.org', true) as org where ${1} = 1`.execute(db)).rows[0]?.org ?? ''
const read = (orgId: string): Promise<string> => database.transact(inside(orgId, true), orgOf)

test('however transactions follow each other on few connections, each sees its own organization', async () => {
  const asked = Array.from({ length: 600 }, (_, n) => orgs[(n * 7) % orgs.length] as string)
  const found = await Promise.all(asked.map((orgId, n) => (n % 3 === 0 ? database.inOrg(orgId, orgOf) : read(orgId))))
  assert.deepEqual(found, asked)
  assert.equal(await database.transact(outside, orgOf), '')
})

/** Takes every connection, runs `start`, and lets go: what was started had to wait. */
const whileBusy = async <T>(start: () => T): Promise<T> => {
  const release = Promise.withResolvers<void>()
  const taken = Promise.all(
    [1, 2, 3].map(() => {
      const began = Promise.withResolvers<void>()
      const held = database.inOrg(orgs[0] as string, async (db) => {
        await orgOf(db)
        began.resolve()
        await release.promise
      })
      return began.promise.then(() => held)
    }),
  )
  await until('every connection is taken', async () => database.pool.totalCount === 3 && database.pool.idleCount === 0)
  const started = start()
  release.resolve()
  await taken
  return started
}

/** Which connection and which transaction a read of `orgId` runs in. */
const transaction = (orgId: string): Promise<string> =>
  database.transact(inside(orgId, true), async (db) => {
    const { rows } = await sql<{ place: string; org: string }>`
        select pg_backend_pid() || ' ' || now() as place, current_setting('foyer.org') as org where ${1} = 1`.execute(db)
    assert.equal(rows[0]?.org, orgId)
    return rows[0]?.place ?? ''
  })

test('waiting reads of one organization share transactions, and none of another organization', async () => {
  // By turns, so that none goes on in the transaction of the one before it.
  const places = await whileBusy(() =>
    Promise.all(Array.from({ length: 40 }, async (_, n) => ({ n: n % 2, place: await transaction(orgs[n % 2] as string) }))),
  )
  const transactions = Map.groupBy(places, ({ place }) => place)
  assert.ok(transactions.size <= 8, `40 reads in ${transactions.size} transactions`)
  for (const sharing of transactions.values()) assert.equal(new Set(sharing.map(({ n }) => n)).size, 1)
})

test('a read that fails among those that share fails alone', async () => {
  const settled = await whileBusy(() =>
    Promise.allSettled(
      Array.from({ length: 24 }, (_, n) =>
        n % 5 === 2
          ? database.transact(inside(orgs[3] as string, true), (db) => sql`select 1 / ${0}::int`.execute(db))
          : read(orgs[3] as string),
      ),
    ),
  )
  for (const [n, each] of settled.entries()) {
    if (n % 5 === 2) assert.equal((each as PromiseRejectedResult).reason.code, '22012')
    else assert.deepEqual(each, { status: 'fulfilled', value: orgs[3] })
  }
})

const sleep = (orgId: string): Promise<unknown> =>
  database.transact(inside(orgId, true), (db) => sql`select pg_sleep(${1})`.execute(db))

test('with a connection to spare slow reads delay no other, also where they are half of the limit', async () => {
  const orgId = orgs[4] as string
  const slow = Promise.all([sleep(orgId), sleep(orgId)])
  const begun = performance.now()
  for (let n = 0; n < 20; n++) assert.deepEqual(await Promise.all([read(orgId), read(orgId)]), [orgId, orgId])
  assert.ok(performance.now() - begun < 800)
  await slow
})

test('while half of the connections read, later reads gather, and do not use the other half one by one', async () => {
  const orgId = orgs[4] as string
  await database.close()
  database = openDatabase(clone.target, { application: 'foyer test', connections: 6, onError: () => {} })
  const slow = Promise.all([sleep(orgId), sleep(orgId), sleep(orgId)])
  const places = await Promise.all(Array.from({ length: 16 }, () => transaction(orgId)))
  assert.ok(new Set(places).size <= 2, `16 reads in ${new Set(places).size} transactions`)
  assert.ok(database.pool.totalCount <= 5)
  await slow
})

test('a read action cannot write, and leaves no transaction open', async () => {
  await assert.rejects(
    database.transact(inside(orgs[0] as string, true), (db) => sql`create temp table x ()`.execute(db)),
    { code: '25006' },
  )
  await Promise.all(orgs.map(read))
  await new Promise((done) => setTimeout(done, 50))
  const { rows } = await database.pool.query(
    `select state from pg_stat_activity where application_name = 'foyer test' and datname = current_database() and state like 'idle in%'`,
  )
  assert.deepEqual(rows, [])
})

test('work that fails is undone, and the connection is good for the next', async () => {
  const orgId = orgs[1] as string
  await assert.rejects(
    database.inOrg(orgId, async (db) => {
      await sql`insert into quota_usage (org_id, month, used) values (${orgId}, '2020-01-01', 1)`.execute(db)
      throw new Error('halfway')
    }),
    /halfway/,
  )
  const count = await database.transact(inside(orgId, true), (db) => db.selectFrom('quota_usage').selectAll().execute())
  assert.deepEqual(count, [])
  assert.ok(database.pool.totalCount <= 3)
})

test('a caller of the pool itself is not kept waiting by transactions without end', async () => {
  let stop = false
  const busy = Array.from({ length: 12 }, async (_, n) => {
    while (!stop) await read(orgs[n] as string)
  })
  const begun = performance.now()
  for (let n = 0; n < 20; n++) await database.pool.query('select 1')
  assert.ok(performance.now() - begun < 4_000)
  stop = true
  await Promise.all(busy)
})

test('connections that die under it cost the calls on them and nothing else', async () => {
  const results: Promise<string>[] = []
  for (let n = 0; n < 300; n++) {
    const result = read(orgs[n % orgs.length] as string)
    result.catch(() => {}) // looked at below
    results.push(result)
    if (n % 100 === 50) {
      const other = openDatabase(clone.target, { application: 'foyer killer', connections: 1, role: 'none', onError: () => {} })
      await other.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'foyer test' and datname = current_database()`,
      )
      await other.close()
    }
  }
  const settled = await Promise.allSettled(results)
  const wrong = settled.filter((each, n) => each.status === 'fulfilled' && each.value !== orgs[n % orgs.length])
  assert.deepEqual(wrong, [])
  assert.deepEqual(await Promise.all(orgs.map(read)), orgs)
})

test('a prepared statement survives a change of its table, at the cost of one attempt', async () => {
  const orgId = orgs[2] as string
  const all = (): Promise<unknown> =>
    database.transact(inside(orgId, true), (db) =>
      db.selectFrom('quota_usage').selectAll().where('org_id', '=', orgId).execute(),
    )
  await all()
  const owner = openDatabase(clone.target, { application: 'foyer owner', connections: 1, role: 'none', onError: () => {} })
  await owner.pool.query(`alter table foyer.quota_usage add column extra int`)
  await owner.close()
  let failures = 0
  for (let n = 0; n < 6; n++) await all().catch(() => failures++)
  assert.ok(failures <= 3, `${failures} of 6`)
  assert.deepEqual(await all(), [])
})

test('a connection that fails says that the database is away; a file that is missing does not', async () => {
  const failing = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => assert.fail('it did not fail'),
      (error: unknown) => error,
    )
  const connecting = (path: string): Promise<unknown> =>
    new Promise((_, reject) => {
      connect(path).on('error', reject)
    })
  for (const target of [
    { host: '/no/such/folder', user: 'x', database: 'x' },
    { connectionString: 'postgres://127.0.0.1:1/x' },
    { connectionString: 'postgres://localhost:1/x' },
    { connectionString: 'postgres://no-such-host.invalid/x' },
  ]) {
    const away = openDatabase(target, { application: 'foyer test', connections: 1, onError: () => {} })
    const error = await failing(away.transact(outside, async (db) => sql`select 1`.execute(db)))
    assert.equal(isDatabaseAway(error), true, String(error))
    await away.close()
  }
  assert.equal(isDatabaseAway(await failing(connecting('/no/such/socket'))), true)
  // One after the other: a rejection that nothing awaits yet ends the process.
  for (const work of [() => readFile('/no/such/file'), () => open('/no/such/file'), () => readFile('/etc/passwd/x')])
    assert.equal(isDatabaseAway(await failing(work())), false)
  const noHandles = Object.assign(new Error('EMFILE: too many open files, open'), {
    code: 'EMFILE',
    syscall: 'open',
    path: '/x',
  })
  assert.equal(isDatabaseAway(noHandles), false)
})
