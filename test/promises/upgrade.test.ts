import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import type { Target } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { migrateAll } from '../../server/main.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { openReceiver, type Receiver, until } from './webhook-receiver.ts'

/** The last migration before reactions: three loops of the worker followed the log, each with a cursor of the same name as today. */
const beforeReactions = '0045_disputes_and_watched_accounts'

let app: TestApp
let receiver: Receiver
before(async () => {
  receiver = await openReceiver()
  app = await startApp({ alone: true, env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
})
after(async () => {
  await app?.stop()
  await receiver?.close()
})

/** What the loops wrote of what they had read stands for what they did: all of it but the words, which are written anew. */
const notCopied = ['migrations', 'event_cursors', 'search', 'search_index', 'reaction_failures']

/** Fills the tables of an older schema with the rows of the one of today, as far as it has their columns. */
const copyInto = async (older: Target, current: Target): Promise<void> =>
  asOwner(current, (from) =>
    asOwner(older, async (to) => {
      await to.query('set session_replication_role = replica')
      const { rows: tables } = await to.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_schema in ('foyer', 'directory') and table_type = 'BASE TABLE' and table_name <> all ($1)`,
        [notCopied],
      )
      for (const { name } of tables) {
        const { rows } = await from.query(`select coalesce(jsonb_agg(t), '[]')::text as all from ${name} t`)
        await to.query(
          `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb) on conflict do nothing`,
          [rows[0].all],
        )
      }
    }),
  )

test('a data folder of the version before, with events not yet followed, is upgraded: delivered once, joined and indexed', async () => {
  const { owner } = app
  const { orgId } = owner
  const made = await app.call('create-webhook', {
    url: receiver.url('/upgraded'),
    eventTypes: ['lead.received', 'key.changed'],
  })
  assert.equal(made.status, 200)
  const key = await app.given.key(orgId)
  const lead = async (body: object): Promise<string> => {
    const { status, body: answer } = await app.post(body, key.text)
    assert.equal(status, 200, JSON.stringify(answer))
    return String(answer.lead_id)
  }
  await lead({ email: 'told@example.com', name: 'Told Before' })
  await app.call('create-key', { name: 'Told Before', scopes: ['leads:write'] })
  const place = await app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('events')
      .select(['tx', 'id'])
      .where('org_id', '=', orgId)
      .orderBy('tx', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  const wanted = [
    await lead({ email: 'maya@example.com', name: 'Maya Rao' }),
    await lead({ phone: '+49 30 901820', name: 'Maya Rao' }),
    // Their address is of one contact, their number of another: nobody has looked at that yet.
    await lead({ email: 'maya@example.com', phone: '+49 30 901820', name: 'Maya Rao' }),
    await lead({ email: 'jonas@example.com', name: 'Jonas Berg' }),
  ]
  await app.call('create-key', { name: 'Not told', scopes: ['leads:write'] })

  const older = { ...app.target, database: `t_${newId().slice(-12)}` }
  await asOwner({ ...app.target, database: 'postgres' }, (client) => client.query(`create database ${older.database}`))
  try {
    await migrate(older, { upTo: beforeReactions })
    await copyInto(older, app.target)
    await asOwner(older, (client) =>
      client.query(
        `insert into directory.event_cursors (reader, tx, id) select name, $1::text::xid8, $2 from unnest($3::text[]) as name
         on conflict (reader) do update set tx = excluded.tx, id = excluded.id`,
        [place.tx, place.id, ['search', 'identities', 'webhooks']],
      ),
    )
    assert.ok((await migrateAll(older)).length > 0)
    await followed(older, wanted)
  } finally {
    await asOwner({ ...app.target, database: 'postgres' }, (client) =>
      client.query(`drop database ${older.database} with (force)`),
    )
  }
})

/** Starts server and worker on it, twice: what was done once stays done. */
const followed = async (target: Target, wanted: readonly string[]): Promise<void> => {
  const { orgId } = app.owner
  const upgraded = await startApp({ target, env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  try {
    const owner = await upgraded.given.person(orgId, 'owner')
    const told = (): { type: string; data: { id: string; name: string } }[] =>
      receiver.of('/upgraded').map(({ body }) => JSON.parse(body))
    for (let times = 0; times < 2; times++) {
      const worker = await upgraded.startWorker()
      await until('all that was not told is told', () => told().length >= wanted.length + 1)
      await until('every reaction is up with the log', () =>
        asOwner(target, async (client) => {
          const { rows } = await client.query(
            `select from foyer.events e, directory.event_cursors c where (e.tx, e.id) > (c.tx, c.id) limit 1`,
          )
          return rows.length === 0
        }),
      )
      await worker.stop()
    }
    const leads = told().filter(({ type }) => type === 'lead.received')
    assert.deepEqual(leads.map(({ data }) => data.id).toSorted(), wanted.toSorted(), 'each once, and none of before')
    assert.deepEqual(
      told()
        .filter(({ type }) => type === 'key.changed')
        .map(({ data }) => data.name),
      ['Not told'],
    )
    assert.equal(new Set(receiver.of('/upgraded').map(({ headers }) => headers['webhook-id'])).size, wanted.length + 1)

    const found = async (search: string): Promise<number> => {
      const { status, body } = await upgraded.call('list-leads', { search }, owner)
      assert.equal(status, 200, JSON.stringify(body))
      return (body.leads as unknown as object[]).length
    }
    assert.deepEqual([await found('Maya'), await found('Jonas'), await found('901820')], [3, 1, 2])
    const proposed = await upgraded.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('contact_claims').selectAll().where('org_id', '=', orgId).execute(),
    )
    assert.equal(proposed.length, 1, 'the two are proposed to be one person')
    assert.deepEqual((await upgraded.call('list-background-work', { state: 'dead' }, owner)).body.work, [])
  } finally {
    await upgraded.stop()
  }
}
