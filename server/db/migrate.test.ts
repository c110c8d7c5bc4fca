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
