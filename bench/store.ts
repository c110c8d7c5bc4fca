import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions, inTransaction, openDatabase } from '#db/connect.ts'
import { startEmbedded } from '#db/embedded.ts'
import { addKey } from '#domains/platform/api-keys/keys.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { makeOrganization } from '#domains/platform/organizations/organizations.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { personOf } from '#domains/platform/users/users.ts'
import { migrateAll } from '../server/main.ts'
import { benchAddress } from './candidates/bench-action.ts'
import type { Given } from './candidates/ready.ts'

/** The embedded PostgreSQL with the product's own settings; every commit waits for the disk. */
export interface Store {
  readonly dataDir: string
  /** A database with so many leads in it, analyzed, with a workspace and a key; made as a copy where one is there. */
  database(name: string, leads: number, say: (step: string) => void): Promise<Given>
  /** A copy of a database without connections. */
  copy(of: Given, name: string): Promise<Given>
  drop(database: Given): Promise<void>
  /** Another workspace, with a key, in the same database. */
  workspace(database: Given): Promise<Given>
  /** A token of 15 minutes for a member of its workspace. */
  token(database: Given, role?: 'member' | 'owner'): Promise<string>
  /** A member of its workspace, with such a token. */
  member(database: Given, role?: 'member' | 'owner'): Promise<{ readonly token: string; readonly personId: string }>
  query(database: Given, text: string): Promise<pg.QueryResult>
  /** Settings and version, for the report. */
  facts(): Promise<{ version: string; settings: Record<string, string> }>
  stop(): Promise<void>
}

