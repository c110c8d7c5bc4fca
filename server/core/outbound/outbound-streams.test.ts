import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAllowedTarget } from '#shapes/networks.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { makeHttp, NoAnswer } from './http.ts'
import { makeOutboundHttp } from './outbound-http.ts'
import type { ProviderOpening } from './provider-http.ts'

/* Answers in pieces have limits and places of their own. */

let play: (response: ServerResponse) => void = (response) => void response.end()
let ended = 0
const server = createServer((request, response) => {
  request.resume()
  response.once('close', () => ended++)
  if (request.url === '/whole') return void response.end('{}')
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  play(response)
})
let address: string
let http: ReturnType<typeof makeHttp>
let outgoing: ReturnType<typeof makeOutboundHttp>
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  http = makeHttp({ allowed: [readAllowedTarget(`127.0.0.1:${port}`) ?? []].flat() })
  outgoing = makeOutboundHttp({
    ...{ http, guarded: http, record: async () => {}, metrics: makeMetrics(), log: makeLog({ level: 'silent' }) },
    now: () => new Date(),
  })
})
after(async () => {
  await http?.destroy()
  server.closeAllConnections()
  server.close()
})

const of = (orgId = 'a') => outgoing.for({ orgId, connectionId: `of ${orgId}`, provider: 'gemini' })
const open = (more: Partial<ProviderOpening> = {}, orgId = 'a') =>
  of(orgId).open({
    ...{
      operation: 'stream',
      method: 'POST',
      url: `${address}/stream`,
      silenceMs: 5_000,
      wholeMs: 10_000,
      maxBytes: 1_000_000,
    },
    ...more,
  })
/** What is read of it, what ends it, and after how long. */
const read = async (more: Partial<ProviderOpening>) => {
  const begun = performance.now()
  let text = ''
  try {
    for await (const piece of (await open(more)).pieces) text += piece.toString()
    return { text, reason: null, tookMs: performance.now() - begun }
  } catch (error) {
    assert.ok(error instanceof NoAnswer, String(error))
    return { text, reason: error.reason, tookMs: performance.now() - begun }
  }
}
const dripping = (response: ServerResponse, everyMs = 20): void => {
  const drip = setInterval(() => response.write('x'), everyMs)
  response.once('close', () => clearInterval(drip))
}

test('a stream outlasts the time of a whole answer, and ends at its own: after a silence, at its longest, or at its size', async () => {
  play = (response) => void response.write('begun')
  const silent = await read({ silenceMs: 2_000, wholeMs: 30_000 })
  assert.deepEqual([silent.text, silent.reason], ['begun', 'timed_out'])
  assert.ok(silent.tookMs >= 1_990 && silent.tookMs < 15_000, `${silent.tookMs} ms`)

  play = dripping
  const long = await read({ silenceMs: 2_500, wholeMs: 3_000 })
  assert.equal(long.reason, 'timed_out')
  assert.ok(long.text.length > 5 && long.tookMs >= 2_990, `${long.text.length} in ${long.tookMs} ms`)

  play = (response) => {
    for (let n = 0; n < 200; n++) response.write('y'.repeat(1_000))
  }
  const large = await read({ maxBytes: 50_000 })
  assert.notEqual(large.reason, null)
  assert.ok(large.text.length <= 50_000 + 65_536, `${large.text.length} bytes`)
})

test('a reader that works on a piece for long is no silence of the provider; one that stops ends the connection', async () => {
  play = (response) => {
    response.write('one')
    setTimeout(() => response.end('two'), 50)
  }
  const { pieces } = await open({ silenceMs: 2_000 })
  let text = ''
  for await (const piece of pieces) {
    text += piece.toString()
    await sleep(2_500)
  }
  assert.equal(text, 'onetwo')

  play = dripping
  const before = ended
  for await (const _ of (await open()).pieces) break
  const begun = performance.now()
  while (ended === before && performance.now() - begun < 10_000) await sleep(5)
  assert.ok(ended > before, 'it goes on')
})

test('500 streams of a workspace take no place of a whole answer, of it or of another; one more waits, and says that there are too many', async () => {
  play = (response) => void response.write('begun')
  const stopping = new AbortController()
  const streams = await Promise.all(Array.from({ length: 500 }, () => open({ signal: stopping.signal, wholeMs: 60_000 })))
  for (const { pieces } of streams) void pieces.next()
  const whole = {
    operation: 'models.list',
    method: 'GET',
    url: `${address}/whole`,
    timeoutMs: 2_000,
    canRepeat: false,
  } as const
  const answers = await Promise.all([of().send(whole), of('b').send(whole)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const other = await open({ signal: stopping.signal }, 'b')
  assert.equal((await other.pieces.next()).value?.toString(), 'begun')
  await assert.rejects(open(), (error) => error instanceof NoAnswer && /Too many calls/.test(error.message))
  const late = streams.map(({ pieces }) => pieces.next().catch(() => {}))
  stopping.abort()
  await Promise.all(late)
  // Their places are free again.
  assert.equal((await (await open()).pieces.next()).value?.toString(), 'begun')
})
