import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Foyer, FoyerError, type FoyerOptions, makeFoyer } from './client.ts'

/** What reached the server in one test. */
interface Got {
  readonly path: string
  readonly key: string | undefined
  readonly token: string | undefined
  readonly body: string
}
type Answer = (request: IncomingMessage, response: ServerResponse, n: number) => void

let answer: Answer
const got: Got[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  got.push({
    path: request.url ?? '',
    key: request.headers['idempotency-key'] as string | undefined,
    token: request.headers.authorization?.slice('Bearer '.length),
    body,
  })
  answer(request, response, got.length)
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const fail = (status: number, code: string, headers?: Record<string, string>): Answer =>
  say(status, { error: 'No.', code, request_id: 'r1' }, headers)
const cutOff: Answer = (request) => void request.socket.destroy()

/** A client whose server gives these answers, one after the other, and the last for ever. */
const given = (answers: readonly Answer[], options: Partial<FoyerOptions> = {}): Foyer => {
  got.length = 0
  answer = (request, response, n) => answers[Math.min(n, answers.length) - 1]?.(request, response, n)
  return makeFoyer({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't', key: 'k', ...options })
}
const refusalOf = async (work: Promise<unknown>): Promise<FoyerError> => {
  try {
    await work
  } catch (error) {
    assert.ok(error instanceof FoyerError)
    return error
  }
  throw new Error('it worked')
}
const good = say(200, { keys: [], leads: [], next_cursor: null })

test('a read is retried after a broken connection, 502, 503 and 504, and carries no Idempotency-Key', async () => {
  for (const trouble of [cutOff, fail(502, ''), fail(503, 'unavailable'), say(504, 'a proxy')]) {
    const foyer = given([trouble, trouble, good])
    await foyer.call('list-keys')
    assert.equal(got.length, 3)
    assert.deepEqual(new Set(got.map(({ key }) => key)), new Set([undefined]))
  }
})

test('a write is retried with one Idempotency-Key and one body; another call has another key', async () => {
  const foyer = given([cutOff, fail(503, 'unavailable'), say(200, { key: {}, secret: '' })])
  const call = () => foyer.call('create-key', { name: 'Zapier', scopes: ['leads:write'] })
  await call()
  assert.equal(got.length, 3)
  assert.equal(new Set(got.map(({ key }) => key)).size, 1)
  assert.equal(new Set(got.map(({ body }) => body)).size, 1)
  assert.match(got[0]?.key ?? '', /^[0-9a-f-]{32,36}$/)
  await call()
  assert.notEqual(got[3]?.key, got[0]?.key)
})

test('a lead goes to /v1/leads with the key, and with the Idempotency-Key that was given', async () => {
  const foyer = given([fail(503, 'unavailable'), say(200, { ok: true })])
  await foyer.leads.create({ email: 'a@b.example' }, { idempotencyKey: 'row-1' })
  assert.deepEqual(
    got.map(({ path, key, token }) => [path, key, token]),
    [
      ['/v1/leads', 'row-1', 'k'],
      ['/v1/leads', 'row-1', 'k'],
    ],
  )
  await given([say(200, {})]).leads.create({ email: 'a@b.example' }, { dryRun: true })
  assert.deepEqual(got, [{ path: '/v1/leads?dry_run=true', key: undefined, token: 'k', body: '{"email":"a@b.example"}' }])
})

test('409 idempotency_in_flight is waited out; other conflicts are answered', async () => {
  const input = { name: 'Zapier', scopes: ['leads:write'] as const }
  await given([fail(409, 'idempotency_in_flight'), say(200, {})]).call('create-key', input)
  assert.equal(got.length, 2)
  const error = await refusalOf(given([fail(409, 'conflict')]).call('create-key', input))
  assert.deepEqual([error.code, error.status, error.requestId, got.length], ['conflict', 409, 'r1', 1])
})

test('429 waits as long as Retry-After says, and not at all when that is too long', async () => {
  const begun = performance.now()
  await given([fail(429, 'rate_limited', { 'retry-after': '1' }), good]).call('list-keys')
  assert.ok(performance.now() - begun >= 1_000)
  for (const options of [{ longestWaitMs: 1_000 }, { timeoutMs: 1_500 }]) {
    const error = await refusalOf(given([fail(429, 'rate_limited', { 'retry-after': '2' })], options).call('list-keys'))
    assert.deepEqual([error.code, error.retryAfterSeconds, got.length], ['rate_limited', 2, 1])
  }
})

test('a public write is sent once, without a token and without a key', async () => {
  const error = await refusalOf(given([cutOff]).call('sign-in', { email: 'a@b.example', password: 'x' }))
  assert.equal(error.code, 'network')
  assert.deepEqual([got.length, got[0]?.token, got[0]?.key], [1, undefined, undefined])
})

test('a refusal is answered at once, with its facts, and 500 is not tried again', async () => {
  for (const [status, code] of [
    [400, 'missing_field'],
    [403, 'forbidden'],
    [404, 'lead_not_found'],
    [422, 'idempotency_mismatch'],
    [500, 'server_error'],
  ] as const) {
    const facts = { error: 'Because.', code, request_id: 'r9', field: 'leadId' }
    const answered = say(status, facts)
    const error = await refusalOf(given([answered]).call('show-lead', { leadId: 'x' }))
    assert.deepEqual(
      { ...error, message: error.message },
      {
        name: 'FoyerError',
        message: 'Because.',
        code,
        status,
        field: 'leadId',
        requestId: 'r9',
        retryAfterSeconds: null,
        facts,
      },
    )
    assert.equal(got.length, 1)
  }
})

test('tries end after as many as were asked for', async () => {
  assert.equal((await refusalOf(given([cutOff], { retries: 1 }).call('list-keys'))).code, 'network')
  assert.equal(got.length, 2)
  await refusalOf(given([cutOff]).call('list-keys', {}, { retries: 0 }))
  assert.equal(got.length, 1)
})

test('a token that ran out is asked for once more, with the one that was refused; a second refusal stays one', async () => {
  const asked: (string | undefined)[] = []
  const token = (refused?: string) => {
    asked.push(refused)
    return `token${asked.length}`
  }
  await given([fail(401, 'not_signed_in'), good], { token }).call('list-keys')
  assert.deepEqual(asked, [undefined, 'token1'])
  assert.deepEqual(
    got.map((each) => each.token),
    ['token1', 'token2'],
  )
  const error = await refusalOf(given([fail(401, 'not_signed_in')], { token }).call('list-keys'))
  assert.deepEqual([error.code, got.length], ['not_signed_in', 2])
  // A wrong password is a 401 too, and no reason to ask for a token.
  await refusalOf(given([fail(401, 'sign_in_failed')], { token }).call('list-keys'))
  assert.equal(got.length, 1)
})

test('a key stands in for a missing token', async () => {
  got.length = 0
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  given([good])
  await makeFoyer({ address, key: 'fo_live_x' }).call('list-leads', {})
  assert.deepEqual([got[0]?.token, got[0]?.path], ['fo_live_x', '/gateway'])
})

test('the time limit holds for all tries together, and for an answer that never ends', async () => {
  const begun = performance.now()
  const never: Answer = () => {}
  assert.equal((await refusalOf(given([never], { timeoutMs: 300 }).call('list-keys'))).code, 'timeout')
  const half: Answer = (_request, response) => void response.writeHead(200).write('{"keys":')
  assert.equal((await refusalOf(given([half], { timeoutMs: 300 }).call('list-keys'))).code, 'timeout')
  assert.ok(performance.now() - begun < 2_000)
})

test("the caller's signal ends a call, and a wait between two, at once", async () => {
  for (const answers of [[(() => {}) as Answer], [fail(429, 'rate_limited', { 'retry-after': '20' })]]) {
    const stop = new AbortController()
    const ended = refusalOf(given(answers).call('list-keys', {}, { signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('enough')), 100)
    const begun = performance.now()
    const error = await ended
    assert.equal(error.code, 'aborted')
    assert.equal((error.cause as Error).message, 'enough')
    assert.ok(performance.now() - begun < 1_000)
  }
  const error = await refusalOf(given([good]).call('list-keys', {}, { signal: AbortSignal.abort() }))
  assert.deepEqual([error.code, got.length], ['aborted', 0])
})

test('a server that is not Foyer is reported as such', async () => {
  const page: Answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in')
  assert.equal((await refusalOf(given([page]).call('list-keys'))).code, 'answer_unreadable')
  assert.equal((await refusalOf(given([say(404, 'nothing')]).call('list-keys'))).code, 'answer_unreadable')
})

test('foyer.try returns expected errors as values, and throws only defects', async () => {
  const missing = await given([fail(404, 'lead_not_found')]).try.call('show-lead', { leadId: 'x' })
  assert.ok(!missing.ok && missing.error.code === 'lead_not_found')
  const found = await given([good]).try.call('list-keys')
  assert.ok(found.ok && found.value.keys.length === 0)
  const token = () => {
    throw new RangeError('mine')
  }
  await assert.rejects(given([good], { token }).try.call('list-keys'), RangeError)
})

test('pages come one after the other until the last', async () => {
  const foyer = given([say(200, { leads: [1], next_cursor: 'c1' }), say(200, { leads: [2], next_cursor: null })])
  const seen: unknown[] = []
  for await (const { leads } of foyer.pages('list-leads', { limit: 1 })) seen.push(...leads)
  assert.deepEqual(seen, [1, 2])
  assert.deepEqual(
    got.map(({ body }) => JSON.parse(body)),
    [
      { limit: 1, type: 'list-leads' },
      { limit: 1, cursor: 'c1', type: 'list-leads' },
    ],
  )
})

/** Events as a stream, cut where they are cut here. */
const stream =
  (...pieces: readonly (string | Buffer)[]): Answer =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      response.write(piece)
      await new Promise((done) => setTimeout(done, 5))
    }
    response.end()
  }

