import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { newId } from '#core/ids.ts'
import { appRole, connectionOptions, systemRole } from '#db/connect.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { contactsOf, leadsOf } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

/** Whatever might be taken for a permission, under every name that somebody might try. */
const Claim = fc.oneof(
  fc.constantFrom(true, 'yes', 'subscribed', '2020-01-01', '2020-01-01T00:00:00Z', 1, null),
  fc.record(
    {
      basis: fc.constantFrom('consent', 'legitimate_interests', 'anything', ''),
      source: fc.string(),
      obtained_at: fc.constantFrom('2020-01-01', '2999-01-01', ''),
    },
    { requiredKeys: [] },
  ),
)
const Lead = fc.record(
  {
    email: fc.constantFrom('sub@example.com', 'unsub@example.com', 'none@example.com', 'new@example.com', ''),
    phone: fc.constantFrom('+4915112345670', '+4915112345671', '+4915112345672', '+4915112345679', ''),
    name: fc.string({ maxLength: 30 }),
    external_id: fc.nat(5).map(String),
    source: fc.string({ maxLength: 10 }),
    consent: Claim,
    subscription: Claim,
    opted_in_at: Claim,
    opt_in: Claim,
    marketing_consent: Claim,
    contact: fc.record({ subscription: Claim, opted_in_at: Claim }),
    unsubscribe: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Three people of whom we know what they want, and everybody who is made later. */
const states = [
  ['sub@example.com', '+4915112345670', 'subscribed', new Date('2024-05-01T10:00:00Z')],
  ['unsub@example.com', '+4915112345671', 'unsubscribed', new Date('2024-05-02T10:00:00Z')],
  ['none@example.com', '+4915112345672', 'none', null],
] as const

test('no lead whatever changes the subscription of anybody, in either direction, or opts anybody in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Lead, { minLength: 1, maxLength: 8 }),
      fc.constantFrom<'api' | 'replay' | 'dry'>('api', 'api', 'replay', 'dry'),
      async (leads, how) => {
        const someone = await app.given.organization()
        const { orgId } = someone
        const key = await app.given.key(orgId)
        for (const [email, phone] of states) assert.equal((await app.post({ email, phone }, key.text)).status, 200)
        for (const [email, , subscription, opted_in_at] of states)
          await app.database.inOrg(orgId, (db) =>
            db.updateTable('contacts').set({ subscription, opted_in_at }).where('email', '=', email).execute(),
          )

        if (how === 'replay') {
          for (const lead of leads) {
            const refused = await app.post({ email: 'nobody' }, key.text)
            const deliveryId = refused.body.request_id
            const { status } = await app.call('replay-delivery', { deliveryId, body: JSON.stringify(lead) }, someone)
            assert.ok(status === 200 || status === 400, String(status))
          }
        } else {
          const answers = await Promise.all(
            leads.map((lead) => app.post(lead, key.text, { query: how === 'dry' ? '?dry_run=true' : '' })),
          )
          for (const { status, body } of answers) assert.ok(status === 200 || status === 400, JSON.stringify(body))
        }

        for (const contact of await contactsOf(app, orgId)) {
          const [, , subscription, optedInAt] = states.find(([email]) => email === contact.email) ?? ['', '', 'none', null]
          assert.equal(contact.subscription, subscription, `${contact.email}`)
          assert.equal(contact.opted_in_at?.getTime() ?? null, optedInAt?.getTime() ?? null, `${contact.email}`)
        }
      },
    ),
    { numRuns: Number(process.env.ROUNDS ?? 40) },
  )
})

/** A connection of the database's owner that steps down into a role. */
const as = async <T>(role: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role }))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('what writes leads has no privilege on the columns of a subscription: the database itself refuses', async () => {
  const { rows } = await app.database.pool.query<{ column: string; may_insert: boolean; may_update: boolean }>(
    `select a.attname as column, has_column_privilege($1, 'foyer.contacts', a.attname, 'insert') as may_insert,
            has_column_privilege($1, 'foyer.contacts', a.attname, 'update') as may_update
     from pg_attribute a where a.attrelid = 'foyer.contacts'::regclass and a.attname in ('subscription', 'opted_in_at')`,
    [systemRole],
  )
  assert.equal(rows.length, 2)
  for (const row of rows) assert.deepEqual([row.may_insert, row.may_update], [false, false], row.column)

  // The function that takes leads runs as that role, and so does every other that reaches across organizations.
  const owners = await app.database.pool.query<{ owner: string }>(
    `select distinct pg_get_userbyid(p.proowner) as owner from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'foyer' and p.prosecdef`,
  )
  assert.deepEqual(owners.rows, [{ owner: systemRole }])

  const key = await app.given.key(app.owner.orgId)
  await app.post({ email: 'a@b.co' }, key.text)
  for (const change of [`subscription = 'subscribed'`, 'opted_in_at = now()'])
    await assert.rejects(
      as(systemRole, (client) => client.query(`update foyer.contacts set ${change}`)),
      { code: '42501' },
    )
  await assert.rejects(
    as(systemRole, (client) =>
      client.query(`insert into foyer.contacts (org_id, id, subscription) values ($1, $2, 'subscribed')`, [
        app.owner.orgId,
        newId(),
      ]),
    ),
    { code: '42501' },
  )
})

test('a claim and what was received can be changed by nobody: there is no privilege to update them', async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId)
  await app.post({ email: 'a@b.co', consent: { basis: 'consent' } }, key.text)
  const changes = [
    `update foyer.leads set consent = '{"basis":"contract"}'`,
    `update foyer.leads set email = 'other@b.co'`,
    `update foyer.leads set external_id = 'x'`,
    `update foyer.leads set received_at = now()`,
    `update foyer.deliveries set body = ''`,
    `update foyer.deliveries set outcome = 'rejected'`,
    `update foyer.events set payload = '{}'`,
  ]
  for (const role of [appRole, systemRole])
    for (const change of changes)
      await assert.rejects(
        as(role, async (client) => {
          await client.query(`begin; set local foyer.org = '${someone.orgId}'`)
          await client.query(change)
        }),
        { code: '42501' },
        `${role}: ${change}`,
      )
  const [lead] = await leadsOf(app, someone.orgId)
  assert.deepEqual(lead?.consent, { basis: 'consent', recognised: true })
})

test('a contact that a lead made is not opted in', async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId)
  await app.post({ email: 'a@b.co', consent: { basis: 'consent', source: 'form', obtained_at: '2026-01-01' } }, key.text)
  const found = await app.database.inOrg(someone.orgId, (db) =>
    sql<{
      fresh: number
    }>`select count(*)::int as fresh from contacts where subscription <> 'none' or opted_in_at is not null`.execute(db),
  )
  assert.equal(found.rows[0]?.fresh, 0)
})
