import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { connectionOptions, type Target } from '#db/connect.ts'
import { requireVersion } from '#db/migrate.ts'
import { BadBackup, type Manifest, memberOf } from './manifest.ts'
import { Meter, progress } from './meter.ts'
import { copyText, listTables, measure, readAs, steady, type Table } from './table-copies.ts'
import { type TarWriter, writeTar } from './tar.ts'

/** Where files are kept, wherever that is. */
export interface StoredFiles {
  list(): AsyncIterable<{ readonly name: string }>
  read(name: string): Promise<Readable>
}

export interface BackupOptions {
  /** The role that owns the tables. */
  readonly owner: Target
  /** Where the backup goes. It appears there when it is whole. */
  readonly file: string
  /** The stored files; null to leave them out: the store that they are in is backed up by itself. */
  readonly files: StoredFiles | null
  /** FOYER_KEY, to be put in; null to leave it out. */
  readonly key: string | null
  /** Version of Foyer. */
  readonly foyer: string
  readonly now: () => Date
  say(step: string): void
}

/**
 * Writes all that Foyer keeps into one file, while it goes on working: every row in one transaction that sees the
 * database as it was at one moment, then the uploaded files. Throws BadBackup with what to change.
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const part = `${options.file}.part`
  await mkdir(path.dirname(options.file), { recursive: true, mode: 0o700 })
  const tar = await writeTar(part, options.now)
  try {
    const manifest = await writeMembers(tar, options)
    await tar.close()
    await rename(part, options.file)
    await syncFolder(path.dirname(options.file))
    return manifest
  } catch (error) {
    await tar.abandon().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

const writeMembers = async (tar: TarWriter, options: BackupOptions): Promise<Manifest> => {
  const client = new pg.Client(connectionOptions(options.owner, { application: 'foyer backup', role: null }))
  client.on('error', () => {}) // the query under way fails with it
  await client.connect()
  try {
    await requireVersion(client)
    const database = await readDatabase(client, tar, options)
    const files = await readFiles(tar, options)
    if (options.key !== null) await tar.add(memberOf.key, Readable.from([Buffer.from(`${options.key}\n`)]))
    const manifest: Manifest = {
      format: 'foyer backup',
      version: 1,
      foyer: options.foyer,
      ...database,
      finished_at: options.now().toISOString(),
      files,
      key: options.key !== null,
    }
    await tar.add(memberOf.manifest, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]))
    return manifest
  } finally {
    await client.end().catch(() => {})
  }
}

const readDatabase = async (client: pg.Client, tar: TarWriter, { say }: BackupOptions) => {
  const tables = await listTables(client)
  await requireOwner(client, tables)
  const hasJobs = await isThere(client, 'jobs.job')
  const tick = progress(say)
  const add = async (member: string, text: string, what: string) =>
    measure(
      client,
      text,
      (meter) => {
        const gzip = createGzip({ level: 3, chunkSize: 256 * 1024 })
        return Promise.all([pipeline(meter, gzip), tar.add(member, gzip)])
      },
      (bytes) => tick(what, bytes),
    )

  await client.query('begin isolation level repeatable read read only')
  // No table may change between the snapshot and reading it. Locked before the first read.
  await client.query(
    `set local lock_timeout = '60s'; lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`,
  )
  const { rows: facts } = await client.query<{ at: Date; postgres: number }>(
    `select clock_timestamp() as at, current_setting('server_version_num')::int as postgres`,
  )
  await client.query(steady)
  const migrations = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from foyer.migrations order by name',
  )

  const written: Manifest['tables'] = []
  for (const table of tables) {
    await readAs(client, table.name)
    const measured = await add(memberOf.table(table.name), copyText(table), table.name)
    written.push({ name: table.name, columns: [...table.columns], ...measured })
  }
  await client.query('reset role')
  const jobs = await add(memberOf.jobs, hasJobs ? jobsText : `copy (select where false) to stdout`, 'jobs')
  await client.query('commit')

  const [fact] = facts
  if (!fact) throw new Error('the database returned no time')
  return { started_at: fact.at.toISOString(), postgres: fact.postgres, migrations: migrations.rows, tables: written, jobs }
}

/** What waits, runs or is dead. Foyer's own queues only: those of pg-boss itself fill themselves. */
const jobsText = `copy (
  select to_jsonb(j) from jobs.job j
  where j.state::text in ('created', 'retry', 'active') and not starts_with(j.name, '__')
  order by j.name collate "C", j.id) to stdout`

const requireOwner = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  if (tables.length === 0) throw new BadBackup('This database has no Foyer schema: there is nothing to back up.')
  const { rows } = await client.query<{ all: boolean }>(
    `select coalesce(bool_and(pg_has_role(current_user, c.relowner, 'usage')), false) as all
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname || '.' || c.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  if (!rows[0]?.all)
    throw new BadBackup('Only the role that owns the tables can read all of them. Set DATABASE_OWNER_URL to it.')
}

const isThere = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
  return rows[0]?.there ?? false
}

/**
 * The uploaded files. Read after the rows: each file that a row speaks of was there before the row was. One that is
 * removed meanwhile is left out, for its row is gone by now too.
 */
const readFiles = async (tar: TarWriter, { files, say }: BackupOptions): Promise<Manifest['files']> => {
  const tick = progress(say)
  const written: Manifest['files'] = []
  if (files === null) return written
  for await (const { name } of files.list()) {
    const content = await files.read(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!content) continue
    const meter = new Meter((bytes) => tick(`file ${name}`, bytes))
    await Promise.all([pipeline(content, meter), tar.add(memberOf.file(name), meter)])
    written.push({ name, bytes: meter.bytes, sha256: meter.sha256() })
  }
  return written
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
