import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectionOptions, type Target } from '#db/connect.ts'
import { beingRestored, isBeingRestored, migrate, migrations, requireVersion } from '#db/migrate.ts'
import { BadBackup, Manifest, type Measured, memberOf } from './manifest.ts'
import { Meter, progress } from './meter.ts'
import { copyText, listTables, measure, quoted, steady, type Table } from './table-copies.ts'
import { BadTar, readTar, type TarMember } from './tar.ts'

export interface Backup {
  readonly file: string
  readonly manifest: Manifest
  /** FOYER_KEY, where it was put in. */
  readonly key: string | null
  /** Throws BadBackup when the backup lacks it. */
  member(name: string): TarMember
}

/** Opens a backup: reads what is in it, not yet whether all of it is whole. Throws BadBackup. */
export const openBackup = async (file: string): Promise<Backup> => {
  const members = await readTar(file).catch((error: Error) => {
    if (error instanceof BadTar) throw new BadBackup(`${file} is damaged: ${error.message}.`)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BadBackup(`There is no file ${file}.`)
    throw error
  })
  const member = (name: string): TarMember => {
    const found = members.get(name)
    if (!found) throw new BadBackup(`${file} is damaged, or is not a Foyer backup: it lacks ${name}.`)
    return found
  }
  const manifest = Manifest.safeParse(readJson(await text(member(memberOf.manifest).read())))
  if (!manifest.success) throw new BadBackup(`${file} is damaged, or was made by a newer Foyer: its manifest cannot be read.`)
  return {
    file,
    manifest: manifest.data,
    member,
    key: manifest.data.key ? (await text(member(memberOf.key).read())).trim() : null,
  }
}

const readJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

export interface RestoreOptions {
  /** The role that owns the database. */
  readonly owner: Target
  /** Where the uploaded files go; null to check them only. */
  readonly filesDir: string | null
  /** Brings the database to today's version, the queue included. */
  migrateAll(owner: Target): Promise<unknown>
  /** Has the last word, in the transaction in which all rows were written: throws to have nothing restored. */
  beforeCommit?(client: pg.ClientBase): Promise<void>
  /** What must be so before anything runs on what was restored. Until it is done, no Foyer starts on the database. */
  afterwards?(): Promise<void>
  /** The names that queues have today, by those that they had. */
  readonly renamedQueues: ReadonlyMap<string, string>
  say(step: string): void
}

/**
 * Restores a backup into a database that holds no workspace, and brings it up to today's version. Every table is compared
 * with the manifest twice, as it is read from the file and as it is read back from the database. After an error the
 * database holds no Foyer. Throws BadBackup naming what is damaged or in the way.
 */
