import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openOutbox } from '#test/mail/outbox.ts'
import { startResend } from '#test/mail/resend-server.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectNumber } from '../support/messaging.ts'
import { idsOf, inOrder, messagesOf } from './messages-arriving.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

/** What a claim of a worker that is gone may cost, and what a crowded machine adds to it; it was fifteen minutes. */
const withinMs = 30_000
const count = 150

let store: OwnStore
let app: TestApp
let resend: Awaited<ReturnType<typeof startResend>>
const workers: ChildProcess[] = []
before(async () => {
  ;[store, resend] = await Promise.all([startOwnStore(), startResend()])
  app = await startApp({ target: store.target, env: { RESEND_API_KEY: 're_test', RESEND_URL: resend.url } })
})
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app?.stop()
  await resend?.stop()
  await store?.stop()
})

const startWorkerProcess = async (): Promise<ChildProcess> => {
  const env = {
    RESEND_API_KEY: 're_test',
    RESEND_URL: resend.url,
    FOYER_DATA: app.dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../mail/worker-process.ts', import.meta.url)), JSON.stringify({ target: store.target, env })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  workers.push(child)
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

/** Messages that wait to be read, of a workspace of its own. */
const arrived = async (): Promise<{ someone: Someone; ids: string[] }> => {
  const someone = await app.given.organization()
  const number = await connectNumber(app, someone.orgId)
  const { ids, bodies } = messagesOf(number, count, 10)
  await inOrder(app, bodies, number.appSecret, 8)
  return { someone, ids }
}

const readOf = async (orgId: string): Promise<number> =>
  Number((await store.query(`select count(*) from messages where org_id = '${orgId}'`).catch(() => null))?.rows[0].count ?? 0)

const untilRead = async (orgId: string, wanted: number, ms = withinMs): Promise<void> => {
  for (const end = Date.now() + ms; (await readOf(orgId)) < wanted; await sleep(10))
    if (Date.now() > end) assert.fail(`${await readOf(orgId)} of ${wanted} messages were read within ${ms} ms`)
}

const runningOf = async (someone: Someone): Promise<number> =>
  ((await app.call('list-background-work', {}, someone)).body.counts as unknown as { running: number }).running

test('a worker that is killed in the middle of its jobs: the next one does them within seconds, each once', async (t) => {
  const { someone, ids } = await arrived()
  const speak = resend.fallSilent()
  const outbox = await openOutbox(app)
  const mailId = await outbox.queue(someone.orgId, 'killed@example.com')
  const doomed = await startWorkerProcess()
  await untilRead(someone.orgId, 5)
  for (const end = Date.now() + 20_000; resend.arrived().length === 0; await sleep(10)) assert.ok(Date.now() < end)
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  speak()
  const killedMs = Date.now()
  assert.ok((await readOf(someone.orgId)) < ids.length, 'it was killed in the middle')

  const worker = await startWorkerProcess()
  await untilRead(someone.orgId, ids.length)
  await outbox.until(someone.orgId, mailId, 'sent', withinMs / 1_000)
  t.diagnostic(`all is done ${Date.now() - killedMs} ms after the kill`)
  assert.deepEqual((await idsOf(app, someone.orgId)).sort(), [...ids].sort())
  assert.equal(resend.arrived().length, 1)
  assert.equal(await runningOf(someone), 0)
  await outbox.close()
  worker.kill('SIGTERM')
  await once(worker, 'exit')
})

test('the database is down for seconds while the worker reads: requests in hand are read within seconds of its return', async (t) => {
  const worker = await app.startWorker()
  const { someone, ids } = await arrived()
  await untilRead(someone.orgId, 5)
  let last = 0
  for (const until = Date.now() + 4_000; Date.now() < until; await sleep(50))
    if (store.embedded.pid !== last) {
      last = store.embedded.pid
      try {
        process.kill(last, 'SIGINT')
      } catch {
        last = 0 // it is just coming back
      }
    }
  while (!(await store.query('select 1').catch(() => null))) await sleep(50)
  const backMs = Date.now()
  assert.ok((await readOf(someone.orgId)) < ids.length, 'it went away in the middle')
  await untilRead(someone.orgId, ids.length)
  t.diagnostic(`all is read ${Date.now() - backMs} ms after the database was back`)
  assert.deepEqual((await idsOf(app, someone.orgId)).sort(), [...ids].sort())
  await worker.stop()
})

test('a worker that is frozen loses its jobs to another, and does none of them twice when it wakes', async (t) => {
  const frozen = await startWorkerProcess()
  const { someone, ids } = await arrived()
  await untilRead(someone.orgId, 5)
  frozen.kill('SIGSTOP')
  const frozenMs = Date.now()
  assert.ok((await readOf(someone.orgId)) < ids.length, 'it was frozen in the middle')
  const worker = await startWorkerProcess()
  // What it holds locked is let go after 45 s; here at once, as the database does it then.
  await sleep(500)
  await store.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and application_name = 'foyer work' and state_change < now() - interval '400 ms'`,
  )
  await untilRead(someone.orgId, ids.length)
  t.diagnostic(`all is read ${Date.now() - frozenMs} ms after it was frozen`)
  frozen.kill('SIGCONT')
  await sleep(1_500)
  assert.deepEqual((await idsOf(app, someone.orgId)).sort(), [...ids].sort())
  const { rows } = await store.query(
    `select count(*)::int as contacts from contacts where org_id = '${someone.orgId}' union all
     select count(*)::int from inbox where org_id = '${someone.orgId}' and state <> 'read'`,
  )
  assert.deepEqual(rows, [{ contacts: 10 }, { contacts: 0 }])
  assert.equal(await runningOf(someone), 0)
  assert.equal(frozen.exitCode, null, 'it lives on')
  const next = await arrived()
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await untilRead(next.someone.orgId, next.ids.length)
  frozen.kill('SIGTERM')
  await once(frozen, 'exit')
})

test('while no worker is there, the list of background work says so', async () => {
  const { someone } = await arrived()
  await store.query(`update jobs.queue set monitor_claim_on = now() - interval '5 minutes'`)
  await store.query(
    `update jobs.job set state = 'active', started_on = now() - interval '5 minutes', heartbeat_on = now() - interval '5 minutes'
     where id in (select id from jobs.job where name = 'read-inbox' and state = 'created' and data ->> 'orgId' = '${someone.orgId}' limit 2)`,
  )
  const { body } = await app.call('list-background-work', {}, someone)
  assert.deepEqual(
    { ...(body.counts as unknown as object), seen: Date.now() - Date.parse(String(body.worker_seen_at)) > 200_000 },
    { waiting: count, running: 0, held: 0, dead: 0, failed: 0, seen: true },
  )
})
