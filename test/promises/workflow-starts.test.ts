import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { publish } from '../support/workflows.ts'
import { type OwnStore, startOwnStore } from './stores.ts'
import { openWorkers, type Workers } from './workflow-workers.ts'

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

const leads = 120

test('while three workers are killed and a transaction stays open, each lead starts one run of each workflow that wants it', {
  timeout: 180_000,
}, async (t) => {
  const as = await app.given.organization()
  const { text: key } = await app.given.key(as.orgId)
  const trigger = (filter?: string) => ({ kind: 'event', event: 'lead.received', ...(filter && { filter }) })
  const nodes = [{ id: 'keep', kind: 'set', values: { who: '{{ trigger.data.name }}' } }]
  const all = await publish(app, as, { name: 'All', trigger: trigger(), nodes })
  const some = await publish(app, as, { name: 'Some', trigger: trigger("trigger.data.name.ends_with('7')"), nodes })
  await publish(app, as, { name: 'None', trigger: trigger("trigger.data.name == 'Nobody'"), nodes })

  // A reaction begins with what happens from its first look on.
  const first = await workers.start()
  await until('the log is followed', async () => {
    const { rows } = await store.query(`select from directory.event_cursors where reader = 'workflows'`)
    return rows.length > 0
  })
  first.kill('SIGKILL')

  // It began before the leads, and ends after many of them: what comes to light late is not passed over.
  const late = new pg.Client(connectionOptions(store.target, { application: 'test', role: null }))
  await late.connect()
  await late.query('begin')
  await late.query('select pg_current_xact_id()')
  let isOver = false
  const killing = (async () => {
    while (!isOver) {
      const three = await Promise.all([workers.start(), workers.start(), workers.start()])
      for (const each of three) {
        await sleep(200 + Math.random() * 800)
        each.kill('SIGKILL')
      }
    }
  })()
  const posted = new Map<string, string>()
  const names = Array.from({ length: leads }, (_, n) => `Lead ${n}`)
  for (let at = 0; at < leads; at += 12)
    await Promise.all(
      names.slice(at, at + 12).map(async (name, n) => {
        const lead = { name, email: `starts.${at + n}@example.com`, external_id: name }
        const [first, again] = [await app.post(lead, key), await app.post(lead, key)]
        assert.deepEqual([first.status, again.status], [200, 200])
        posted.set(name, String(first.body.lead_id))
      }),
    )
  await sleep(1_000)
  await late.query('commit')
  await late.end()
  isOver = true
  await killing

  await workers.start()
  const runsOf = async (id: string) =>
    (await store.query(`select subject_id, state from workflow_runs where workflow_id = '${id}'`)).rows as {
      subject_id: string
      state: string
    }[]
  const wanted = leads + names.filter((name) => name.endsWith('7')).length
  const states = async (): Promise<string> =>
    JSON.stringify(
      (await store.query('select state, reason_code, count(*)::int as n from workflow_runs group by 1, 2 order by 1, 2')).rows,
    )
  await until('each has its runs', async () => {
    const { rows } = await store.query(`select count(*)::int as n from workflow_runs where state = 'completed'`)
    return (rows[0] as { n: number }).n >= wanted
  }).catch(async () => assert.fail(`of ${wanted} runs: ${await states()}`))
  await sleep(500)
  const ids = async (id: string) => (await runsOf(id)).map(({ subject_id }) => subject_id).sort()
  assert.deepEqual(await ids(all.id), [...posted.values()].sort())
  const ofSome = [...posted].filter(([name]) => name.endsWith('7')).map(([, id]) => id)
  assert.deepEqual(await ids(some.id), ofSome.sort())
  const { rows } = await store.query('select count(*)::int as n from workflow_runs')
  assert.equal((rows[0] as { n: number }).n, wanted)
  t.diagnostic(`${wanted} runs`)
})
