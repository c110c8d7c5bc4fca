import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
const given = async (times: readonly Date[]) => {
  const someone = await app.given.organization()
  const made = await app.call('create-lead-source', { name: 'Kitchen ads', settings: { kind: 'google_ads' } }, someone)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const sourceId = String((made.body.source as unknown as { id: string }).id)
  const contactId = newId()
  await app.database.inOrg(someone.orgId, async (db) => {
    await db.insertInto('contacts').values({ org_id: someone.orgId, id: contactId, email: 'x@example.com' }).execute()
    for (const at of times)
      await db
        .insertInto('leads')
        .values({
          ...{ org_id: someone.orgId, id: idFloor(at), contact_id: contactId, source: 'kitchen-ads', via: 'source' },
          ...{ key_id: sourceId, received_at: at, received: '{}' },
        })
        .execute()
  })
  const notices = async (): Promise<string[]> =>
    (
      await app.database.inOrg(someone.orgId, (db) =>
        db.selectFrom('notices').select('kind').where('subject_id', '=', sourceId).orderBy('kind').execute(),
      )
    ).map(({ kind }) => kind)
  return { someone, sourceId, contactId, notices }
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
  const rejects = { requests: 50, rejected: 10, in_a_row: 2 }
  assert.deepEqual([isRejecting(rejects), isRejecting({ ...rejects, rejected: 11 })], [false, true])
  assert.equal(isRejecting({ ...rejects, requests: 49, rejected: 40 }), false)
  assert.equal(isRejecting({ requests: 3, rejected: 3, in_a_row: 3 }), true)
})
