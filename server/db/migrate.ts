import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { appRole, connectionOptions, systemRole, type Target } from './connect.ts'

const folder = path.join(import.meta.dirname, 'migrations')

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

/** All migrations in order: `NNNN_name.sql`, forward only, never edited once released. */
export const migrations = (): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(folder, file), 'utf8')
      return { name: file.slice(0, -4), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })

/** Stands as the comment of the schema while a restore is under way: nothing may run on half of one. */
export const beingRestored = 'being restored'

export const isBeingRestored = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ comment: string | null }>(
    `select obj_description(to_regnamespace('foyer')::oid, 'pg_namespace') as comment`,
  )
  return rows[0]?.comment === beingRestored
}

/** The database is not one that Foyer can run on; the message says what to change. */
export class BadDatabase extends Error {}

/** Any number; the same in every process, so that two starts migrate one after the other. */
const lock = 7_316_025

/**
 * Brings the database up to date, as the owner of its tables. Each migration is one transaction. `upTo` stops after
 * the named one (a restore uses it). Answers the names that were applied.
 */
export const migrate = async (
  owner: Target,
  options: { say?: (step: string) => void; upTo?: string; afterwards?: (client: pg.Client) => Promise<void> } = {},
): Promise<string[]> => {
  const client = new pg.Client(connectionOptions(owner, { application: 'foyer migrate', role: null }))
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [lock])
    await makeRoles(client)
    await client.query(`create schema if not exists foyer; create schema if not exists directory`)
    await makeUuidv7(client)
    await client.query(`create table if not exists foyer.migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const done = await client.query<{ name: string; sha256: string }>('select name, sha256 from foyer.migrations')
    const applied: string[] = []
    for (const migration of migrations()) {
      const before = done.rows.find((row) => row.name === migration.name)
      if (before && before.sha256 !== migration.sha256)
        throw new BadDatabase(`Migration ${migration.name} was changed after it had been applied. Migrations are never edited.`)
      if (before) continue
      // Said of one that takes longer than a second: a first start has more than a hundred that take milliseconds.
      const slow = setTimeout(() => options.say?.(`migration ${migration.name}`), 1_000)
      await client.query('begin')
      try {
        await client.query(migration.sql)
        await client.query('insert into foyer.migrations (name, sha256) values ($1, $2)', [migration.name, migration.sha256])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        clearTimeout(slow)
      }
      applied.push(migration.name)
      if (migration.name === options.upTo) break
    }
    await options.afterwards?.(client)
    return applied
  } finally {
    await client.end()
  }
}

export const requireVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  const version = rows[0]?.version ?? 0
  if (version < 150_000)
    throw new BadDatabase(
      `PostgreSQL 15 or newer is required; this is ${Math.floor(version / 10_000)}. Upgrade it, or unset DATABASE_URL to use the embedded one.`,
    )
}

/**
 * PostgreSQL has uuidv7() from 18 on; before that, migrations find this one. RFC 9562, section 5.7: 48 bits of milliseconds, then
 * the version, which here makes 7 of the 4 of a random id.
 */
const makeUuidv7 = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ has: boolean }>(`select to_regproc('pg_catalog.uuidv7') is not null as has`)
  if (rows[0]?.has) return
  await client.query(`create or replace function foyer.uuidv7() returns uuid language sql volatile as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $$`)
}

/** Roles belong to the whole cluster: two databases share them, and another start may be making them right now. */
const makeRoles = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ can: boolean }>(
    `select rolcreaterole or rolsuper as can from pg_roles where rolname = current_user`,
  )
  for (const role of [appRole, systemRole]) {
    const known = await client.query('select from pg_roles where rolname = $1', [role])
    if (known.rowCount === 0) {
      if (!rows[0]?.can)
        throw new BadDatabase(
          `The role ${role} is missing and the current role may not create it. As an administrator: create role ${role} nologin; grant ${role} to current_user;`,
        )
      await client.query(
        `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
      )
    }
    // The owner must be a member to hand functions over and to step down into the role.
    // Since PostgreSQL 16, who made a role may hand it on, and step into it only after handing it to itself.
    const member = await client.query<{ yes: boolean }>(
      `select pg_has_role(current_user, $1, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as yes`,
      [role],
    )
    if (!member.rows[0]?.yes) await client.query(`grant ${role} to current_user`)
  }
}

/**
 * Checks what a server process stands on: version, a role that neither owns the tables nor bypasses row-level
 * security, and that every migration was applied. Throws BadDatabase with what to do.
 */
export const checkDatabase = async (target: Target): Promise<void> => {
  const probe = new pg.Client(connectionOptions(target, { application: 'foyer check', role: null }))
  probe.on('error', () => {})
  await probe.connect()
  try {
    await requireVersion(probe)
    const known = await probe.query<{ there: boolean }>(`select to_regclass('foyer.migrations') is not null as there`)
    if (!known.rows[0]?.there)
      throw new BadDatabase(
        'This database has not been set up. Run `npx foyer migrate` with DATABASE_OWNER_URL, or `npm start`.',
      )
    if (await isBeingRestored(probe))
      throw new BadDatabase(
        'A restore into this database was interrupted, so Foyer cannot start on it. Restore the backup again.',
      )
    const may = await probe.query<{ yes: boolean }>(`select pg_has_role(session_user, $1, 'member') as yes`, [appRole])
    if (!may.rows[0]?.yes)
      throw new BadDatabase(
        `The role of DATABASE_URL is not a member of ${appRole}. As the owner: grant ${appRole} to <that role>;`,
      )
    await probe.query(`set role ${appRole}`)
    const role = await probe.query<{ super: boolean; bypass: boolean; owns: number }>(`
      select r.rolsuper as super, r.rolbypassrls as bypass,
             (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname in ('foyer', 'directory') and c.relkind = 'r' and c.relowner = r.oid) as owns
      from pg_roles r where r.rolname = current_user`)
    const facts = role.rows[0]
    if (!facts || facts.super || facts.bypass || facts.owns > 0)
      throw new BadDatabase(
        `The role ${appRole} owns tables or bypasses row-level security; one organization could read another's rows. Recreate it: nosuperuser nobypassrls, owning nothing.`,
      )
    await probe.query('reset role')
    const done = await probe.query<{ name: string }>('select name from foyer.migrations')
    const missing = migrations().filter((migration) => !done.rows.some((row) => row.name === migration.name))
    if (missing.length > 0)
      throw new BadDatabase(
        `The database lacks ${missing.map((m) => m.name).join(', ')}. Run \`npx foyer migrate\` with DATABASE_OWNER_URL.`,
      )
  } finally {
    await probe.end()
  }
}
