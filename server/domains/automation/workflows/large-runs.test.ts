import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { publish } from '#test/support/workflows.ts'
import { mostBytesAtOnce } from './run-bytes.ts'
import { claimRuns, insertRuns } from './runs.ts'
import { requestStart } from './starts.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const mib = 1024 * 1024
/** A text of the trigger, and how often steps give it: a run comes to some 1.2 MiB, and has it a second time among its variables. */
const [textBytes, times] = [200 * 1024, 5]

const giving = Array.from({ length: times }, (_, n) => ({
  ...{ id: `give${n}`, kind: 'set', values: { [`v${n}`]: '{{ trigger.input.text }}' } },
  next: { done: n + 1 < times ? `give${n + 1}` : 'pause' },
}))
const nodes = [
  ...giving,
  { id: 'pause', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'days' } }, next: { done: 'end' } },
  { id: 'end', kind: 'stop', reason: '{{ size(vars.v4) }}' },
]

const startLarge = async (as: Someone, count: number): Promise<void> => {
  const trigger = { kind: 'request', input: [{ name: 'text', label: 'Text', type: 'long_text' }], open_to: 'member' }
  const { id } = await publish(app, as, { trigger, nodes })
  await app.database.inOrg(as.orgId, (db) =>
    insertRuns(
      db,
      as.orgId,
      Array.from({ length: count }, () =>
        requestStart({ workflowId: id, version: 1 }, { input: { text: 'x'.repeat(textBytes) }, at: new Date() }),
      ),
    ),
  )
}

const countOf = async (as: Someone, state: string): Promise<number> =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from workflow_runs where org_id = ${as.orgId} and state = ${state} and lease is null`.execute(
      db,
    )
    return rows[0]?.n ?? 0
  })

/** As if the day were over, for all of them. */
const passDay = (as: Someone): Promise<unknown> =>
  app.database.inOrg(as.orgId, (db) =>
    sql`
      update workflow_runs set due_at = now(), progress = jsonb_set(progress, '{threads,0,dueAt}', '"2026-01-01T00:00:00.000Z"')
      where org_id = ${as.orgId}`.execute(db),
  )

/** The most that a statement of this process carried while `work` was done, and the most that one brought of runs. */
const statementBytes = async (work: () => Promise<void>): Promise<{ given: number; brought: number }> => {
  const most = { given: 0, brought: 0 }
  const count = (result: { rows?: unknown[] } | undefined): void => {
    const rows = result?.rows ?? []
    if (rows.some((row) => typeof row === 'object' && row !== null && 'outputs' in row))
      most.brought = Math.max(most.brought, Buffer.byteLength(JSON.stringify(rows)))
  }
  const { prototype } = pg.Client as unknown as { prototype: { query: (...args: unknown[]) => unknown } }
  const { query } = prototype
  prototype.query = function (...args) {
    const values = args.flatMap((arg) => (Array.isArray(arg) ? arg : ((arg as { values?: unknown[] } | null)?.values ?? [])))
    const bytes = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)
    most.given = Math.max(most.given, bytes)
    const heard = args.at(-1)
    if (typeof heard === 'function') {
      const counted = (error: unknown, result: { rows?: unknown[] } | undefined): void => {
        count(result)
        heard(error, result)
      }
      return query.apply(this, [...args.slice(0, -1), counted])
    }
    const answer = query.apply(this, args)
    if (answer instanceof Promise) void answer.then(count, () => {})
    return answer
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return most
}

test('of many large runs as many are read at once and written with one commit as have room, and all end', {
  timeout: 180_000,
}, async () => {
  const as = await app.given.organization()
  const count = 40
  await startLarge(as, count)
  let worker: { stop(): Promise<void> } | undefined
  try {
    const most = await statementBytes(async () => {
      worker = await app.startWorker()
      await until('all wait', async () => (await countOf(as, 'waiting')) === count)
      await passDay(as)
      await until('all have ended', async () => (await countOf(as, 'completed')) === count)
    })
    const oneRun = 2 * (times + 1) * textBytes
    assert.ok(most.given > mostBytesAtOnce / 4, `${most.given / mib} MiB were the most of a statement`)
    assert.ok(most.given <= mostBytesAtOnce + oneRun, `a statement of ${most.given / mib} MiB`)
    assert.ok(most.brought > mostBytesAtOnce / 4, `${most.brought / mib} MiB were the most of a claim`)
    assert.ok(most.brought <= mostBytesAtOnce + oneRun, `a claim of ${most.brought / mib} MiB`)
  } finally {
    await worker?.stop()
  }
})

test('a run that is larger than what is claimed at once has its turn, and what is due behind it waits no longer than that', async () => {
  const as = await app.given.organization()
  await startLarge(as, 6)
  const claim = () =>
    claimRuns(app.database.pool, { leaseMs: 60_000, most: 1_000, mostOfOrg: 500, fullOrgs: [], mostBytes: 3 * textBytes })
  const largestFirst = await app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<{ id: string }>`
      with largest as (select id from workflow_runs where org_id = ${as.orgId} order by id offset 3 limit 1)
      update workflow_runs r set bytes = ${50 * mib}, due_at = now() - interval '1 minute' from largest l
      where r.org_id = ${as.orgId} and r.id = l.id returning r.id`.execute(db)
    return rows[0]?.id
  })
  assert.deepEqual(
    (await claim()).map(({ id }) => id),
    [largestFirst],
  )
  assert.equal((await claim()).length, 2)
  // Of before: counted when it is claimed.
  await app.database.inOrg(as.orgId, (db) => sql`update workflow_runs set bytes = null where org_id = ${as.orgId}`.execute(db))
  assert.equal((await claim()).length, 2)
  assert.equal((await claim()).length, 1)
  assert.equal((await claim()).length, 0)
})
