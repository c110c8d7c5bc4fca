import pg from 'pg'
import type { Config } from '#config'
import { olderKeys } from '#core/foyer-key.ts'
import { appRole, connectionOptions, type Target } from '#db/connect.ts'
import { BadDatabase, checkDatabase, migrations } from '#db/migrate.ts'
import { keptKey, opensSealed } from '../kept-key.ts'
import { ago, count, type Finding, fine, size, trouble, warning } from './finding.ts'
import { checkSpace } from './machine.ts'

/** Whether the database can carry Foyer, what it is behind with, and whether the key fits. `usable`: the rest can be asked. */
export const checkDatabaseHealth = async (
  target: Target,
  { config, now, isServing }: { config: Config; now: () => Date; isServing: boolean },
): Promise<{ usable: boolean; findings: Finding[] }> => {
  const client = new pg.Client(connectionOptions(target, { application: 'foyer doctor', role: null }))
  client.on('error', () => {}) // the query under way fails with it
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    return {
      usable: false,
      findings: [
        trouble(
          'Database',
          `cannot be reached (${reasonOf(error)})`,
          'Check that it runs and that DATABASE_URL points to it. Until then leads are rejected with 503; none is lost.',
        ),
      ],
    }
  }
  try {
    const database = await checkServerItself(client)
    const foundation = await checkFoundation(target)
    if (foundation.state === 'trouble') return { usable: false, findings: [database, foundation] }
    return {
      usable: true,
      findings: [
        database,
        foundation,
        ...(await checkDatabaseDisk(client)),
        await checkClock(client, now),
        ...(await checkSealed(client, config)),
        await checkWorker(client, isServing),
        await checkWaitingJobs(client, now()),
        await checkDeadJobs(client),
        await checkSearch(client, config, now()),
      ],
    }
  } finally {
    await client.end()
  }
}

const reasonOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error instanceof Error ? error.message : 'unknown')

const ask = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> => {
  const { rows } = await client.query<Row>(text)
  if (!rows[0]) throw new Error('a query returned no row')
  return rows[0]
}

const checkServerItself = async (client: pg.Client): Promise<Finding> => {
  const begun = performance.now()
  const { version, bytes } = await ask<{ version: string; bytes: number }>(
    client,
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  )
  const ms = performance.now() - begun
  const says = `PostgreSQL ${version.split(' ')[0]}, ${size(bytes)}, answers in ${ms.toFixed(0)} ms`
  if (ms > 1_000) return warning('Database', says, 'It is slow: check its load, its disk and the network distance.')
  return fine('Database', says)
}

/** Version, roles and migrations, as every start checks them. */
const checkFoundation = async (target: Target): Promise<Finding> => {
  try {
    await checkDatabase(target)
    return fine(
      'Foundation',
      `all ${migrations().length} migrations are applied, and the server can only see one workspace at a time`,
    )
  } catch (error) {
    if (!(error instanceof BadDatabase)) throw error
    return trouble('Foundation', error.message, 'Foyer does not start in this state.')
  }
}

/** As whom the server logs in. It steps down at once, and has nothing to climb back to where that role has nothing more. */
export const checkLogin = async (target: Target): Promise<Finding> => {
  const client = new pg.Client(connectionOptions(target, { application: 'foyer doctor', role: null }))
  client.on('error', () => {})
  try {
    await client.connect()
    const { name, mayAll, owns } = await ask<{ name: string; mayAll: boolean; owns: boolean }>(
      client,
      `select r.rolname as name, r.rolsuper or r.rolbypassrls as "mayAll",
              exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                      where n.nspname in ('foyer', 'directory') and pg_has_role(r.oid, c.relowner, 'member')) as owns
       from pg_roles r where r.rolname = session_user`,
    )
    const mend = `Give the server a role of its own: create role foyer_web login; grant ${appRole} to foyer_web; and set DATABASE_OWNER_URL to the current role (docs/operating.md).`
    if (mayAll)
      return warning(
        'Login',
        `the server logs in as ${name}, which can bypass row-level security and read every workspace`,
        mend,
      )
    if (owns) return warning('Login', `the server logs in as ${name}, which owns the tables`, mend)
    return fine('Login', `the server logs in as ${name}, which has the rights of ${appRole} and no others`)
  } finally {
    await client.end()
  }
}

/** Where the database lies on this machine. What another machine has left, only that one knows. */
const checkDatabaseDisk = async (client: pg.Client): Promise<Finding[]> => {
  const host = client.host
  if (!host.startsWith('/')) return []
  try {
    const { folder } = await ask<{ folder: string }>(client, `select current_setting('data_directory') as folder`)
    return [checkSpace('Disk of database', folder)]
  } catch {
    // Not for this role to know, or not for this user to see.
    return []
  }
}

/** The server tells the time by its own clock, rows bear the database's. */
const checkClock = async (client: pg.Client, now: () => Date): Promise<Finding> => {
  const before = now().getTime()
  const { at } = await ask<{ at: Date }>(client, 'select clock_timestamp() as at')
  const skew = at.getTime() - (before + now().getTime()) / 2
  const says = `the clocks of this machine and the database differ by ${Math.abs(skew) < 1_000 ? 'less than a second' : `${(Math.abs(skew) / 1_000).toFixed(0)} s`}`
  const mend = 'Enable time synchronization (NTP) on both.'
  // Tokens are believed up to 60 s beside their time.
  if (Math.abs(skew) > 30_000) return trouble('Clock', says, mend)
  return Math.abs(skew) > 2_000 ? warning('Clock', says, mend) : fine('Clock', says)
}

