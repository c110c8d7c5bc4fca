import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { bodyOf, connectNumber, messageChange, type TestNumber } from '#test/messaging.ts'
import { until } from '#test/until.ts'
import { idsOf, insist, messagesOf } from './messages-arriving.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp()
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** Ms from the webhook to the message, one after the other. */
const delaysOf = async (number: TestNumber, orgId: string, count: number): Promise<number[]> => {
  const delays: number[] = []
  for (let n = 0; n < count; n++) {
    const id = `wamid.${newId()}`
    const begun = performance.now()
    await insist(app, bodyOf({ number, changes: [messageChange(number, { waId: '4915155500001', id })] }), number.appSecret)
    await until('the message is there', async () => (await idsOf(app, orgId)).includes(id))
    delays.push(performance.now() - begun)
  }
  return delays
}
const slowest = (delays: readonly number[]): number =>
  delays.toSorted((a, b) => a - b)[Math.ceil(delays.length * 0.99) - 1] as number

test('one workspace’s burst of 200 messages a second does not delay another’s', async (t) => {
  const [calm, busy] = [await app.given.organization(), await app.given.organization()]
  const [calmNumber, busyNumber] = [await connectNumber(app, calm.orgId), await connectNumber(app, busy.orgId)]
  const baseline = await delaysOf(calmNumber, calm.orgId, 12)
  const { ids, bodies } = messagesOf(busyNumber, 600, 30)
  let sent = 0
  const burst = (async () => {
    const begun = performance.now()
    for (const body of bodies) {
      const early = (sent++ * 1_000) / 200 - (performance.now() - begun)
      if (early > 1) await sleep(early)
      void insist(app, body, busyNumber.appSecret)
    }
  })()
  const during = await delaysOf(calmNumber, calm.orgId, 12)
  await burst
  t.diagnostic(`p99 alone ${Math.round(slowest(baseline))} ms, during the burst ${Math.round(slowest(during))} ms`)
  // Whoever stood behind the six hundred would wait until they are done: some ten seconds.
  assert.ok(slowest(during) <= Math.max(1.5 * slowest(baseline), 4_000), `${slowest(during)} ms`)
  await until('the burst is read too', async () => (await idsOf(app, busy.orgId)).length === ids.length)
})
