import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { idFloor, newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { isRejecting, isSilent } from './source-rhythms.ts'
import { watchLeadSources } from './watch-lead-sources.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp()
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const hourMs = 3_600_000

/** A source with leads at these times; each a lead as the intake writes it. */
const given = async (times: readonly Date[], settings: object = { kind: 'google_ads' }) => {
  const someone = await app.given.organization()
  const made = await app.call('create-lead-source', { name: 'Kitchen ads', settings }, someone)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const sourceId = String((made.body.source as unknown as { id: string }).id)
  const contactId = newId()
  await app.database.inOrg(someone.orgId, async (db) => {
    await db.insertInto('contacts').values({ org_id: someone.orgId, id: contactId, email: 'x@example.com' }).execute()
    await sql`
      insert into leads (org_id, id, contact_id, source, via, key_id, received_at, received)
      select ${someone.orgId}, x.id, ${contactId}, 'kitchen-ads', 'source', ${sourceId}, x.at, '{}'
      from unnest(${times.map(idFloor)}::uuid[], ${times.map((at) => at.toISOString())}::timestamptz[]) x (id, at)`.execute(db)
  })
  const shown = async () =>
    (await app.call('show-lead-source', { leadSourceId: sourceId }, someone)).body.source as unknown as {
      readonly state: string
      readonly rejected: number
      readonly rejected_7_days: number
      readonly conflicts: number
    }
  /** Keeps requests that came at a time and made no lead. */
  const keep = (at: Date, kept: { outcome: string; code?: string; body?: Buffer; flags?: string[] }, times = 1) =>
    app.database.inOrg(someone.orgId, (db) =>
      db
        .insertInto('deliveries')
        .values(
          Array.from({ length: times }, (_, n) => ({
            ...{ org_id: someone.orgId, id: idFloor(new Date(at.getTime() + n)), key_id: sourceId, status: 400 },
            ...{ received_at: new Date(at.getTime() + n), ...kept },
          })),
        )
        .execute(),
    )
  const notices = async (): Promise<string[]> =>
    (
      await app.database.inOrg(someone.orgId, (db) =>
        db.selectFrom('notices').select('kind').where('subject_id', '=', sourceId).orderBy('kind').execute(),
      )
    ).map(({ kind }) => kind)
  return { someone, sourceId, contactId, notices, shown, keep }
}

const watchAt = (now: Date): Promise<void> => watchLeadSources.run({}, { ...jobs.context, now: () => now })

/** Eight a day by day, none by night: the longest usual gap is that of the nights, seventeen hours. */
const eightDays = (end: Date): Date[] =>
  Array.from({ length: 8 }, (_, day) =>
    Array.from({ length: 8 }, (_, hour) => new Date(end.getTime() - day * 24 * hourMs - hour * hourMs)),
  ).flat()

test('a busy source that brings nothing for three times its longest usual gap raises one notice, which its next lead clears', async () => {
  const last = new Date(Date.now() - 60 * hourMs)
  const { someone, sourceId, contactId, notices } = await given(eightDays(last))
  await watchAt(new Date(last.getTime() + 50 * hourMs))
  assert.deepEqual(await notices(), [], 'three nights are not over')
  await watchAt(new Date(last.getTime() + 52 * hourMs))
  await watchAt(new Date(last.getTime() + 53 * hourMs))
  assert.deepEqual(await notices(), ['lead_source_silent'])
  const shown = await app.call('show-lead-source', { leadSourceId: sourceId }, someone)
  assert.equal((shown.body.source as unknown as { state: string }).state, 'silent')

  await app.database.inOrg(someone.orgId, (db) =>
    db
      .insertInto('leads')
      .values({
        ...{ org_id: someone.orgId, id: newId(), contact_id: contactId, source: 'kitchen-ads', via: 'source' },
        ...{ key_id: sourceId, received: '{}' },
      })
      .execute(),
  )
  await watchAt(new Date())
  assert.deepEqual(await notices(), [])
})

test('a source with thousands of leads a day is not silent in its night, and is when the day brings nothing', async () => {
  const lastAt = new Date(Date.now() - 30 * hourMs)
  // From 7:00 to 23:00: the newest two thousand are ten hours without a night.
  const times = Array.from({ length: 7 * 3_000 }, (_, n) => {
    const [day, lead] = [Math.floor(n / 3_000), n % 3_000]
    return new Date(lastAt.getTime() - day * 24 * hourMs - lead * ((16 * hourMs) / 3_000))
  })
  const { notices } = await given(times)
  for (const hours of [1, 8, 20]) {
    await watchAt(new Date(lastAt.getTime() + hours * hourMs))
    assert.deepEqual(await notices(), [], `${hours} hours after its last lead`)
  }
  await watchAt(new Date(lastAt.getTime() + 25 * hourMs))
  assert.deepEqual(await notices(), ['lead_source_silent'])
})

test('requests that wait for a person stand on the page, with their notices, until they are done, however long that takes', async () => {
  const { notices, shown, keep } = await given([])
  const before = new Date(Date.now() - 8 * 24 * hourMs)
  const body = Buffer.from('{}')
  await keep(before, { outcome: 'deduplicated', flags: ['external_id_conflict'], body })
  await keep(new Date(before.getTime() + 1_000), { outcome: 'rejected', code: 'rate_limited', body })
  await keep(new Date(before.getTime() + 2_000), { outcome: 'rejected', code: 'lead_source_unproven', body })
  await watchAt(new Date())
  assert.deepEqual(await notices(), ['lead_source_conflicts', 'lead_source_overrun'])
  const { rejected, rejected_7_days: lately, conflicts } = await shown()
  assert.deepEqual({ rejected, lately, conflicts }, { rejected: 1, lately: 0, conflicts: 1 })
})

const form = { kind: 'form', fields: [{ kind: 'email', name: 'email', required: true }] }

test('a form to which strangers send says nothing by it of how it is set up', async () => {
  const { notices, shown, keep } = await given([], form)
  const begun = Date.now() - hourMs
  const body = Buffer.from('{}')
  await keep(new Date(begun), { outcome: 'rejected', code: 'form_origin_refused', body }, 60)
  await keep(new Date(begun + 1_000), { outcome: 'rejected', code: 'rate_limited' }, 60)
  await watchAt(new Date())
  assert.deepEqual([await notices(), (await shown()).state], [[], 'waiting'])
})

test('one visitor who gets a form wrong a few times is no trouble of it, and visitors of some minutes are', async () => {
  const { notices, keep } = await given([new Date(Date.now() - 2 * hourMs)], form)
  const begun = Date.now() - hourMs
  const wrong = { outcome: 'rejected', code: 'form_field_missing', body: Buffer.from('{}') }
  for (const seconds of [0, 20, 45, 90]) await keep(new Date(begun + seconds * 1_000), wrong)
  await watchAt(new Date())
  assert.deepEqual(await notices(), [])
  await keep(new Date(begun + 11 * 60_000), wrong)
  await watchAt(new Date())
  assert.deepEqual(await notices(), ['lead_source_rejects'])
})

test('a source that an admin switched off is silent by right, and one with few leads has no rhythm', async () => {
  const last = new Date(Date.now() - 80 * hourMs)
  const off = await given(eightDays(last))
  await app.call('update-lead-source', { leadSourceId: off.sourceId, isOn: false }, off.someone)
  const few = await given(eightDays(last).slice(0, 34))
  await watchAt(new Date())
  assert.deepEqual([await off.notices(), await few.notices()], [[], []])
})

test('a source of which more than one in five of fifty requests are rejected raises a notice, which mending clears', async () => {
  const { someone, sourceId, notices } = await given(Array.from({ length: 39 }, (_, n) => new Date(Date.now() - n * 1_000)))
  // Not the newest ones: three in a row are enough by themselves.
  const ids = Array.from({ length: 11 }, (_, n) => idFloor(new Date(Date.now() - 90_000 - n * 1_000)))
  await app.database.inOrg(someone.orgId, (db) =>
    db
      .insertInto('deliveries')
      .values(ids.map((id) => ({ org_id: someone.orgId, id, key_id: sourceId, status: 400, outcome: 'rejected' })))
      .execute(),
  )
  await watchAt(new Date())
  assert.deepEqual(await notices(), ['lead_source_rejects'])
  await app.database.inOrg(someone.orgId, (db) =>
    db
      .updateTable('deliveries')
      .set({ mended_by: newId() })
      .where('id', '=', ids[0] as string)
      .execute(),
  )
  await watchAt(new Date())
  assert.deepEqual(await notices(), [])
})

test('three rejects in a row of a small source raise a notice, and it never says that it waits for its first lead again', async () => {
  const { someone, sourceId, notices } = await given([])
  const stateOf = async () => {
    const { body } = await app.call('show-lead-source', { leadSourceId: sourceId }, someone)
    return (body.source as unknown as { state: string }).state
  }
  const reject = () =>
    app.database.inOrg(someone.orgId, (db) =>
      db
        .insertInto('deliveries')
        .values({ org_id: someone.orgId, id: newId(), key_id: sourceId, status: 400, outcome: 'rejected' })
        .execute(),
    )
  assert.equal(await stateOf(), 'waiting')
  await reject()
  assert.equal(await stateOf(), 'rejecting')
  await reject()
  await watchAt(new Date())
  assert.deepEqual(await notices(), [])
  await reject()
  await watchAt(new Date())
  assert.deepEqual([await notices(), await stateOf()], [['lead_source_rejects'], 'rejecting'])
})

test('a source is silent or rejecting just beyond its edges, and not at them', () => {
  const now = new Date()
  const lastAt = new Date(now.getTime() - 3 * hourMs)
  const usual = { leads: 35, isKnown: true, lastAt, longestGapMs: hourMs - 1 }
  assert.equal(isSilent(usual, now), true)
  assert.equal(isSilent({ ...usual, longestGapMs: hourMs }, now), false)
  assert.equal(isSilent({ ...usual, leads: 34 }, now), false)
  assert.equal(isSilent({ ...usual, isKnown: false }, now), false)
  assert.equal(isSilent({ ...usual, lastAt: null, longestGapMs: null }, now), false)
  const rejects = { requests: 50, rejected: 10, in_a_row: 2, row_ms: 0 }
  assert.deepEqual([isRejecting(rejects, false), isRejecting({ ...rejects, rejected: 11 }, false)], [false, true])
  assert.equal(isRejecting({ ...rejects, requests: 49, rejected: 40 }, false), false)
  const row = { requests: 3, rejected: 3, in_a_row: 3, row_ms: 599_999 }
  assert.deepEqual([isRejecting(row, false), isRejecting(row, true)], [true, false])
  assert.equal(isRejecting({ ...row, row_ms: 600_000 }, true), true)
})
