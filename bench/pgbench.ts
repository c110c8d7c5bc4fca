import { execFile, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { systemRole } from '#db/connect.ts'
import type { Given } from './candidates/ready.ts'
import { leadBody } from './load.ts'
import type { Store } from './store.ts'

const run = promisify(execFile)

/** `pgbench (PostgreSQL) 15.13`, or null where it is not installed. */
export const pgbenchVersion = (): string | null => {
  const { status, stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

const body = leadBody(0).replaceAll("'", "''")

/**
 * The rows of one new lead and nothing else: no look-ups, no checks, no notification. Ids rise with time as ours do;
 * RETURNING hands them on, so that no statement is spent on making them.
 */
const statements = (given: Given): string => `
\\set r random(1, 9000000000000000000)
begin;
insert into contacts (org_id, id, email, email_key, phone, phone_key, full_name, company) values ('${given.orgId}', uuidv7(), 'm.' || :r || '@example.com', md5('e' || :r)::uuid, '+49' || :r, md5('p' || :r)::uuid, 'Maya Example', 'Example Works GmbH') returning id as contact_id \\gset
insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, metadata, via, key_id, received) values ('${given.orgId}', uuidv7(), :contact_id, md5('d' || :r)::uuid, 'b-' || :r, 'website', 'm.' || :r || '@example.com', '+49' || :r, '+49' || :r, 'Maya Example', '{"company": "Example Works GmbH"}', 'api', '${given.keyId}', '${body}') on conflict (dkey, org_id) do nothing returning id as lead_id \\gset
insert into events (org_id, id, type, subject_id, payload) values ('${given.orgId}', uuidv7(), 'lead.received', :lead_id, jsonb_build_object('lead_id', :lead_id::uuid, 'contact_id', :contact_id::uuid, 'external_id', 'b-' || :r, 'source', 'website'));
commit;
`

/** The same rows by one call of one function, in one round trip. */
const oneCall = (given: Given): string => `
\\set r random(1, 9000000000000000000)
select bench.take_one('${given.orgId}', '${given.keyId}', :r);
`

/** Contact, lead, event and delivery in one statement, which is its own transaction: four rows, as leads were stored once, without what identifies a person. */
const oneStatement = (given: Given): string => `
\\set r random(1, 9000000000000000000)
with c as (insert into contacts (org_id, id, email, phone, full_name, company) values ('${given.orgId}', uuidv7(), 'm.' || :r || '@example.com', '+49' || :r, 'Maya Example', 'Example Works GmbH') returning id), l as (insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, metadata, via, delivery_id) select '${given.orgId}', uuidv7(), c.id, md5('d' || :r)::uuid, 'b-' || :r, 'website', 'm.' || :r || '@example.com', '+49' || :r, '+49' || :r, 'Maya Example', '{"company": "Example Works GmbH"}', 'api', uuidv7() from c on conflict (dkey, org_id) do nothing returning id, contact_id, delivery_id), e as (insert into events (org_id, id, type, subject_id, payload) select '${given.orgId}', uuidv7(), 'lead.received', l.id, jsonb_build_object('lead_id', l.id, 'contact_id', l.contact_id, 'external_id', 'b-' || :r, 'source', 'website') from l) insert into deliveries (org_id, id, key_id, status, outcome, body, lead_id) select '${given.orgId}', l.delivery_id, '${given.keyId}', 200, 'accepted', convert_to('${body}', 'UTF8'), l.id from l;
`

export const makeFunction = `
create schema if not exists bench;
create or replace function bench.take_one(org uuid, key uuid, r text) returns uuid language plpgsql set search_path = foyer as $$
declare
  contact uuid := uuidv7();
  lead uuid := uuidv7();
begin
  insert into contacts (org_id, id, email, email_key, phone, phone_key, full_name, company) values (org, contact, 'm.' || r || '@example.com', md5('e' || r)::uuid, '+49' || r, md5('p' || r)::uuid, 'Maya Example', 'Example Works GmbH');
  insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, metadata, via, key_id, received)
  values (org, lead, contact, md5('d' || r)::uuid, 'b-' || r, 'website', 'm.' || r || '@example.com', '+49' || r, '+49' || r, 'Maya Example', '{"company": "Example Works GmbH"}', 'api', key, '${body}')
  on conflict (dkey, org_id) do nothing;
  insert into events (org_id, id, type, subject_id, payload)
  values (org, uuidv7(), 'lead.received', lead, jsonb_build_object('lead_id', lead, 'contact_id', contact, 'external_id', 'b-' || r, 'source', 'website'));
  return lead;
end $$;
grant usage on schema bench to ${systemRole};
`

/** Transactions a second of 64 clients with prepared statements. */
export const runPgbench = async (
  store: Store,
  given: Given,
  what: 'statements' | 'function' | 'statement',
  seconds: number,
): Promise<number> => {
  if (what === 'function') await store.query(given, makeFunction)
  const text = { statements, function: oneCall, statement: oneStatement }[what](given)
  return runScript(store, given, { name: what, text, clients: 64, seconds })
}

/** Transactions a second of a script of pgbench, as prepared statements. */
export const runScript = async (
  store: Store,
  { target: { host, user, database } }: Given,
  {
    name,
    text,
    clients,
    seconds,
  }: { readonly name: string; readonly text: string; readonly clients: number; readonly seconds: number },
): Promise<number> => {
  const script = path.join(store.dataDir, `${name}.pgbench`)
  writeFileSync(script, text)
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)]
  const { stdout } = await run('pgbench', [...options, '-h', host, '-p', '5432', '-U', user, '-f', script, database], {
    env: { ...process.env, PGOPTIONS: `-c search_path=foyer,directory -c role=${systemRole}`, PGSSLMODE: 'disable' },
  })
  rmSync(script)
  const [, tps] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
  const [, failed = '0'] = /^number of failed transactions: (\d+)/m.exec(stdout) ?? []
  if (tps === undefined || failed !== '0') throw new Error(`pgbench said:\n${stdout}`)
  return Number(tps)
}