export const restoreBackup = async (backup: Backup, options: RestoreOptions): Promise<void> => {
  requireKnown(backup)
  const client = new pg.Client(connectionOptions(options.owner, { application: 'foyer restore', role: null }))
  client.on('error', () => {}) // the query under way fails with it
  await client.connect()
  try {
    await requireVersion(client)
    await requireEmpty(client)
    const files = await stageFiles(backup, options)
    try {
      await dropSchemas(client)
      await migrate(options.owner, { say: options.say, upTo: backup.manifest.migrations.at(-1)?.name ?? '' })
      await restoreRows(client, backup, options)
      await options.migrateAll(options.owner)
      await restoreJobs(client, backup, options.renamedQueues)
      await options.afterwards?.()
      await files.keep()
      await client.query(`comment on schema foyer is null`)
    } catch (error) {
      await files.drop()
      // Where the connection is gone, the database has undone the transaction itself.
      await client
        .query('rollback')
        .then(() => dropSchemas(client))
        .catch(() => {})
      throw error
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** A backup of a newer Foyer holds what this one does not know. */
const requireKnown = ({ file, manifest }: Backup): void => {
  const ours = migrations()
  for (const { name, sha256 } of manifest.migrations) {
    const own = ours.find((migration) => migration.name === name)
    if (!own)
      throw new BadBackup(
        `${file} was made by Foyer ${manifest.foyer}, which is newer than this version: it contains ${name}. Restore it with that version.`,
      )
    if (own.sha256 !== sha256)
      throw new BadBackup(`${file} was made by a Foyer with a different ${name}. Restore it with that one.`)
  }
}

/** Never over anything: a database in which no workspace and no person was made is empty, whatever else a start has put there. */
const requireEmpty = async (client: pg.Client): Promise<void> => {
  const users = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^foyer (serve|work|start)'`,
  )
  if (users.rows.length > 0)
    throw new BadBackup(
      `Foyer is running on this database (${[...new Set(users.rows.map((row) => row.application_name))].sort().join(', ')}). Stop it first.`,
    )
  // What a restore left that was killed is no workspace yet.
  if (await isBeingRestored(client)) return
  // Row-level security does not hide these two.
  for (const table of ['directory.slugs', 'directory.people']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
    if (!rows[0]?.there) continue
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount)
      throw new BadBackup('This database is not empty: it contains a workspace. Restore into a new one; nothing was changed.')
  }
}

const dropSchemas = async (client: pg.Client): Promise<void> => {
  await client.query('drop schema if exists jobs, foyer, directory cascade')
}

// ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const restoreRows = async (client: pg.Client, backup: Backup, options: RestoreOptions): Promise<void> => {
  const tables = await listTables(client)
  await client.query('begin')
  await client.query(`${steady} set local foyer.restoring = 'on'`)
  for (const { name, forced } of tables)
    if (forced) await client.query(`alter table ${quoted(name)} no force row level security`)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)

  const tick = progress(options.say)
  for (const kept of backup.manifest.tables) {
    const table = tables.find(({ name }) => name === kept.name)
    const columns = kept.columns.filter((column) => !table?.columns.includes(column))
    if (!table || columns.length > 0)
      throw new BadBackup(
        `${backup.file} is damaged: its table ${kept.name} does not match its version${columns.length > 0 ? ` (${columns.join(', ')})` : ''}.`,
      )
    const copy = client.query(
      copyFrom(`copy ${quoted(kept.name)} (${kept.columns.map(pg.escapeIdentifier).join(', ')}) from stdin`),
    )
    await copyMember(backup, memberOf.table(kept.name), kept, copy, `table ${kept.name}`, (bytes) => tick(kept.name, bytes))
    if (copy.rowCount !== kept.rows)
      throw damaged(backup, `table ${kept.name}`, `${copy.rowCount} rows instead of ${kept.rows}`)
  }
  await readBack(client, tables, backup, tick)
  await options.beforeCommit?.(client)
  await client.query(`comment on schema foyer is ${pg.escapeLiteral(beingRestored)}`)
  for (const { name, forced } of tables) if (forced) await client.query(`alter table ${quoted(name)} force row level security`)
  await client.query('commit')
  await client.query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** What is in the database now, against what was in the other one. */
const readBack = async (
  client: pg.Client,
  tables: readonly Table[],
  backup: Backup,
  tick: (what: string, bytes: number) => void,
): Promise<void> => {
  for (const kept of backup.manifest.tables) {
    const order = tables.find(({ name }) => name === kept.name)?.order ?? []
    const found = await measure(client, copyText({ ...kept, order }), undefined, (bytes) =>
      tick(`checking ${kept.name}`, bytes),
    )
    const trouble = difference(found, kept)
    if (trouble) throw damaged(backup, `table ${kept.name}`, `read back, ${trouble}`)
  }
}

/** Unpacks a member into `to`, and compares it with what the manifest says of it. */
const copyMember = async (
  backup: Backup,
  name: string,
  kept: Measured,
  to: Writable,
  what: string,
  onBytes?: (bytes: number) => void,
): Promise<void> => {
  const meter = new Meter(onBytes)
  try {
    await pipeline(backup.member(name).read(), createGunzip(), meter, to)
  } catch (error) {
    if (error instanceof BadBackup) throw error
    throw damaged(backup, what, error instanceof Error ? error.message : String(error), error)
  }
  const trouble = difference({ rows: kept.rows, bytes: meter.bytes, sha256: meter.sha256() }, kept)
  if (trouble) throw damaged(backup, what, trouble)
}

const difference = (found: Measured, kept: Measured): string | null => {
  if (found.rows !== kept.rows) return `${found.rows} rows instead of ${kept.rows}`
  if (found.bytes !== kept.bytes) return `${found.bytes} bytes instead of ${kept.bytes}`
  return found.sha256 === kept.sha256 ? null : 'its checksum differs'
}

const damaged = (backup: Backup, what: string, why: string, cause?: unknown): BadBackup =>
  new BadBackup(`${backup.file} is damaged at ${what}: ${why}. Nothing was restored.`, { cause })

// ── Jobs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Jobs go into the queue's tables of today, whatever those looked like then. What was running runs again. The time for
 * which a waiting job is kept counts anew: it did not wait while it lay in a backup. Jobs of a queue that has another name now go
 * there; those of a queue that is no more are dead letters, so that people see them.
 */