export const openStore = async (say: (step: string) => void, settings: Record<string, string> = {}): Promise<Store> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-'))
  chmodSync(dataDir, 0o755)
  // pgbench brings 64 connections of its own. Nothing else differs from what `npm start` runs.
  const embedded = await startEmbedded({ dataDir, say, settings: { max_connections: '120', ...settings } })
  const owner = { host: embedded.connection.host, user: embedded.connection.user }

  const query = async (database: string, text: string): Promise<pg.QueryResult> => {
    const client = new pg.Client(connectionOptions({ ...owner, database }, { application: 'bench', role: null }))
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  return {
    dataDir,
    async database(name, leads, tell) {
      const target = { ...owner, database: name }
      await query('postgres', `create database ${name}`)
      await migrateAll(target)
      const given = { target, dataDir, ...(await makeWorkspace(target)) }
      const client = new pg.Client(connectionOptions(target, { application: 'bench', role: null }))
      client.on('error', () => {})
      await client.connect()
      try {
        if (leads > 0) await fill(client, given, leads, tell)
        await client.query(analyze)
      } finally {
        await client.end()
      }
      return given
    },
    async copy(of, name) {
      await query('postgres', `create database ${name} template ${of.target.database} strategy file_copy`)
      const given = { ...of, target: { ...of.target, database: name } }
      await query(name, analyze)
      return given
    },
    token: async (given, role) => (await memberOf(dataDir, given, role)).token,
    member: (given, role) => memberOf(dataDir, given, role),
    async drop({ target }) {
      await query('postgres', `drop database ${target.database} with (force)`)
    },
    workspace: async (of) => ({ ...of, ...(await makeWorkspace(of.target)) }),
    query: ({ target }, text) => query(target.database, text),
    async facts() {
      const { rows } = await query(
        'postgres',
        `select name, current_setting(name) as value from pg_settings where name in ('server_version', 'fsync', 'synchronous_commit',
           'full_page_writes', 'shared_buffers', 'max_wal_size', 'wal_compression', 'max_connections')`,
      )
      const { server_version: version = '', ...rest } = Object.fromEntries(
        (rows as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
      )
      return { version, settings: rest }
    },
    async stop() {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A token of 15 minutes for a new member. */
const memberOf = async (
  dataDir: string,
  { target, orgId }: Given,
  role: 'member' | 'owner' = 'member',
): Promise<{ token: string; personId: string }> => {
  const database = openDatabase(target, { application: 'bench', connections: 2, onError: () => {} })
  try {
    const tokens = await openTokens(
      database.db,
      openVault(readConfig({ FOYER_DATA: dataDir })),
      () => benchAddress,
      () => new Date(),
    )
    const personId = newId()
    await database.inOrg(orgId, async (db) => {
      const person = await personOf(db, { id: personId, email: `${personId}@example.com`, name: 'Bench' })
      await addMember(db, orgId, person.id, role)
    })
    return { token: (await tokens.sign({ personId, orgId, role, sessionId: null })).token, personId }
  } finally {
    await database.close()
  }
}

export const makeWorkspace = async (target: Given['target']): Promise<{ orgId: string; keyId: string; key: string }> => {
  const database = openDatabase(target, { application: 'bench', connections: 2, onError: () => {} })
  try {
    const { id: orgId } = await inTransaction(database.db, (db) =>
      makeOrganization(db, { id: newId(), name: 'Bench', defaultCountry: null }),
    )
    const keyId = newId()
    const key = await database.inOrg(orgId, (db) =>
      addKey(db, {
        orgId,
        id: keyId,
        name: 'Bench',
        scopes: ['leads:write'],
        ratePerMinute: 100_000_000,
        expiresAt: null,
        createdBy: null,
        now: new Date(),
      }),
    )
    return { orgId, keyId, key }
  } finally {
    await database.close()
  }
}

const filled = ['contacts', 'leads', 'events', 'search_index']
/**
 * Not of tables that are empty: a plan that is made for a table which is known to be empty reads all of it, and is kept while it grows.
 * No one analyzes the tables of a new installation before there is something in them.
 */
const analyze = `vacuum analyze ${filled.map((name) => `foyer.${name}`).join(', ')}`
const chunk = 250_000

/**
 * Leads as the intake would have stored them (a contact, a lead and an event each) and the worker indexed them (an entry of the search), spread over the past. Indexes and keys are taken off meanwhile and made again: a tenth of the time.
 */
const fill = async (client: pg.Client, given: Given, leads: number, say: (step: string) => void): Promise<void> => {
  await client.query('set search_path = foyer, directory')
  await withoutIndexes(client, filled, async () => {
    for (let from = 1; from <= leads; from += chunk) {
      await client.query(rowsOfThePast(given, from, Math.min(leads, from + chunk - 1), leads))
      say(`${Math.min(leads, from + chunk - 1).toLocaleString('en')} of ${leads.toLocaleString('en')} leads stored`)
    }
  })
  // Every reaction has seen them.
  await client.query(
    `update directory.event_cursors set tx = pg_current_xact_id(), id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`,
  )
}

/** Fills tables whose indexes and keys are taken off meanwhile, and made again behind it. */
export const withoutIndexes = async (client: pg.Client, names: readonly string[], work: () => Promise<void>): Promise<void> => {
  const tables = [names.map((table) => `foyer.${table}`)]
  const constraints = await client.query<{ relation: string; name: string; definition: string; kind: string }>(
    `select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition, contype as kind
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u', 'f') order by contype = 'f' desc`,
    tables,
  )
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    tables,
  )
  for (const { relation, name } of constraints.rows)
    await client.query(`alter table ${relation} drop constraint "${name}" cascade`)
  for (const { name } of indexes.rows) await client.query(`drop index if exists ${name}`)
  await work()
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { relation, name, definition } of constraints.rows.toReversed())
    if (!definition.startsWith('FOREIGN KEY'))
      await client.query(`alter table ${relation} add constraint "${name}" ${definition}`)
  for (const { relation, name, definition } of constraints.rows)
    if (definition.startsWith('FOREIGN KEY'))
      await client.query(`alter table ${relation} add constraint "${name}" ${definition}`)
  for (const { definition } of indexes.rows) await client.query(definition)
}

const rowsOfThePast = ({ orgId, keyId }: Given, from: number, to: number, all: number): string => `
  with g as materialized (
    select n, age, uuidv7(age) as lead, uuidv7(age) as contact, uuidv7(age) as event,
           'past-' || n as external_id, 'past.' || n || '@example.com' as email,
           '+4916' || lpad(n::text, 9, '0') as phone, 'Paul Past ' || n as name, case when n % 1000 = 0 then 'fair' else 'website' end as source
    from generate_series(${from}, ${to}) n, lateral (select make_interval(secs => (n - ${all} - 1) * 2) as age) a)
  , c as (insert into contacts (org_id, id, email, email_key, phone, phone_key, full_name, company, created_at, updated_at)
    select '${orgId}', contact, email, md5('email' || n)::uuid, phone, md5('phone' || n)::uuid, name, 'Example Works GmbH', now() + age, now() + age from g)
  , e as (insert into events (org_id, id, type, subject_id, payload, at)
    select '${orgId}', event, 'lead.received', lead,
           jsonb_build_object('lead_id', lead, 'contact_id', contact, 'external_id', external_id, 'source', source), now() + age from g)
  , s as (insert into search_index (org_id, kind, id, contact_id, words)
    select '${orgId}', 'lead', lead, contact, concat_ws(' ', substr(phone, 2), '<' || reverse(substr(phone, 2)), 'example.com', 'gmbh', n,
      email, 'paul', 'works', '/' || external_id, '//' || source) from g)
  insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, metadata, via,
                     key_id, received, received_at)
  select '${orgId}', lead, contact, md5('lead' || n)::uuid, external_id, source, email, phone, phone, name,
         '{"company": "Example Works GmbH"}', 'api', '${keyId}',
         json_build_object('email', email, 'phone', phone, 'name', name, 'company', 'Example Works GmbH', 'source', source,
           'external_id', external_id)::text, now() + age from g`
