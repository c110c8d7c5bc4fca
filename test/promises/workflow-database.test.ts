import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '../support/app.ts'
import { start } from '../support/workflows.ts'
import { type OwnStore, startOwnStore } from './stores.ts'
import { assertEachStepOnce, givenManySteps, openWorkers, type Workers } from './workflow-workers.ts'

/* The server runs in this process: an error without a handler fails this file. */

const withinMs = 30_000
const runs = 12

let store: OwnStore
let app: TestApp
let workers: Workers
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
  workers = openWorkers(app)
})
after(async () => {
  workers?.killAll()
  await app?.stop()
  await store?.stop()
})

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Ends the database, and waits until it is there again. */
const restart = async (mode: keyof typeof signals): Promise<void> => {
  const { pid } = store.embedded
  process.kill(pid, signals[mode])
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(10))
    if (store.embedded.pid !== pid && (await store.query('select 1').catch(() => null))) return
  throw new Error('the database did not come back')
}

test('a database that goes away and comes back in the middle of runs ends none of them, and each step of theirs is done once', {
  timeout: 180_000,
}, async (t) => {
  const { as, contact, id } = await givenManySteps(app)
  const runIds = await Promise.all(Array.from({ length: runs }, () => start(app, as, id, { contact })))
  const states = async (): Promise<Map<string, number>> => {
    const { rows } = await store.query(
      `select state, count(*)::int as n from workflow_runs where org_id = '${as.orgId}' group by state`,
    )
    return new Map((rows as { state: string; n: number }[]).map(({ state, n }) => [state, n]))
  }
  const tasks = async (): Promise<number> =>
    Number((await store.query(`select count(*) from tasks where org_id = '${as.orgId}'`)).rows[0].count)

  await workers.start()
  for (const [share, mode] of [
    [0.1, 'immediate'],
    [0.5, 'fast'],
  ] as const) {
    for (const end = Date.now() + 30_000; (await tasks()) < share * runs * 7; await sleep(10)) assert.ok(Date.now() < end)
    t.diagnostic(`${mode}: ${JSON.stringify([...(await states())])}`)
    await restart(mode)
  }
  const backAt = Date.now()
  while (((await states()).get('completed') ?? 0) < runs * 2) {
    assert.ok(Date.now() - backAt < withinMs, JSON.stringify([...(await states())]))
    await sleep(50)
  }
  t.diagnostic(`all had ended ${Date.now() - backAt} ms after the database was back`)
  await assertEachStepOnce(store, as, runIds)
})
