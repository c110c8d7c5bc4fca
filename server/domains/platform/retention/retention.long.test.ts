import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import { idFloor, newId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { removeExpired, retention } from '#core/retention.ts'
import { makeTogether } from '#core/together.ts'
import { makeVault } from '#core/vault.ts'
import { foyer, removeExpiredRows } from '#domains/catalogue.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true }) // its jobs run over all organizations
})
after(() => app.stop())

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

const context = (signal = new AbortController().signal): JobContext => ({
  ports: {} as JobContext['ports'],
  log: makeLog({ level: 'silent' }),
  now: () => new Date(),
  newId,
  settings: {
    publicUrl: app.url,
    uploadMaxBytes: 0,
    retention: { eventsDays: 180, auditDays: 365 },
    uploadsMost: { files: 1, bytes: 1 },
    allowedOriginDomain: undefined,
    allowedTargets: [],
    hasSandbox: false,
    strangers: { openOfRecipient: 5, mailsADayOfRecipient: 10, bookingsAnHourOfNetwork: 60 },
    workflows: usualCaps,
    crmStallMs: 600_000,
    crmGiveUpMs: 3_600_000,
    aiFirstTextMs: 20_000,
    aiAnswerMs: 120_000,
    mailPollMs: 60_000,
    mailFirstDays: 90,
    calendarPollMs: 300_000,
  },
  inOrg: app.database.inOrg,
  db: app.database.db,
  jobId: newId(),
  signal,
  emitIn: async () => {},
  enqueueIn: async () => {},
  vault: makeVault(Buffer.alloc(32)),
  within: foyer.within,
  together: makeTogether(app.database.inOrg),
})

/** An id of that day, another one each time. */
const idOf = (at: Date): string => idFloor(at).slice(0, 24) + randomBytes(6).toString('hex')

const delivery = async (
  orgId: string,
  outcome: 'accepted' | 'deduplicated' | 'replayed' | 'rejected',
  days: number,
): Promise<string> => {
  const id = idOf(daysAgo(days))
  await app.database.inOrg(orgId, (db) =>
    db
      .insertInto('deliveries')
      .values({
        org_id: orgId,
        id,
        key_id: newId(),
        received_at: daysAgo(days),
        status: outcome === 'rejected' ? 400 : 200,
        outcome,
        body: Buffer.from('{}'),
      })
      .execute(),
  )
  return id
}
const left = async (orgId: string): Promise<string[]> =>
  (await app.database.inOrg(orgId, (db) => db.selectFrom('deliveries').select('id').where('org_id', '=', orgId).execute())).map(
    (row) => row.id,
  )

test('after 90 days deliveries without a lead are deleted, in every workspace; those with a lead and younger ones stay', async () => {
  for (const { orgId } of [app.owner, await app.given.organization()]) {
    const stays = [
      await delivery(orgId, 'accepted', 400),
      await delivery(orgId, 'rejected', 89),
      await delivery(orgId, 'deduplicated', 89),
    ]
    for (const outcome of ['rejected', 'deduplicated', 'replayed'] as const) await delivery(orgId, outcome, 91)
    await removeExpiredRows.run({}, context())
    assert.deepEqual((await left(orgId)).sort(), stays.sort())
  }
})

test('more than one batch goes in one run, and a drain stops it in between', async () => {
  const { orgId } = await app.given.organization()
  await app.database.inOrg(orgId, (db) =>
    db
      .insertInto('deliveries')
      .values(
        Array.from({ length: 2_500 }, () => ({
          org_id: orgId,
          id: idOf(daysAgo(100)),
          key_id: newId(),
          status: 400,
          outcome: 'rejected',
        })),
      )
      .execute(),
  )
  const drained = new AbortController()
  drained.abort()
  await removeExpiredRows.run({}, context(drained.signal))
  assert.equal((await left(orgId)).length, 2_500)
  await removeExpiredRows.run({}, context())
  assert.deepEqual(await left(orgId), [])
})

