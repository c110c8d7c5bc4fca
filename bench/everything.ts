import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { connectionTo } from '#db/embedded/connection.ts'
import { type Instance, readInstance } from '#db/instance.ts'
import type { Given } from './candidates/ready.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { endedSecondsBelow, familyOf, parentOf, processorSecondsOf } from './proc.ts'
import { sendLoad } from './processes.ts'
import { makeWorkspace } from './store.ts'

/** What `npm start` runs, in a folder of its own: database, server, worker with its reactions, sandbox. */
export interface Everything {
  readonly given: Given
  readonly port: number
  /** Processor seconds so far, of everything. */
  usage(): Promise<Usage>
  /** Bytes of PostgreSQL's log so far: all, and those that the intake's own connection wrote. */
  logBytes(): Promise<{ readonly all: number; readonly intake: number }>
  /** Seconds since the oldest event that a reaction has not seen yet; 0 where it is up to date. */
  behind(reaction: string): Promise<number>
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/** Processor seconds. */
export interface Usage {
  /** The server's own process. */
  readonly server: number
  /** The connection on which leads are written, and what PostgreSQL does beside it for itself: its log, checkpoints, vacuum. */
  readonly intake: number
  readonly upkeep: number
  /** The worker's process and its connections. */
  readonly worker: number
  readonly workerDatabase: number
}

/** From a fresh clone's `npm start` on nothing is different, but that the address is a free port and nobody is signed in. */
export const startEverything = async (): Promise<Everything> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-start-'))
  chmodSync(dataDir, 0o755)
  const child = fork(path.join(import.meta.dirname, '../bin/foyer.cjs'), ['start'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      FOYER_DATA: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'bench-bench-bench-bench',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { address, socketDir } = await untilStarted(child, dataDir)
  const target = connectionTo(socketDir)
  const client = new pg.Client(connectionOptions(target, { application: 'bench', role: null }))
  client.on('error', () => {})
  await client.connect()
  await client.query('set row_security = off')
  const given = { target, dataDir, ...(await makeWorkspace(target)) }
  const query = (text: string, values?: unknown[]): Promise<pg.QueryResult> => client.query(text, values)

  return {
    given,
    port: Number(new URL(address).port),
    query,
    usage: () => usageOf(child, query),
    async logBytes() {
      const { rows } = await query(
        `select (pg_current_wal_insert_lsn() - '0/0')::float8 as all, coalesce((
           select sum(w.wal_bytes) from pg_stat_activity a, pg_stat_get_backend_wal(a.pid) w
           where a.application_name = 'foyer serve intake'), 0)::float8 as intake`,
      )
      return rows[0]
    },
    async behind(reaction) {
      const { rows } = await query(
        `select coalesce(extract(epoch from clock_timestamp() - (
           select e.at from foyer.events e, directory.event_cursors c
           where c.reader = $1 and (e.tx, e.id) > (c.tx, c.id) order by e.tx, e.id limit 1)), 0)::float8 as seconds`,
        [reaction],
      )
      return rows[0].seconds
    },
    async stop() {
      await client.end()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const untilStarted = async (child: ChildProcess, dataDir: string): Promise<{ address: string; socketDir: string }> => {
  const patienceMs = 180_000
  for (const begun = performance.now(); performance.now() - begun < patienceMs; ) {
    const instance: Instance | undefined = existsSync(dataDir) ? readInstance(dataDir) : undefined
    if (instance?.address && instance.socketDir) return { address: instance.address, socketDir: instance.socketDir }
    if (child.exitCode !== null) throw new Error('`foyer start` ended before it was ready')
    await sleep(100)
  }
  throw new Error('`foyer start` did not become ready')
}

const isNode = (pid: number): boolean => {
  try {
    return /foyer\.cjs/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

const usageOf = async (child: ChildProcess, query: (text: string) => Promise<pg.QueryResult>): Promise<Usage> => {
  const { rows } = await query(
    `select pid, backend_type, application_name as application, pg_backend_pid() as own from pg_stat_activity`,
  )
  const sum = (keep: (row: { backend_type: string; application: string }) => boolean): number =>
    rows.filter((row) => row.pid !== row.own && keep(row)).reduce((total, row) => total + processorSecondsOf(row.pid), 0)
  const [worker = 0] = familyOf(child.pid as number).filter((pid) => pid !== child.pid && isNode(pid))
  return {
    server: processorSecondsOf(child.pid as number),
    intake: sum(({ application }) => application === 'foyer serve intake'),
    upkeep: sum(({ backend_type }) => backend_type !== 'client backend'),
    worker: processorSecondsOf(worker),
    // Connections that were closed after half a minute without use were the worker's, but for vacuum's.
    workerDatabase: sum(({ application }) => application.startsWith('foyer work')) + endedSecondsBelow(parentOf(rows[0].own)),
  }
}

/** What a stretch of load did, beside the answers. */
export interface Stretch extends LoadReport {
  /** Microseconds of processor a lead. */
  readonly cost: Usage & { readonly generator: number }
  readonly logBytesPerLead: number
  /** Of it, what the intake's own connection wrote. */
  readonly intakeLogBytesPerLead: number
  /** Seconds that search was behind: at the most, and at the end. */
  readonly searchBehind: { readonly most: number; readonly atEnd: number }
  readonly reactionsBehindAtEnd: number
}

/** Sends leads and watches what it costs. */
export const stretch = async (everything: Everything, order: Omit<LoadOrder, 'port' | 'key' | 'what'>): Promise<Stretch> => {
  const [usage, logBytes] = [await everything.usage(), await everything.logBytes()]
  let most = 0
  const watch = setInterval(async () => {
    most = Math.max(most, await everything.behind('search').catch(() => 0))
  }, 500)
  const report = await sendLoad({ port: everything.port, key: everything.given.key, what: 'lead', ...order })
  clearInterval(watch)
  const atEnd = await everything.behind('search')
  const reactionsBehindAtEnd = await everything.behind('identities')
  // What was taken in the warm-up counts as well, and what was left to the worker.
  await untilCaughtUp(everything)
  const [after, logAfter] = [await everything.usage(), await everything.logBytes()]
  const leads = report.next - order.from
  const each = (name: keyof Usage): number => ((after[name] - usage[name]) * 1e6) / leads
  return {
    ...report,
    cost: {
      server: each('server'),
      intake: each('intake'),
      upkeep: each('upkeep'),
      worker: each('worker'),
      workerDatabase: each('workerDatabase'),
      generator: (report.ownCpu * order.measureMs * 1_000) / report.answered,
    },
    logBytesPerLead: (logAfter.all - logBytes.all) / leads,
    intakeLogBytesPerLead: (logAfter.intake - logBytes.intake) / leads,
    searchBehind: { most: Math.max(most, atEnd), atEnd },
    reactionsBehindAtEnd,
  }
}

/** Until nothing waits for the worker. */
export const untilCaughtUp = async (everything: Everything): Promise<void> => {
  const patienceMs = 300_000
  for (const begun = performance.now(); performance.now() - begun < patienceMs; await sleep(200)) {
    const behind = await Promise.all(['search', 'identities'].map(everything.behind))
    if (Math.max(...behind) === 0) return
  }
  throw new Error('the worker did not catch up')
}