test('a stream comes piece by piece, whole wherever its bytes are cut; its last piece has the rest, and comments say nothing', async () => {
  const said = Buffer.from(
    'data: {"text":"Grüße, "}\n\n: still here\n\ndata: {"text":"日本"}\n\ndata: {"text":"","meta":{"finish":"stop"}}\n\ndata: [DONE]\n\n',
  )
  for (const at of [0, 1, 18, 19, 60, 70, said.length - 3]) {
    const foyer = given([stream(said.subarray(0, at), said.subarray(at))])
    const [texts, finishes]: [string[], unknown[]] = [[], []]
    for await (const { text, meta } of foyer.stream('ai-chat', { prompt: 'Hello' }, { idempotencyKey: 'once' })) {
      texts.push(text)
      if (meta) finishes.push(meta.finish)
    }
    assert.deepEqual([texts.join(''), finishes], ['Grüße, 日本', ['stop']])
    assert.deepEqual([got[0]?.key, got[0]?.token], ['once', 't'])
    assert.deepEqual(JSON.parse(got[0]?.body ?? ''), { type: 'ai-chat', prompt: 'Hello', stream: true })
  }
})

test('the end of a stream that breaks off is thrown, with its code and its request: after an event that says so, an end without [DONE], a refusal', async () => {
  const reading = async (foyer: Foyer, signal?: AbortSignal): Promise<string> => {
    let said = ''
    for await (const { text } of foyer.stream('ai-chat', { prompt: 'Hello' }, { signal })) said += text
    return said
  }
  const broken =
    'data: {"text":"","error":"Failed to generate response: No.","code":"ai_failed","partial":true,"request_id":"r7"}\n\ndata: [DONE]\n\n'
  const told = await refusalOf(reading(given([stream('data: {"text":"A"}\n\n', broken)])))
  assert.deepEqual([told.code, told.requestId, told.message], ['ai_failed', 'r7', 'Failed to generate response: No.'])
  assert.equal((await refusalOf(reading(given([stream('data: {"text":"A"}\n\n')])))).code, 'network')
  const refused = await refusalOf(reading(given([fail(402, 'ai_budget_exhausted')])))
  assert.deepEqual([refused.code, refused.status], ['ai_budget_exhausted', 402])
  const tokens = ['old', 'new']
  const renewing = given([fail(401, 'not_signed_in'), stream('data: {"text":"B"}\n\ndata: [DONE]\n\n')], {
    token: () => tokens.shift() ?? '',
  })
  assert.equal(await reading(renewing), 'B')
  assert.deepEqual(
    got.map(({ token }) => token),
    ['old', 'new'],
  )
  const leaving = new AbortController()
  const open: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"text":"A"}\n\n')
    setTimeout(() => leaving.abort(), 20)
  }
  assert.equal((await refusalOf(reading(given([open]), leaving.signal))).code, 'aborted')
})

