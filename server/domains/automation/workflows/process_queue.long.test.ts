import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { publish, runsOf, start } from '#test/support/workflows.ts'
import { countDue, countEnded, findDue } from './due-work.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const givenRuns = async (as: Someone, count: number): Promise<string> => {
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', input: [], open_to: 'member' },
    nodes: [
      { id: 'one', kind: 'set', values: { a: 1 }, next: { done: 'two' } },
      { id: 'two', kind: 'set', values: { a: 2 }, next: { done: 'end' } },
      { id: 'end', kind: 'stop' },
    ],
  })
  for (let n = 0; n < count; n++) await start(app, as, id)
  return id
}

const drain = async (as: Someone, limit = 100) => {
  const { status, body } = await app.call('process_queue', { limit }, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as { processed: number; remaining: number }
}

test('an admin drains what is due in the own workspace, counted to the step, while another workspace is left out', async () => {
  const [as, other] = [await app.given.organization(), await app.given.organization()]
  const id = await givenRuns(as, 4)
  await givenRuns(other, 3)
  const worker = await app.startWorker()
  try {
    const { processed, remaining } = await drain(as)
    // Those that a worker had ended before the first look are not counted.
    assert.ok(processed <= 12)
    assert.equal(remaining, 0)
    assert.ok((await runsOf(app, as, id)).every(({ state }) => state === 'completed'))
    assert.deepEqual(await drain(as), { success: true, processed: 0, remaining: 0 })
  } finally {
    await worker.stop()
  }
})

test('two admins drain at once, and each step that had been due is counted as ended', async () => {
  const as = await app.given.organization()
  await givenRuns(as, 5)
  const inOrg = <T>(work: Parameters<typeof app.database.inOrg<T>>[1]) => app.database.inOrg(as.orgId, work)
  const due = await inOrg((db) => findDue(db, as.orgId, 100))
  assert.equal(due.runIds.length, 5)
  assert.deepEqual(await inOrg((db) => countEnded(db, as.orgId, due, 100)), { processed: 0, isDone: false })
  assert.equal(await inOrg((db) => countDue(db, as.orgId)), 5 + due.jobIds.length)
  const worker = await app.startWorker()
  const [one, two] = await Promise.all([drain(as), drain(as)])
  await worker.stop()
  assert.deepEqual([one.remaining, two.remaining], [0, 0])
  const { processed, isDone } = await inOrg((db) => countEnded(db, as.orgId, due, 100))
  assert.deepEqual([processed, isDone], [15 + due.jobIds.length, true])
})

test('without a worker a caller learns what remains', async () => {
  const as = await app.given.organization()
  await givenRuns(as, 2)
  const { processed, remaining } = await drain(as)
  assert.deepEqual([processed, remaining], [0, 2])
})