const checkSealed = async (client: pg.Client, config: Config): Promise<Finding[]> => {
  const key = keptKey(config)
  if (await opensSealed(client, key, olderKeys(config))) return []
  return [
    trouble(
      'Sealed secrets',
      key === null ? 'the key that decrypts them is missing' : 'the key in use cannot decrypt them',
      `Put the key that sealed them into ${config.dataDir}/key or FOYER_KEY. The server does not start until then.`,
    ),
  ]
}

const checkWorker = async (client: pg.Client, isServing: boolean): Promise<Finding> => {
  const { connections } = await ask<{ connections: number }>(
    client,
    `select count(*) as connections from pg_stat_activity where datname = current_database() and application_name = 'foyer work'`,
  )
  if (connections > 0) return fine('Worker', 'is running')
  const says = 'no worker is connected: files are not imported and search does not find new leads'
  const mend = '`npm start` starts one; with `npx foyer serve`, run `npx foyer work` as well.'
  return isServing ? trouble('Worker', says, mend) : warning('Worker', says, mend)
}

const waiting = `from jobs.job where state::text in ('created', 'retry') and start_after <= now() and not starts_with(name, '__') and name <> 'dead-letters'`

const checkWaitingJobs = async (client: pg.Client, now: Date): Promise<Finding> => {
  const { jobs, since } = await ask<{ jobs: number; since: Date | null }>(
    client,
    `select count(*) as jobs, min(start_after) as since ${waiting}`,
  )
  if (!since) return fine('Jobs', 'none queued')
  const age = now.getTime() - since.getTime()
  const says = `${count(jobs, 'job')} queued, the oldest for ${ago(age)}`
  const mend = 'If no worker runs, start one; if one runs and the queue grows, start another (`npx foyer work`).'
  if (age > 15 * 60_000) return trouble('Jobs', says, mend)
  return age > 60_000 ? warning('Jobs', says, mend) : fine('Jobs', says)
}

const checkDeadJobs = async (client: pg.Client): Promise<Finding> => {
  const { rows } = await client.query<{ name: string; jobs: number }>(
    `select coalesce(source_name, 'unknown') as name, count(*) as jobs from jobs.job where name = 'dead-letters' and state::text = 'created' group by 1 order by 2 desc`,
  )
  if (rows.length === 0) return fine('Dead jobs', 'none')
  const total = rows.reduce((sum, row) => sum + row.jobs, 0)
  return warning(
    'Dead jobs',
    `${count(total, 'job')} failed for good: ${rows.map((row) => `${row.jobs} ${row.name}`).join(', ')}`,
    'Settings → Background jobs shows why, and lets you retry or discard each; jobs without a workspace are in the log (`job failed for good`). Dead jobs are kept for 90 days.',
  )
}

/** The log of all workspaces, which the role of the server sees one at a time: asked as the owner, where that one is known. */
const checkSearch = async (client: pg.Client, config: Config, now: Date): Promise<Finding> => {
  if (!config.DATABASE_OWNER_URL) return findLag(client, now)
  const owner = new pg.Client(
    connectionOptions({ connectionString: config.DATABASE_OWNER_URL }, { application: 'foyer doctor', role: null }),
  )
  owner.on('error', () => {}) // the query under way fails with it
  try {
    await owner.connect()
    return await findLag(owner, now)
  } catch (error) {
    return trouble('Search', `DATABASE_OWNER_URL does not work (${reasonOf(error)})`, 'Migrations and backups need it.')
  } finally {
    await owner.end().catch(() => {})
  }
}

const findLag = async (client: pg.Client, now: Date): Promise<Finding> => {
  const { mayAll } = await ask<{ mayAll: boolean }>(
    client,
    `select pg_has_role(session_user, 'foyer_system', 'member') as "mayAll"`,
  )
  if (!mayAll) return fine('Search', 'not checked: only the role in DATABASE_OWNER_URL can see how far it is behind')
  await client.query('begin read only; set local role foyer_system')
  const { events, since } = await ask<{ events: number; since: Date | null }>(
    client,
    `select count(*) as events, min(at) as since from (
       select e.at from foyer.events e
       where (e.tx, e.id) > (select c.tx, c.id from directory.event_cursors c where c.reader = 'search'
                             union all select '0'::xid8, '00000000-0000-0000-0000-000000000000'::uuid limit 1)
       order by e.tx, e.id limit 1000000) unread`,
  )
  await client.query('commit')
  if (!since) return fine('Search', 'is up to date')
  const age = now.getTime() - since.getTime()
  const says = `${count(events, 'event')} behind, the oldest from ${ago(age)} ago`
  const mend = 'Search finds new leads once it has caught up: check that a worker runs, and read its log.'
  if (age > 15 * 60_000) return trouble('Search', says, mend)
  return age > 60_000 ? warning('Search', says, mend) : fine('Search', says)
}