test('a live line comes back after it was lost, says so, and says that anything may have happened', async () => {
  const events: string[] = []
  const states: string[] = []
  const stream =
    (text: string, ends: boolean): Answer =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
      if (ends) response.end()
    }
  const foyer = given([
    stream('event: open\ndata: {}\n\nevent: lead.rec', false),
    stream('event: open\ndata: {}\n\n: hm\nevent: key.changed\ndata: {}\n\n', false),
  ])
  answer = ((inner) => (request, response, n) => {
    inner(request, response, n)
    // The first breaks off in the middle of an event.
    if (n === 1) setTimeout(() => request.socket.destroy(), 50)
  })(answer)
  const line = foyer.live(({ type }) => events.push(type), { onState: (state) => states.push(state) })
  for (let n = 0; n < 600 && events.length < 2; n++) await new Promise((done) => setTimeout(done, 50))
  line.close()
  await line.ended
  assert.deepEqual(events, ['everything', 'key.changed'])
  assert.deepEqual(states, ['live', 'reconnecting', 'live'])
})

test('a live line that is refused ends with the reason; one that is closed ends in peace', async () => {
  const error = await refusalOf(given([fail(401, 'not_signed_in')]).live(() => {}).ended)
  assert.equal(error.code, 'not_signed_in')
  const stop = new AbortController()
  const line = given([cutOff]).live(() => {}, { signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  await line.ended
})

test('an upload resumes from the server’s offset, after a part whose answer was lost', async () => {
  let received = 0
  const foyer = given([
    (request) => {
      received = 10
      request.socket.destroy()
    },
    (_request, response, n) => say(200, { upload: { state: 'uploading', received_bytes: received } })(_request, response, n),
    say(200, {}),
  ])
  const progress: number[] = []
  await foyer.upload('u1', new Blob(['0123456789abcdef']), { onProgress: (sent) => progress.push(sent) })
  assert.deepEqual(
    got.map(({ path }) => path),
    ['/uploads/u1/content?from=0', '/gateway', '/uploads/u1/content?from=10'],
  )
  assert.equal(got[2]?.body, 'abcdef')
  assert.deepEqual(progress, [16])
})
