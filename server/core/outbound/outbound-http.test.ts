import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAllowedTarget } from '#shapes/networks.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { makeHttp, NoAnswer } from './http.ts'
import { makeOutboundHttp } from './outbound-http.ts'
import type { CallRecord } from './provider-calls.ts'
import { CircuitOpen, type ProviderRequest } from './provider-http.ts'

let server: Server
let port: number
let seen: { path: string; headers: IncomingMessage['headers'] }[] = []
type Play = (request: IncomingMessage, response: ServerResponse) => void
const fine: Play = (_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_1' }).end('{}')
/** What is answered next; the last one stays. */
let plays: Play[] = [fine]
/** Of which test a request is: one that was given up may arrive in the next, and must not take its answer. */
let run = 0

before(async () => {
  server = createServer((request, response) => {
    if (request.headers['x-run'] !== String(run)) return void request.socket.destroy()
    seen.push({ path: request.url ?? '', headers: request.headers })
    const play = plays.length > 1 ? plays.shift() : plays[0]
    request.resume().on('end', () => play?.(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
after(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
  run++
  seen = []
  plays = [fine]
})

const status =
  (code: number, headers: Record<string, string> = {}): Play =>
  (_request, response) =>
    response.writeHead(code, headers).end('{}')
const reset: Play = (request) => request.socket.destroy()
const silence: Play = () => {}
const silenceAtHangs: Play = (request, response) => (request.url === '/hangs' ? undefined : fine(request, response))
const cutOff: Play = (request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"half')
  setTimeout(() => request.socket.destroy(), 20)
}

const opened: { close(): Promise<void> }[] = []
const open = (more: { allowed?: string; record?: (calls: readonly CallRecord[]) => Promise<void> } = {}) => {
  const kept: CallRecord[] = []
  const clock = { ms: 1_000_000 }
  const target = readAllowedTarget(more.allowed ?? `127.0.0.1:${port}`)
  const http = makeHttp({ allowed: target ? [target] : [] })
  const metrics = makeMetrics()
  const guarded = makeHttp({ allowed: [] })
  const outgoing = makeOutboundHttp({
    http,
    guarded,
    record: more.record ?? (async (calls) => void kept.push(...calls)),
    metrics,
    log: makeLog({ level: 'silent' }),
    now: () => new Date(clock.ms),
    backoffMs: 5,
  })
  opened.push({ close: () => Promise.all([http.destroy(), guarded.destroy()]).then(() => {}) })
  const send = (request: Partial<ProviderRequest> = {}, orgId = 'a', provider = 'stripe') =>
    outgoing.for({ orgId, connectionId: `of ${orgId}`, provider }).send({
      operation: 'balance.retrieve',
      canRepeat: true,
      timeoutMs: 15_000,
      method: 'GET',
      url: `http://127.0.0.1:${port}/v1/balance?secret=1`,
      headers: { authorization: 'Bearer sk_live_hush', 'x-run': String(run) },
      ...request,
    })
  return {
    outgoing,
    metrics,
    clock,
    kept,
    send,
    stateOf: (orgId = 'a') => outgoing.circuitBreakers.stateOf({ orgId, provider: 'stripe', connectionId: `of ${orgId}` }),
  }
}

const troubleOf = <T>(promise: Promise<T>): Promise<unknown> =>
  promise.then(
    (answer) => assert.fail(`an answer came: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
/** A call that is never answered, and ends when it is stopped. */
const hangs = (signal: AbortSignal) => ({
  url: `http://127.0.0.1:${port}/hangs`,
  timeoutMs: 30_000,
  canRepeat: false,
  signal,
})
const seenRequests = async (count: number): Promise<void> => {
  while (seen.length < count) await sleep(5)
}
const within = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const begun = performance.now()
  const result = await work()
  assert.ok(performance.now() - begun < ms, `took ${performance.now() - begun} ms`)
  return result
}

test('a repeatable request is sent three times at most, after no answer, 429, 502, 503, 504 and half an answer', async () => {
  for (const trouble of [reset, status(429), status(502), status(503), status(504), cutOff]) {
    const { send } = open()
    seen = []
    plays = [trouble, trouble, fine]
    assert.equal((await send()).status, 200)
    assert.equal(seen.length, 3)
    seen = []
    plays = [trouble]
    await send().catch((error: unknown) => assert.ok(error instanceof NoAnswer))
    assert.equal(seen.length, 3)
  }
})

test('a request that the provider rejects or fails with an internal error is not repeated', async () => {
  for (const code of [400, 401, 402, 404, 409, 500, 501, 302]) {
    const { send } = open()
    seen = []
    plays = [status(code, { location: 'http://example.com/' })]
    assert.equal((await send()).status, code)
    assert.equal(seen.length, 1)
  }
})

test('an unrepeatable request is sent once, whatever the answer', async () => {
  for (const trouble of [reset, status(429, { 'retry-after': '0' }), status(503), cutOff]) {
    const { send } = open()
    seen = []
    plays = [trouble]
    await send({ canRepeat: false, method: 'POST', body: 'amount=1' }).catch((error: unknown) =>
      assert.ok(error instanceof NoAnswer),
    )
    assert.equal(seen.length, 1)
  }
})

test('a short Retry-After is waited for; a long one is handed back at once with its answer', async () => {
  const { send } = open()
  plays = [status(429, { 'retry-after': '1' }), fine]
  const begun = performance.now()
  assert.equal((await send()).status, 200)
  assert.ok(performance.now() - begun >= 1_000)

  plays = [status(429, { 'retry-after': '6' })]
  seen = []
  const answer = await within(5_000, () => send())
  assert.deepEqual([answer.status, answer.headers['retry-after'], seen.length], [429, '6', 1])

  plays = [status(503, { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' })]
  assert.equal((await within(5_000, () => send())).status, 503)
})

test('a call ends with its time limit, tries and waits included', async () => {
  const { send } = open()
  plays = [silence]
  const error = await within(5_000, () => troubleOf(send({ timeoutMs: 900 })))
  assert.deepEqual([error instanceof NoAnswer && error.reason, seen.length], ['timed_out', 1])
  plays = [status(503, { 'retry-after': '2' })]
  assert.equal((await within(1_900, () => send({ timeoutMs: 1_000 }))).status, 503)
})

test('an answer beyond a megabyte is cut off there, and says so', async () => {
  const { send, kept, outgoing } = open()
  plays = [(_request, response) => response.end(Buffer.alloc(5 * 1_048_576, 32))]
  const answer = await send({ canRepeat: false })
  assert.deepEqual([answer.isCut, answer.body.length], [true, 1_048_576])
  await outgoing.close()
  assert.equal(kept[0]?.outcome, 'cut')
})

test('bytes arrive as they are, and a long answer comes whole to a caller that allows for it', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => n % 256))
  plays = [
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-type': request.headers['content-type'] ?? '' })
      response.end(Buffer.concat(bodies))
    },
  ]
  const bodies: Buffer[] = []
  server.once('request', (request: IncomingMessage) => request.on('data', (chunk: Buffer) => bodies.push(chunk)))
  const headers = { 'content-type': 'message/rfc822', 'x-run': String(run) }
  const answer = await open().send({ method: 'POST', body: bytes, headers, maxBytes: 40 * 1024 * 1024, isLarge: true })
  assert.equal(answer.body.equals(bytes), true)
  assert.deepEqual([answer.isCut, answer.headers['x-type']], [false, 'message/rfc822'])
})

test('an answer that may be cut off is asked for once and is no failure; one that breaks off is', async () => {
  plays = [(_request, response) => response.writeHead(200).end('x'.repeat(5_000))]
  const { send, kept, outgoing } = open()
  const answer = await send({ maxBytes: 1_000, mayBeCut: true })
  assert.deepEqual([answer.isCut, answer.body.length, seen.length], [true, 1_000, 1])
  plays = [cutOff]
  await send({ maxBytes: 1_000, mayBeCut: true })
  assert.equal(seen.length, 4)
  await outgoing.close()
  assert.deepEqual(
    kept.map(({ outcome }) => outcome),
    ['ok', 'cut'],
  )
})

test('credentials go nowhere that the provider redirects to', async () => {
  const { send } = open()
  plays = [status(307, { location: `http://127.0.0.1:${port}/elsewhere` })]
  assert.equal((await send()).status, 307)
  assert.deepEqual(
    seen.map(({ path }) => path),
    ['/v1/balance?secret=1'],
  )
})

test('only the addresses that the operator configured are reached inside', async () => {
  const { send } = open({ allowed: `127.0.0.1:${port + 1}` })
  const error = await troubleOf(send())
  assert.deepEqual([error instanceof NoAnswer && error.reason, seen.length], ['refused', 0])
})

test('one call is one failure, however many attempts it took; five payers of one bad moment open no circuit', async () => {
  const { send, clock, stateOf } = open()
  plays = [reset]
  await Promise.all(Array.from({ length: 10 }, () => troubleOf(send())))
  assert.deepEqual([stateOf(), seen.length], ['closed', 30])
  plays = [fine]
  assert.equal((await send()).status, 200)
  plays = [reset]
  for (let n = 0; n < 4; n++) {
    await troubleOf(send())
    clock.ms += 1_250
  }
  assert.equal(stateOf(), 'closed', 'four calls, with three tries each')
  await troubleOf(send())
  assert.equal(stateOf(), 'open')
})

test('an error that a provider replays under a key is no new failure', async () => {
  const { send, clock, stateOf } = open()
  plays = [status(500, { 'idempotent-replayed': 'true' })]
  for (let n = 0; n < 10; n++) {
    assert.equal((await send()).status, 500)
    clock.ms += 2_000
  }
  assert.equal(stateOf(), 'closed')
})

test('after five failures in a row the provider is left alone for that workspace; then one call finds out, and all is well', async () => {
  const { send, clock, stateOf, metrics } = open()
  plays = [status(500)]
  for (let n = 0; n < 5; n++) {
    clock.ms += 1_250
    await send()
  }
  assert.deepEqual([stateOf(), stateOf('b'), seen.length], ['open', 'closed', 5])
  const error = await troubleOf(send())
  assert.ok(error instanceof CircuitOpen)
  assert.equal(error.retryAt.getTime(), clock.ms + 30_000)
  assert.equal(seen.length, 5)
  assert.match(await metrics.registry.metrics(), /foyer_provider_circuits_open\{provider="stripe"\} 1/)
  await send({}, 'b')
  await send({}, 'a', 'razorpay')

  clock.ms += 30_000
  assert.equal(stateOf(), 'half_open')
  plays = [fine]
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => send()))
  assert.equal(all.filter((each) => each.status === 'fulfilled').length, 1)
  assert.equal(stateOf(), 'closed')
  assert.match(await metrics.registry.metrics(), /foyer_provider_circuits_open\{provider="stripe"\} 0/)
})

test('one member’s broken account rests neither a colleague’s nor the workspace’s own, and leaves them slots', async () => {
  const { send, outgoing, clock, metrics } = open()
  const of = (connectionId: string, request: Partial<ProviderRequest> = {}) =>
    outgoing.for({ orgId: 'a', connectionId, provider: 'stripe', isOfMember: true }).send({
      ...{ operation: 'messages.list', canRepeat: false, timeoutMs: 15_000, method: 'GET' },
      ...{ url: `http://127.0.0.1:${port}/`, headers: { 'x-run': String(run) }, ...request },
    })
  const stateOf = (connectionId: string) => outgoing.circuitBreakers.stateOf({ orgId: 'a', provider: 'stripe', connectionId })
  plays = [status(500)]
  for (let n = 0; n < 5; n++) {
    clock.ms += 1_250
    await of('mira')
  }
  assert.ok((await troubleOf(of('mira'))) instanceof CircuitOpen)
  assert.deepEqual([stateOf('mira'), stateOf('jonas'), stateOf('own')], ['open', 'closed', 'closed'])
  assert.match(await metrics.registry.metrics(), /foyer_provider_circuits_open\{provider="stripe"\} 1/)
  plays = [fine]
  assert.deepEqual([(await of('jonas')).status, (await send()).status], [200, 200])

  seen = []
  plays = [silenceAtHangs]
  const stopping = new AbortController()
  const hanging = Array.from({ length: 15 }, () => troubleOf(of('hangs', hangs(stopping.signal))))
  await seenRequests(10)
  await Promise.all([of('jonas'), send()])
  assert.equal(seen.length, 12)
  stopping.abort()
  await Promise.all(hanging)
})

test('refusals open nothing, however many; being asked for patience does, and so does a page in place of data', async () => {
  const { send, stateOf, clock } = open()
  const sendInTurn = async (times: number, orgId = 'a') => {
    for (let n = 0; n < times; n++) {
      clock.ms += 1_250
      await send({}, orgId)
    }
  }
  plays = [status(401)]
  await sendInTurn(20)
  assert.equal(stateOf(), 'closed')
  plays = [status(429, { 'retry-after': '60' })]
  await sendInTurn(5)
  assert.equal(stateOf(), 'open')

  plays = [
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Hello</h1>'),
  ]
  await sendInTurn(5, 'c')
  assert.equal(stateOf('c'), 'open')
})

test('a workspace has ten calls at once with a provider, and one that hangs holds up no other workspace or provider', async () => {
  const { send } = open()
  plays = [silenceAtHangs]
  const stopping = new AbortController()
  const hanging = Array.from({ length: 10 }, () => troubleOf(send(hangs(stopping.signal))))
  await seenRequests(10)
  // They would be answered, had they a slot.
  const waiting = Array.from({ length: 20 }, () => troubleOf(send({ timeoutMs: 1_500, canRepeat: false })))
  await Promise.all([send({}, 'b'), send({}, 'a', 'razorpay')])
  const errors = await Promise.all(waiting)
  assert.ok(errors.every((error) => error instanceof NoAnswer))
  assert.equal(seen.length, 12)
  stopping.abort()
  await Promise.all(hanging)
})

test('a provider that hangs for every workspace leaves room for the others', async () => {
  const { send } = open()
  plays = [silenceAtHangs]
  const stopping = new AbortController()
  const hanging = Array.from({ length: 12 * 10 }, (_each, n) => troubleOf(send(hangs(stopping.signal), `org ${n % 12}`)))
  await seenRequests(60)
  await send({}, 'a', 'razorpay')
  await sleep(100)
  assert.equal(seen.length, 61)
  stopping.abort()
  const errors = await Promise.all(hanging)
  assert.ok(errors.every((error) => error instanceof NoAnswer))
})

test('a stopped call ends at once and counts for nothing', async () => {
  const { send, kept, outgoing, stateOf } = open()
  plays = [silence]
  const stopping = new AbortController()
  const all = Array.from({ length: 15 }, () => troubleOf(send({ signal: stopping.signal })))
  await seenRequests(10)
  stopping.abort()
  const errors = await within(5_000, () => Promise.all(all))
  assert.ok(errors.every((error) => error instanceof NoAnswer && error.reason === 'stopped'))
  await outgoing.close()
  assert.deepEqual([stateOf(), kept], ['closed', []])
})

test('a call is recorded once with all its tries, and with nothing that was said', async () => {
  const { send, kept, outgoing, clock } = open()
  plays = [
    status(503),
    (_request, response) =>
      response.writeHead(200, { 'request-id': 'req_7', 'set-cookie': 'hush' }).end('{"email":"maya@example.com"}'),
  ]
  await send()
  plays = [(_request, response) => response.writeHead(404, { 'request-id': '<script>' }).end()]
  await send()
  plays = [reset]
  await send({ canRepeat: false }).catch(() => {})
  await outgoing.close()
  assert.deepEqual(
    kept.map(({ durationMs: _durationMs, begun: _begun, ...call }) => call),
    [
      { status: 200, outcome: 'ok' as const, tries: 2, providerRequestId: 'req_7' },
      { status: 404, outcome: 'refused' as const, tries: 1, providerRequestId: null },
      { status: null, outcome: 'no_answer' as const, tries: 1, providerRequestId: null },
    ].map((facts) => ({
      orgId: 'a',
      connectionId: 'of a',
      provider: 'stripe',
      operation: 'balance.retrieve',
      method: 'GET',
      host: `127.0.0.1:${port}`,
      at: new Date(clock.ms),
      ...facts,
    })),
  )
  assert.doesNotMatch(JSON.stringify(kept), /hush|maya|secret/)
})

test('records that cannot be kept fail no call, and are counted', async () => {
  const { send, outgoing, metrics } = open({
    record: async () => {
      throw new Error('the database is away')
    },
  })
  assert.equal((await send()).status, 200)
  await outgoing.close()
  assert.equal((await send()).status, 200)
  assert.match(await metrics.registry.metrics(), /foyer_provider_calls_dropped_total 1/)
})