const restoreJobs = async (client: pg.Client, backup: Backup, renamed: ReadonlyMap<string, string>): Promise<void> => {
  await client.query('begin')
  await client.query(steady)
  await client.query('create temp table restored_jobs (job jsonb) on commit drop')
  const copy = client.query(copyFrom('copy restored_jobs from stdin'))
  await copyMember(backup, memberOf.jobs, backup.manifest.jobs, copy, 'the jobs')
  if (copy.rowCount !== backup.manifest.jobs.rows)
    throw damaged(backup, 'the jobs', `${copy.rowCount} instead of ${backup.manifest.jobs.rows}`)
  await client.query(`update restored_jobs set job = job
    || jsonb_build_object('keep_until', now() + ((job ->> 'keep_until')::timestamptz - (job ->> 'created_on')::timestamptz))
    || case when job ->> 'state' = 'active' then '{"state": "retry", "started_on": null, "heartbeat_on": null}' else '{}' end::jsonb`)
  const names = JSON.stringify(Object.fromEntries(renamed))
  await client.query(
    `update restored_jobs set job = job
       || jsonb_build_object('name', coalesce($1::jsonb ->> (job ->> 'name'), job ->> 'name'))
       || case when job ->> 'source_name' is null then '{}'
          else jsonb_build_object('source_name', coalesce($1::jsonb ->> (job ->> 'source_name'), job ->> 'source_name')) end`,
    [names],
  )
  await client.query(
    `update restored_jobs set job = job || jsonb_build_object('name', 'dead-letters', 'source_name', job ->> 'name', 'state', 'created',
       'dead_letter', null, 'source_retry_count', job -> 'retry_count', 'source_created_on', job -> 'created_on',
       'source_output', $1::jsonb, 'keep_until', now() + interval '90 days')
     where job ->> 'name' not in (select name from jobs.queue)`,
    [JSON.stringify({ message: 'This version has no such job.' })],
  )
  const { rows } = await client.query<{ columns: string }>(`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'jobs' and table_name = 'job' and column_name in (select jsonb_object_keys(job) from restored_jobs)`)
  const columns = rows[0]?.columns
  if (columns)
    await client.query(
      `insert into jobs.job (${columns}) select ${columns} from restored_jobs, jsonb_populate_record(null::jobs.job, job)`,
    )
  await client.query('commit')
}

// ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Staged {
  keep(): Promise<void>
  drop(): Promise<void>
}

/** Puts the files beside their place, where `keep` moves them in one step. */
const stageFiles = async (backup: Backup, { filesDir, say }: RestoreOptions): Promise<Staged> => {
  const tick = progress(say)
  const beside = filesDir === null ? null : `${filesDir}.restoring`
  if (filesDir !== null && (await readdir(filesDir).catch(() => [])).length > 0)
    throw new BadBackup(`The folder ${filesDir} is not empty. Move it away first; nothing was changed.`)
  if (beside !== null) {
    await rm(beside, { recursive: true, force: true })
    await mkdir(beside, { recursive: true, mode: 0o700 })
  }
  const drop = async () => {
    if (beside !== null) await rm(beside, { recursive: true, force: true })
  }
  try {
    for (const file of backup.manifest.files) {
      const meter = new Meter((bytes) => tick(`file ${file.name}`, bytes))
      await pipeline(backup.member(memberOf.file(file.name)).read(), meter, await placeFor(beside, file.name))
      if (meter.bytes !== file.bytes || meter.sha256() !== file.sha256)
        throw damaged(backup, `file ${file.name}`, 'its checksum differs')
    }
  } catch (error) {
    await drop()
    throw error
  }
  return {
    drop,
    async keep() {
      if (beside === null || filesDir === null) return
      await rm(filesDir, { recursive: true, force: true })
      await rename(beside, filesDir)
    },
  }
}

const placeFor = async (folder: string | null, name: string): Promise<Writable> => {
  if (folder === null) return new Writable({ write: (_piece, _encoding, done) => done() })
  const place = path.resolve(folder, name)
  if (!place.startsWith(`${path.resolve(folder)}${path.sep}`))
    throw new BadBackup(`The backup contains a file path outside its folder: ${name}`)
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  // Read-only, as all that is stored once.
  const handle = await open(place, 'w', 0o400)
  return createWriteStream('', { fd: handle, flush: true })
}
