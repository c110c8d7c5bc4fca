import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '../support/app.ts'
import { type Load, startLoad } from './load.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

// The server runs in this process: an error that nobody catches fails this file.
let store: OwnStore
let app: TestApp
let key: string

before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target })
  key = (await app.given.key(app.owner.orgId)).text
})
after(async () => {
  await app.stop()
  await store.stop()
})

const untilUp = async (before: number): Promise<void> => {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(10)) {
    if (store.embedded.pid === before) continue
    if (await store.query('select 1').catch(() => null)) return
  }
  throw new Error('the database did not come back')
}

const firstSuccessAfter = async (load: Load, atMs: number): Promise<number> => {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(5)) {
    const found = load.successes.findLast((each) => each >= atMs)
    if (found) return load.successes.find((each) => each >= atMs) as number
  }
  throw new Error(
    `no lead was taken within 10 s after the database was back; the last failure: ${JSON.stringify(load.failures.at(-1))}`,
  )
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

for (const mode of ['fast', 'immediate', 'fast', 'immediate'] as const) {
  test(`a database that is restarted (${mode}) under load costs errors only while it is down, and no acknowledged lead`, async (t) => {
    const load = startLoad(app.url, key)
    await sleep(400)
    const downAt = Date.now()
    const { pid } = store.embedded
    process.kill(pid, signals[mode])
    await untilUp(pid)
    const upAt = Date.now()
    const takenAt = await firstSuccessAfter(load, upAt)
    await sleep(500)
    await load.stop()

    t.diagnostic(
      `down for ${upAt - downAt} ms, first lead ${takenAt - upAt} ms after, ${load.acknowledged.size} acknowledged, ${load.failures.length} refused`,
    )
    assert.ok(takenAt - upAt < 5_000, `the intake took ${takenAt - upAt} ms to recover`)
    assert.deepEqual(
      [...new Set(load.failures.map(({ status }) => status))].filter((status) => status !== 503),
      [],
      'answers other than 200 and 503',
    )
    for (const { body } of load.failures) assert.equal((JSON.parse(body) as { code: string }).code, 'unavailable')
    assert.deepEqual(
      load.failures.filter(({ atMs }) => atMs < downAt),
      [],
      'errors before it was down',
    )
    assert.deepEqual(
      load.failures.filter(({ atMs }) => atMs > takenAt + 1_000),
      [],
      'errors after it had recovered',
    )
    assert.deepEqual(await store.missing(load.acknowledged), [], 'acknowledged leads that are lost')
    assert.equal((await app.call('list-leads', { limit: 1 })).status, 200, 'the pool has recovered too')
  })
}

test('storms of terminated connections under load cost no acknowledged lead, and the server takes leads again at once', async (t) => {
  const load = startLoad(app.url, key)
  await sleep(300)
  for (let storm = 0; storm < 10; storm++) {
    await store.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    )
    await sleep(120)
  }
  const overAt = Date.now()
  const takenAt = await firstSuccessAfter(load, overAt)
  await sleep(300)
  await load.stop()
  t.diagnostic(
    `first lead ${takenAt - overAt} ms after the last storm, ${load.acknowledged.size} acknowledged, ${load.failures.length} refused`,
  )
  assert.ok(takenAt - overAt < 2_000)
  assert.ok(load.failures.length > 0, 'the storms hit nothing')
  assert.deepEqual(
    [...new Set(load.failures.map(({ status }) => status))].filter((status) => status !== 503),
    [],
    'answers other than 200 and 503',
  )
  assert.deepEqual(await store.missing(load.acknowledged), [], 'acknowledged leads that are lost')
  assert.equal((await app.call('list-leads', { limit: 1 })).status, 200)
})
