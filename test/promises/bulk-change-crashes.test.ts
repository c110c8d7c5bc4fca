import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { runBulkChanges } from '#domains/desk/bulk-changes/run-bulk-changes.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { openFailpoints, Stop } from '../support/failpoints.ts'
import { openJobContext } from '../support/job-context.ts'

const { brokenContext, crashingAt } = openFailpoints()

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

const done = async <T>(action: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(action, body, as)
  assert.equal(answer.status, 200, `${action}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

/** Runs it again and again, each time killed one statement later, until one run gets to the end. Answers how often it was killed. */
const killedEverywhere = async ({ orgId }: Someone): Promise<number> => {
  for (let kills = 0; ; kills++) {
    const run = async (): Promise<void> => {
      await runBulkChanges.run({ orgId }, brokenContext(jobs.context))
    }
    try {
      await crashingAt(kills + 1, run)
      return kills
    } catch (error) {
      if (!(error instanceof Stop)) throw error
    }
    // Otherwise it would be given up: no run has got a step further.
    await app.database.inOrg(orgId, (db) => sql`update bulk_changes set tries = 0 where org_id = ${orgId}`.execute(db))
  }
}

interface Shown {
  readonly id: string
  readonly state: string
  readonly done: number
  readonly undone: number
  readonly kept: number
}

const stand = (as: Someone) =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql`
      select l.id, l.owner_id, l.state, l.state_reason, l.deleted_at is not null as is_deleted,
        (select array_agg(t.tag_id order by t.tag_id) from record_tags t where t.org_id = l.org_id and t.record_id = l.id) as tags,
        (select count(*)::int from deals d where d.org_id = l.org_id and d.lead_id = l.id and d.deleted_at is null) as deals
      from leads l where l.org_id = ${as.orgId} order by l.id`.execute(db)
    return rows
  })
const changesTold = (as: Someone, id: string) =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where org_id = ${as.orgId} and subject_id = ${id} and type = 'bulk_change.changed'`.execute(
      db,
    )
    return rows[0]?.count
  })

test('a worker that is killed at any statement leaves no record changed twice, and none that is not written down', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  for (const name of ['A', 'B', 'C']) await done('add-lead', { fullName: name, email: `${name}@x.example`, source: 'x' }, owner)
  const { tag } = await done<{ tag: { id: string } }>('save-tag', { name: 'VIP' }, owner)
  const changes = [
    { type: 'assign', ownerId: colleague.personId },
    { type: 'tag', add: [tag.id] },
    { type: 'set_state', state: 'not_fit', reason: 'Too far away' },
    { type: 'open_deals' },
    { type: 'delete' },
  ]
  const before = await stand(owner)
  const show = async ({ id }: Shown) =>
    (await done<{ bulk_change: Shown }>('show-bulk-change', { bulkChangeId: id }, owner)).bulk_change
  for (const change of changes) {
    const { bulk_change } = await done<{ bulk_change: Shown }>(
      'change-records',
      { kind: 'lead', of: { all: true }, change },
      owner,
    )
    assert.ok((await killedEverywhere(owner)) > 10)
    const made = await show(bulk_change)
    assert.deepEqual([made.state, made.done], ['done', 3], JSON.stringify(made))
    assert.notDeepEqual(await stand(owner), before)
    // More than are undone before the answer, so that a worker does it.
    await app.database.inOrg(owner.orgId, (db) =>
      sql`update bulk_changes set state = 'undoing', at_place = 0, undone_by = person_id where org_id = ${owner.orgId} and id = ${made.id}`.execute(
        db,
      ),
    )
    assert.ok((await killedEverywhere(owner)) > 10)
    const undone = await show(made)
    assert.deepEqual([undone.state, undone.undone, undone.kept], ['undone', 3, 0], JSON.stringify(undone))
    assert.deepEqual(await stand(owner), before, change.type)
    // Started, changing, done and undone: each once.
    assert.equal(await changesTold(owner, made.id), 4)
  }
})
