import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asOwner } from '#test/support/database.ts'
import { migrateAll } from '../main.ts'
import type { Target } from './connect.ts'
import { checkDatabase, migrate } from './migrate.ts'
import { startScratch } from './temporary-database.ts'

let server: Awaited<ReturnType<typeof startScratch>>
before(async () => {
  server = await startScratch()
})
after(() => server.stop())

const ask = (target: Target, text: string) => asOwner(target, (owner) => owner.query(text))

test('an owner that is no superuser and may make roles, as managed databases give it, sets Foyer up', async () => {
  await ask(server.target, 'create role house login createrole')
  await ask(server.target, 'create database managed owner house')
  const owner = { ...server.target, user: 'house', database: 'managed' }
  assert.ok((await migrateAll(owner)).length > 0)
  assert.deepEqual(await migrateAll(owner), [])
  await checkDatabase(owner)
})

test('a role that may only step into foyer_app is enough to serve, and cannot migrate', async () => {
  await ask(server.target, 'create role web login; grant foyer_app to web')
  const web = { ...server.target, user: 'web', database: 'managed' }
  await checkDatabase(web)
  await assert.rejects(migrateAll(web), /permission denied|may not|must/)
})

test('members from before the upgrade who never signed in get a seat, and the others sign in to the workspace they joined first', async () => {
  await ask(server.target, 'create database older')
  const older = { ...server.target, database: 'older' }
  await migrate(older, { upTo: '0037_what_was_sent' })
  const id = (n: number): string => `01980000-0000-7000-8000-00000000000${n}`
  const [home, host, never, both, away] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string]
  await ask(
    older,
    `insert into directory.slugs (slug, org_id) values ('home', '${home}'), ('host', '${host}');
     insert into foyer.orgs (org_id, slug, name) values ('${home}', 'home', 'Home'), ('${host}', 'host', 'Host');
     insert into directory.people (id, email, email_key, name, password_hash, last_org_id) values
       ('${never}', 'never@example.com', 'never@example.com', 'Never', null, null),
       ('${both}', 'both@example.com', 'both@example.com', 'Both', 'x', null),
       ('${away}', 'away@example.com', 'away@example.com', 'Away', 'x', '${host}');
     insert into foyer.members (org_id, id, role, created_at) values
       ('${host}', '${never}', 'member', now()),
       ('${home}', '${both}', 'owner', now() - interval '1 day'), ('${host}', '${both}', 'member', now()),
       ('${home}', '${away}', 'owner', now() - interval '1 day'), ('${host}', '${away}', 'member', now());`,
  )
  await migrateAll(older)
  const { rows } = await ask(older, 'select name, email_key, seat_key, last_org_id from directory.people order by id')
  assert.deepEqual(rows, [
    { name: 'Never', email_key: null, seat_key: 'never@example.com', last_org_id: null },
    { name: 'Both', email_key: 'both@example.com', seat_key: null, last_org_id: home },
    { name: 'Away', email_key: 'away@example.com', seat_key: null, last_org_id: host },
  ])
})

