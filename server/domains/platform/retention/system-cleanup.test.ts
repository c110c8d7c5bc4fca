import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor, newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { type CleanupKind, cleanupKinds } from './cleanables.ts'
import { noneRemoved } from './cleanups.ts'
import { runCleanup } from './run-cleanup.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

const dayMs = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
const idOf = (at: Date): string => idFloor(at).slice(0, 24) + randomBytes(6).toString('hex')

interface Place {
  readonly owner: Someone
  readonly connectionId: string
  readonly inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

const openPlace = async (): Promise<Place> => {
  const owner = await app.given.organization()
  const { body } = await app.call('connect-sandbox', { provider: 'gemini' }, owner)
  const { id } = body.connection as unknown as { id: string }
  return { owner, connectionId: id, inOrg: (work) => app.database.inOrg(owner.orgId, work) }
}

/** Writes one row of a kind that is so many days old. */
const writers: Record<CleanupKind, (place: Place, days: number) => Promise<unknown>> = {
  sessions: ({ owner: { personId, orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('directory.sessions')
        .values({ token_hash: randomBytes(32), person_id: personId, org_id: orgId, expires_at: daysAgo(days - 1) })
        .execute(),
    ),
  challenges: ({ owner: { personId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('directory.challenges')
        .values({ token_hash: randomBytes(32), purpose: 'passkey-make', person_id: personId, expires_at: daysAgo(days - 1) })
        .execute(),
    ),
  oauth_flows: ({ owner: { personId, orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('oauth_flows')
        .values({
          ...{ org_id: orgId, id: newId(), state_hash: randomBytes(32), provider: 'hubspot', mode: 'sandbox', scopes: [] },
          ...{ connection_id: newId(), person_id: personId, verifier_sealed: 'v1.a.b', redirect_uri: 'https://a.example' },
          expires_at: daysAgo(days - 1),
        })
        .execute(),
    ),
  idempotency: ({ owner: { orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('idempotency')
        .values({ id: newId(), org_id: orgId, payload: newId(), answer: '{}', created_at: daysAgo(days) })
        .execute(),
    ),
  deliveries: ({ owner: { orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('deliveries')
        .values({
          ...{ org_id: orgId, id: idOf(daysAgo(days)), key_id: newId(), received_at: daysAgo(days), body: Buffer.from('{}') },
          ...(Math.round(days) % 3 === 0 ? { status: 200, outcome: 'accepted' } : { status: 400, outcome: 'rejected' }),
        })
        .execute(),
    ),
  provider_calls: ({ owner: { orgId }, connectionId, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('provider_calls')
        .values({
          ...{ org_id: orgId, id: idOf(daysAgo(days)), connection_id: connectionId, provider: 'gemini', operation: 'o' },
          ...{ method: 'GET', host: 'a.example', outcome: 'ok', tries: 1, duration_ms: 1, at: daysAgo(days) },
        })
        .execute(),
    ),
  mails: ({ owner: { orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('mails')
        .values({
          ...{ org_id: orgId, id: idOf(daysAgo(days)), template: 'invitation', to_email: 'a@b.example', subject: 's' },
          ...{ give_up_at: daysAgo(days), state: 'sent', next_try_at: null, sent_at: daysAgo(days) },
        })
        .execute(),
    ),
  webhook_deliveries: ({ owner: { orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('webhook_deliveries')
        .values({
          ...{ org_id: orgId, id: idOf(daysAgo(days)), endpoint_id: newId(), event_id: newId(), type: 'lead.received' },
          ...{ body: '{}', state: 'delivered', created_at: daysAgo(days) },
        })
        .execute(),
    ),
  uploads: ({ owner: { orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('uploads')
        .values({
          ...{ org_id: orgId, id: newId(), name: 'a.csv', size_bytes: 10, state: 'uploading', moved_at: daysAgo(days) },
          imported_rows: Math.round(days) % 4 === 0 ? 3 : 0,
        })
        .execute(),
    ),
  ai_reservations: ({ owner: { orgId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('ai_reservations')
        .values({
          ...{ org_id: orgId, id: newId(), made_at: daysAgo(days), lease_until: daysAgo(days - 1), feature: 'chat' },
          ...{ provider: 'gemini', model: 'm', most_input_tokens: 1, most_output_tokens: 1, reserved_nano: 7, budgets: '[]' },
        })
        .execute(),
    ),
  transcripts: ({ owner: { orgId, personId }, inOrg }, days) =>
    inOrg((db) =>
      db
        .insertInto('assistant_conversations')
        .values({ org_id: orgId, id: newId(), person_id: personId, title: 't', last_at: daysAgo(days) })
        .execute(),
    ),
  sync_pages: ({ owner: { orgId }, connectionId, inOrg }, days) =>
    inOrg(async (db) => {
      const id = newId()
      await db
        .insertInto('sync_jobs')
        .values({
          ...{ org_id: orgId, id, connection_id: connectionId, provider: 'hubspot', kind: 'sync', entities: ['contacts'] },
          ...{ mode: 'all', cause: 'person', steps: '{}', counts: '{}', status: 'completed', completed_at: daysAgo(days) },
        })
        .execute()
      await db.insertInto('sync_rehearsed').values({ org_id: orgId, job_id: id, key: 'k' }).execute()
      await db
        .insertInto('sync_errors')
        .values({ org_id: orgId, job_id: id, entity: 'contacts', record_id: '1', code: 'c', message: 'm' })
        .execute()
    }),
}

const cleanup = async ({ owner }: Place, dryRun: boolean): Promise<Record<CleanupKind, number>> => {
  const { status, body } = await app.call('system-cleanup', { dryRun }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.success, body.running], [true, false])
  return body.removed as unknown as Record<CleanupKind, number>
}

/** All rows that a cleanup might touch, by table. */
const rowsOf = ({ owner: { orgId, personId }, inOrg }: Place): Promise<Record<string, number>> =>
  inOrg(async (db) => {
    const tables = [
      'audit',
      'leads',
      'deliveries',
      'mails',
      'uploads',
      'provider_calls',
      'idempotency',
      'ai_ledger',
      'oauth_flows',
    ]
    const more = [
      'webhook_deliveries',
      'ai_reservations',
      'assistant_conversations',
      'sync_jobs',
      'sync_rehearsed',
      'sync_errors',
    ]
    const counts: Record<string, number> = {}
    for (const table of [...tables, ...more]) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table)} where org_id = ${orgId}`.execute(db)
      counts[table] = rows[0]?.n ?? 0
    }
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from directory.sessions where org_id = ${orgId})::int
        + (select count(*) from directory.challenges where person_id = ${personId})::int as n`.execute(db)
    return { ...counts, directory: rows[0]?.n ?? 0 }
  })

/** Numbers that repeat with their seed. */
const chance = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test('a dry run and the run after it name the same numbers, whatever there is and however old, and touch no other workspace', async () => {
  for (const seed of [1, 7, 42]) {
    const [own, other] = [await openPlace(), await openPlace()]
    const next = chance(seed)
    for (const kind of cleanupKinds)
      for (let n = Math.floor(next() * 6) + 1; n > 0; n--) {
        const days = next() * 200
        await writers[kind](own, days)
        await writers[kind](other, days)
      }
    const [before, elsewhere] = [await rowsOf(own), await rowsOf(other)]
    const dry = await cleanup(own, true)
    assert.deepEqual({ ...(await rowsOf(own)), audit: before.audit }, before, 'a dry run removes nothing')
    const run = await cleanup(own, false)
    assert.deepEqual(run, dry, `seed ${seed}`)
    assert.ok(Object.values(run).reduce((sum, n) => sum + n, 0) > 10)
    const after = await rowsOf(own)
    const gone = (tables: readonly string[]): number =>
      tables.reduce((sum, table) => sum + (before[table] ?? 0) - (after[table] ?? 0), 0)
    assert.deepEqual(
      [gone(['sync_rehearsed', 'sync_errors']), gone(['mails']), gone(['deliveries']), gone(['uploads']), gone(['directory'])],
      [run.sync_pages, run.mails, run.deliveries, run.uploads, run.sessions + run.challenges],
    )
    // What is lost of a call is charged: the ledger has it.
    assert.equal((after.ai_ledger ?? 0) - (before.ai_ledger ?? 0), run.ai_reservations)
    assert.deepEqual(await rowsOf(other), elsewhere)
    assert.deepEqual(new Set(Object.values(await cleanup(own, true))), new Set([0]))
  }
})

test('nothing that is evidence goes: requests that made leads, files with leads, the audit log', async () => {
  const place = await openPlace()
  await writers.deliveries(place, 300)
  await writers.uploads(place, 300)
  const before = await rowsOf(place)
  await cleanup(place, false)
  const after = await rowsOf(place)
  assert.deepEqual([after.deliveries, after.uploads], [1, 1])
  assert.equal((after.audit ?? 0) > (before.audit ?? 0), true)
})

test('more than a lot goes in one run; what its caller did not see to the end a job goes on with, once', async () => {
  const place = await openPlace()
  await place.inOrg((db) =>
    sql`insert into idempotency (id, org_id, payload, answer, created_at)
      select gen_random_uuid(), ${place.owner.orgId}, gen_random_uuid(), '{}', now() - interval '3 days' from generate_series(1, 2500)`.execute(
      db,
    ),
  )
  assert.equal((await cleanup(place, true)).idempotency, 2_500)
  // A server that ended after it had written down the cleanup.
  await place.inOrg((db) =>
    db
      .insertInto('cleanups')
      .values({
        ...{ org_id: place.owner.orgId, id: newId(), cutoff_at: new Date(), started_at: new Date(), moved_at: new Date() },
        ...{ planned: JSON.stringify(noneRemoved), removed: JSON.stringify(noneRemoved) },
      })
      .execute(),
  )
  const second = await app.call('system-cleanup', {}, place.owner)
  assert.deepEqual([second.status, second.body.code], [409, 'cleanup_running'])
  const { id } = await place.inOrg((db) => db.selectFrom('cleanups').select('id').executeTakeFirstOrThrow())
  const data = { orgId: place.owner.orgId, cleanupId: id }
  const { context, close } = await openJobContext(app, { SANDBOX: 'on' })
  const left = async (): Promise<number> => (await rowsOf(place)).idempotency ?? 0
  try {
    await assert.rejects(runCleanup.run(data, { ...context, signal: AbortSignal.abort() }))
    assert.equal(await left(), 2_500)
    await Promise.all([runCleanup.run(data, context), runCleanup.run(data, context)])
  } finally {
    await close()
  }
  const answer = await app.call('show-cleanup', {}, place.owner)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const shown = answer.body.cleanup as unknown as {
    state: string
    removed: Record<CleanupKind, number>
  }
  assert.deepEqual([shown.state, shown.removed.idempotency, await left()], ['done', 2_500, 0])
})

test('an owner may clean up, an admin may not', async () => {
  const { owner } = await openPlace()
  const admin = await app.given.person(owner.orgId, 'admin')
  for (const dryRun of [true, false]) assert.equal((await app.call('system-cleanup', { dryRun }, admin)).status, 403)
  assert.equal((await app.call('show-cleanup', {}, admin)).status, 403)
  assert.equal((await app.call('system-cleanup', { dryRun: 'yes' }, owner)).status, 400)
})
