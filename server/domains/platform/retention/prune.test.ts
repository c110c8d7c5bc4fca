import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { JobContext } from '#core/context.ts'
import { idFloor, newId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import { pruneDeliveries } from '#domains/crm/request-log/prune-deliveries.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { pruneDirectory } from './prune-directory.ts'

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
    uploadsMost: { files: 1, bytes: 1 },
    allowedOriginDomain: undefined,
    allowedTargets: [],
    hasSandbox: false,
  },
  inOrg: app.database.inOrg,
  db: app.database.db,
  jobId: newId(),
  signal,
  emitIn: async () => {},
  enqueueIn: async () => {},
  vault: makeVault(Buffer.alloc(32)),
  within: foyer.within,
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

test('after 90 days what brought no lead is forgotten, in every workspace; what brought one stays, and so does what is younger', async () => {
  for (const { orgId } of [app.owner, await app.given.organization()]) {
    const stays = [
      await delivery(orgId, 'accepted', 400),
      await delivery(orgId, 'rejected', 89),
      await delivery(orgId, 'deduplicated', 89),
    ]
    for (const outcome of ['rejected', 'deduplicated', 'replayed'] as const) await delivery(orgId, outcome, 91)
    await pruneDeliveries.run({}, context())
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
  await pruneDeliveries.run({}, context(drained.signal))
  assert.equal((await left(orgId)).length, 2_500)
  await pruneDeliveries.run({}, context())
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
  await pruneDeliveries.run({}, context())
  const rows = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('idempotency').select('id').where('org_id', '=', orgId).execute(),
  )
  assert.deepEqual(
    rows.map((row) => row.id),
    [young],
  )
})

test('what was begun and not finished in time is forgotten, and so are tokens of invitations past their time', async () => {
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
  await pruneDirectory.run({}, context())
  for (const table of ['directory.challenges', 'directory.invitation_tokens'] as const)
    assert.deepEqual(
      (await db.selectFrom(table).select('token_hash').execute()).map(({ token_hash }) => token_hash),
      [young],
      table,
    )
})

test('ended sessions, used and old links and idle buckets are forgotten; what still counts is not', async () => {
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

  await pruneDirectory.run({}, context())

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
