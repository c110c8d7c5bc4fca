import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { makeGivingWay } from './giving-way.ts'

let app: TestApp
before(async () => {
  // What leads of other tests do to the log would be seen here.
  app = await startApp({ alone: true })
})
after(() => app?.stop())

/** To a workspace of its own. */
const postLead = async (): Promise<void> => {
  const { orgId } = await app.given.organization()
  const { text: key } = await app.given.key(orgId)
  const { status } = await app.post({ email: 'maya@example.com', source: 'website' }, key)
  assert.equal(status, 200)
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}

test('work in lots rests where a lead came to any workspace, and goes on in small lots; without leads its lots grow again', async () => {
  const { signal } = new AbortController()
  const givingWay = makeGivingWay({ db: app.database.db, signal }, { to: leadEvents.received, least: 100, most: 600 })
  assert.equal(givingWay.size(), 600)
  await givingWay.rest(300)
  assert.equal(givingWay.size(), 600, 'no lead came')

  await postLead()
  const restedMs = await timed(() => givingWay.rest(100))
  assert.ok(restedMs >= 390, `it rested for ${restedMs} ms`)
  assert.equal(givingWay.size(), 100)

  const sizes: number[] = []
  for (let lots = 0; lots < 4; lots++) {
    await new Promise((done) => setTimeout(done, 150))
    await givingWay.rest(1_000)
    sizes.push(givingWay.size())
  }
  // The lead came before the first of them at the latest.
  assert.equal(sizes.at(-1), 600, String(sizes))
})

test('a rest ends when the worker drains', async () => {
  const draining = new AbortController()
  const givingWay = makeGivingWay(
    { db: app.database.db, signal: draining.signal },
    { to: leadEvents.received, least: 100, most: 600 },
  )
  await postLead()
  const rest = timed(() => givingWay.rest(60_000))
  setTimeout(() => draining.abort(), 200)
  assert.ok((await rest) < 1_500)
})
