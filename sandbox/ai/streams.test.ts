import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import type { Streaming } from './streams.ts'

let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
})
after(async () => {
  await vendors?.stop()
})

const lay = (answer: object) =>
  fetch(`${vendors.address}/sandbox/openai/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
const ask = (signal?: AbortSignal) =>
  fetch(`${vendors.address}/v1/chat/completions`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { authorization: 'Bearer sk-any', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-6.1-terra', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  })
const newest = async (): Promise<Streaming | undefined> =>
  ((await (await fetch(`${vendors.address}/sandbox/openai/api/streams`)).json()) as Streaming[])[0]

test('a double says of each stream whether it is open, was sent whole, broke off or was left, and what it produced after its caller had gone', async () => {
  await (await ask()).text()
  const whole = await newest()
  assert.deepEqual([whole?.state, whole?.made, whole?.madeAfter], ['whole', whole?.pieces, 0])

  await lay({ text: 'one two three four five six seven eight', breakAfter: 2 })
  await assert.rejects(async () => (await ask()).text())
  const broken = await newest()
  assert.deepEqual([broken?.state, broken?.madeAfter], ['broken', 0])

  await vendors.turn('openai', { kind: 'pauses', bytes: 50, pauseMs: 300, only: 'POST' })
  const leaving = new AbortController()
  const answer = await ask(leaving.signal)
  await answer.body?.getReader().read()
  assert.equal((await newest())?.state, 'open')
  leaving.abort()
  const left = await until('its caller is missed', async () => {
    const stream = await newest()
    return stream?.state === 'left' && stream
  })
  assert.ok(left.made < left.pieces && left.madeAfter <= 1, JSON.stringify(left))
  await vendors.turn('openai')
  assert.match(await (await fetch(`${vendors.address}/sandbox/openai/desk`)).text(), /its caller left · \d produced after that/)
})