test('an Idempotency-Key of more than 24 hours ago is forgotten, a younger one is not', async () => {
  const { orgId } = await app.given.organization()
  const [old, young] = [newId(), newId()]
  await app.database.inOrg(orgId, (db) =>
    db
      .insertInto('idempotency')
      .values([
        { id: old, org_id: orgId, payload: newId(), answer: '{}', created_at: daysAgo(1.1) },
        { id: young, org_id: orgId, payload: newId(), answer: '{}', created_at: daysAgo(0.9) },
      ])
      .execute(),
  )
  await removeExpiredRows.run({}, context())
  const rows = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('idempotency').select('id').where('org_id', '=', orgId).execute(),
  )
  assert.deepEqual(
    rows.map((row) => row.id),
    [young],
  )
})

test('expired challenges and invitation tokens are deleted; those that have not expired are not', async () => {
  const { db } = app.database
  const [young, old] = [randomBytes(32), randomBytes(32)]
  for (const [token_hash, expires_at] of [
    [young, daysAgo(-0.01)],
    [old, daysAgo(0.01)],
  ] as const) {
    await db.insertInto('directory.challenges').values({ token_hash, purpose: 'passkey-sign-in', expires_at }).execute()
    await db
      .insertInto('directory.invitation_tokens')
      .values({ token_hash, org_id: app.owner.orgId, invitation_id: newId(), expires_at })
      .execute()
  }
  await removeExpiredRows.run({}, context())
  for (const table of ['directory.challenges', 'directory.invitation_tokens'] as const)
    assert.deepEqual(
      (await db.selectFrom(table).select('token_hash').execute()).map(({ token_hash }) => token_hash),
      [young],
      table,
    )
})

test('ended sessions, used and old links and idle buckets are deleted; those that still count are not', async () => {
  const { db } = app.database
  const hash = () => randomBytes(32)
  const keep = { session: hash(), link: hash(), bucket: newId() }
  const session = (token_hash: Buffer, expires_at: Date) =>
    db
      .insertInto('directory.sessions')
      .values({ token_hash, person_id: app.owner.personId, org_id: app.owner.orgId, expires_at })
      .execute()
  const link = (token_hash: Buffer, expires_at: Date, used_at: Date | null) =>
    db
      .insertInto('directory.links')
      .values({ token_hash, purpose: 'set-password', person_id: app.owner.personId, expires_at, used_at })
      .execute()
  const gone = { session: hash(), used: hash(), old: hash(), bucket: newId() }
  await session(keep.session, daysAgo(-1))
  await session(gone.session, daysAgo(0.01))
  await link(keep.link, daysAgo(-1), null)
  await link(gone.used, daysAgo(-1), daysAgo(2))
  await link(gone.old, daysAgo(2), null)
  await db
    .insertInto('directory.buckets')
    .values([
      { id: keep.bucket, tat: new Date() },
      { id: gone.bucket, tat: daysAgo(2) },
    ])
    .execute()

  await removeExpiredRows.run({}, context())

  const sessions = (await db.selectFrom('directory.sessions').select('token_hash').execute()).map((row) =>
    row.token_hash.toString('hex'),
  )
  const links = (await db.selectFrom('directory.links').select('token_hash').execute()).map((row) =>
    row.token_hash.toString('hex'),
  )
  const buckets = (await db.selectFrom('directory.buckets').select('id').execute()).map((row) => row.id)
  assert.deepEqual(
    [sessions.includes(keep.session.toString('hex')), sessions.includes(gone.session.toString('hex'))],
    [true, false],
  )
  assert.deepEqual(
    [gone.used, gone.old, keep.link].map((each) => links.includes(each.toString('hex'))),
    [false, false, true],
  )
  assert.deepEqual([buckets.includes(keep.bucket), buckets.includes(gone.bucket)], [true, false])
  assert.equal((await app.call('list-keys')).status, 200, 'whoever is signed in still is')
})

const ask = (text: string, values: unknown[] = []) => asOwner(app.target, (owner) => owner.query(text, values))

const event = async (orgId: string, days: number): Promise<string> => {
  const id = idOf(daysAgo(days))
  await ask(
    `insert into foyer.events (org_id, id, type, subject_id, payload, at) values ($1, $2, 'key.changed', $3, '{}', $4)`,
    [orgId, id, newId(), daysAgo(days)],
  )
  return id
}

const eventsLeft = async (orgId: string): Promise<string[]> =>
  (await app.database.inOrg(orgId, (db) => db.selectFrom('events').select('id').where('org_id', '=', orgId).execute()))
    .map(({ id }) => id)
    .sort()