test('files from before the upgrade are listed with what is known of them, by an owner who is no superuser too', async () => {
  await ask(server.target, 'create database files_before owner house')
  const older = { ...server.target, database: 'files_before' }
  const owner = { ...older, user: 'house' }
  await migrate(owner, { upTo: '0102_sealed_evidence' })
  const id = (n: number): string => `01980000-0000-7000-8000-00000000000${n}`
  const org = id(1)
  const digest = `'\\x${'ab'.repeat(32)}'`
  const attachments = [
    { file: 'messages/one-0', bytes: 7, sha256: Buffer.alloc(32, 0xab).toString('base64') },
    { file: null, bytes: null, sha256: null },
  ]
  await ask(
    older,
    `set session_replication_role = replica;
     insert into directory.slugs (slug, org_id) values ('home', '${org}');
     insert into foyer.orgs (org_id, slug, name) values ('${org}', 'home', 'Home');
     insert into foyer.document_files (org_id, document_id, id, kind, name, sha256, bytes, fault)
       values ('${org}', '${id(2)}', '${id(3)}', 'original', 'documents-one', ${digest}, 5, 'The stored file is missing.');
     insert into foyer.seal_records (org_id, id, day, name, sha256, bytes, documents) values ('${org}', '${id(4)}', '2026-11-01', 'records-one', ${digest}, 6, 1);
     insert into foyer.template_files (org_id, id, name, stored_as, sha256, bytes, pages) values ('${org}', '${id(5)}', 'a.pdf', 'templates-one', ${digest}, 8, '[]');
     insert into foyer.uploads (org_id, id, name, size_bytes, state, moved_at) values ('${org}', '${id(6)}', 'leads.csv', 20, 'uploading', now());
     insert into foyer.upload_parts (org_id, id, upload_id, from_byte, bytes) values ('${org}', '${id(7)}', '${id(6)}', 0, 9), ('${org}', '${id(8)}', '${id(6)}', 9, null);
     insert into foyer.messages (org_id, id, contact_id, channel, direction, kind, at, content)
       values ('${org}', '${id(9)}', '${id(9)}', 'whatsapp', 'in', 'image', now(), '${JSON.stringify({ attachments })}'),
         ('${org}', '${id(8)}', '${id(9)}', 'whatsapp', 'in', 'text', now(), '{}');
     insert into foyer.mail_files (org_id, id, person_id, name, type, size_bytes, received_bytes, parts)
       values ('${org}', '${id(2)}', '${id(2)}', 'a', 'b', 30, 30, '{0,10,25}'), ('${org}', '${id(3)}', '${id(2)}', 'a', 'b', 30, 0, '{}');`,
  )
  await migrateAll(owner)
  const { rows } = await ask(
    older,
    `select name, kind, bytes::int, encode(sha256, 'hex') = repeat('ab', 32) as known, place, fault from foyer.stored_files order by name`,
  )
  const email = `email-files/${org}/${id(2)}`
  assert.deepEqual(
    rows.map(({ name, kind, bytes, known, place, fault }) => [name, kind, bytes, known, place, fault]),
    [
      ['documents-one', 'document', 5, true, 'folder', 'The stored file is missing.'],
      [`${email}/0`, 'email', 10, null, 'folder', null],
      [`${email}/10`, 'email', 15, null, 'folder', null],
      [`${email}/25`, 'email', 5, null, 'folder', null],
      ['messages/one-0', 'message', 7, true, 'folder', null],
      ['records-one', 'record', 6, true, 'folder', null],
      ['templates-one', 'template', 8, true, 'folder', null],
      [`uploads/${org}/${id(6)}/${id(7)}`, 'upload', 9, null, 'folder', null],
    ],
  )
  const names = await ask(older, `select part_names from foyer.mail_files order by id`)
  assert.deepEqual(
    names.rows.map(({ part_names }) => part_names),
    [[`${email}/0`, `${email}/10`, `${email}/25`], []],
  )
})

test('changes of hosts in their calendars become what they were, and stay a sentence where the event is gone', async () => {
  await ask(server.target, 'create database changed')
  const changed = { ...server.target, database: 'changed' }
  await migrate(changed, { upTo: '0193_nothing_due' })
  const id = (n: number): string => `01980000-0000-7000-8000-00000000000${n}`
  const rows = [
    'Deleted in the host’s calendar',
    'Moved in the host’s calendar to 2026-12-03 13:00',
    'Moved in the host’s calendar to x',
  ]
  await ask(
    changed,
    // Of what these rows belong to, nothing is read.
    `set session_replication_role = replica;
     insert into foyer.calendar_writes (org_id, booking_id, person_id, calendar_id, connection_id, provider_calendar_id, event_id, sequence, state, seen_change)
     values ${rows.map((said, n) => `('${id(9)}', '${id(n)}', '${id(8)}', '${id(7)}', '${id(6)}', 'primary', 'event${n}', 0, 'written', '${said}')`).join()};
     insert into foyer.calendar_events (org_id, calendar_id, provider_id, person_id, generation, takes_time, counts, starts_at, ends_at)
     values ('${id(9)}', '${id(7)}', 'event1', '${id(8)}', 0, true, true, '2026-12-03T12:00:00Z', '2026-12-03T12:30:00Z');`,
  )
  await migrateAll(changed)
  const { rows: kept } = await ask(changed, 'select seen_change, seen_starts_at from foyer.calendar_writes order by booking_id')
  assert.deepEqual(kept, [
    { seen_change: 'deleted', seen_starts_at: null },
    { seen_change: 'moved', seen_starts_at: new Date('2026-12-03T12:00:00Z') },
    { seen_change: rows[2], seen_starts_at: null },
  ])
})