/** All reactions have read what is committed by now; `behind` has not. */
const cursors = async (behind?: string): Promise<void> => {
  for (const { name } of foyer.reactions)
    await ask(
      `insert into directory.event_cursors (reader, tx) values ($1, $2::text::xid8)
       on conflict (reader) do update set tx = excluded.tx, id = excluded.id`,
      [name, name === behind ? '3' : '9223372036854775000'],
    )
}

test('an event is removed after its retention once every reaction has passed it, and never while one has not', async () => {
  const { orgId } = await app.given.organization()
  await ask('delete from foyer.events where org_id = $1', [orgId])
  const [young] = [await event(orgId, 170), await event(orgId, 190), await event(orgId, 400)]
  await cursors(foyer.reactions[0]?.name)
  await removeExpiredRows.run({}, context())
  assert.equal((await eventsLeft(orgId)).length, 3, 'one reaction has read nothing')
  await cursors()
  await removeExpiredRows.run({}, context())
  assert.deepEqual(await eventsLeft(orgId), [young])
})

test('an event that rests in Background jobs stays, and no event behind the one at which a reaction stands still is processed', async () => {
  const [rests, stands] = [await app.given.organization(), await app.given.organization()]
  for (const { orgId } of [rests, stands]) await ask('delete from foyer.events where org_id = $1', [orgId])
  await cursors()
  const failing = (orgId: string, id: string, state: string) =>
    app.database.inOrg(orgId, (db) =>
      db
        .insertInto('reaction_failures')
        .values({ org_id: orgId, reaction: 'search', event_id: id, state, tries: 9, error: 'E' })
        .execute(),
    )
  const passed = await event(rests.orgId, 300)
  await event(rests.orgId, 250)
  await failing(rests.orgId, passed, 'passed')
  await event(stands.orgId, 350)
  const [stopped, later] = [await event(stands.orgId, 300), await event(stands.orgId, 250)]
  await failing(stands.orgId, stopped, 'stopped')
  await removeExpiredRows.run({}, context())
  assert.deepEqual(await eventsLeft(rests.orgId), [passed])
  assert.deepEqual(await eventsLeft(stands.orgId), [stopped, later].sort())
})

test('the audit log deletes entries older than its retention, and no role can remove those younger than 30 days', async () => {
  const { orgId } = await app.given.organization()
  const entry = async (days: number): Promise<string> => {
    const id = idOf(daysAgo(days))
    await ask(
      `insert into foyer.audit (org_id, id, at, action, outcome, target, address, request_id)
       values ($1, $2, $3, 'create-key', 'done', '{}', '127.0.0.1', $4)`,
      [orgId, id, daysAgo(days), newId()],
    )
    return id
  }
  await ask('delete from foyer.audit where org_id = $1', [orgId])
  const [fresh, young] = [await entry(1), await entry(300)]
  await entry(400)
  await removeExpiredRows.run({}, context())
  const entriesLeft = () =>
    app.database.inOrg(orgId, (db) => db.selectFrom('audit').select('id').where('org_id', '=', orgId).orderBy('id').execute())
  assert.deepEqual(await entriesLeft(), [{ id: young }, { id: fresh }])
  await app.database.inOrg(orgId, (db) =>
    sql`select foyer.prune_audit(${orgId}, ${idFloor(new Date(Date.now() + dayMs))}, 1000)`.execute(db),
  )
  assert.deepEqual(await entriesLeft(), [{ id: fresh }])
  await assert.rejects(
    app.database.inOrg(orgId, (db) => sql`delete from audit where org_id = ${orgId}`.execute(db)),
    /permission denied/,
  )
})

test('a failed retention is reported, also by a worker that drains, and stops no other', async () => {
  let removed = 0
  const fails = retention({ name: 'fails', days: 1, about: 'A', ofAll: () => Promise.reject(new Error('broken')) })
  const works = retention({ name: 'works', days: 1, about: 'B', ofAll: () => Promise.resolve(++removed) })
  await assert.rejects(removeExpired([fails, works], []).run({}, context()), /^Error: broken$/)
  assert.equal(removed, 1)
  const draining = new AbortController()
  const ofAll = async (): Promise<number> => {
    draining.abort()
    return 0
  }
  const drains = retention({ name: 'drains', days: 1, about: 'C', ofAll })
  await assert.rejects(removeExpired([fails, drains, works], []).run({}, context(draining.signal)), /^Error: broken$/)
  assert.equal(removed, 1)
})
