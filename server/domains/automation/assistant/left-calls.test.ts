import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

/* Calls that nobody waits for any more, and providers that say nothing. */

/** Gemini, of our own: it begins a stream, and says what a test has it say. */
let asked: ((response: ServerResponse) => void) | undefined
let isKeyRefused = false
const refusal = { error: { code: 401, status: 'UNAUTHENTICATED', message: 'Request had invalid authentication credentials.' } }
const vendor = createServer((request, response) => {
  request.resume()
  if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":[]}')
  if (isKeyRefused) return response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  asked?.(response)
})
let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  vendor.listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const gemini = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const env = {
    GEMINI_API_BASE: gemini,
    OPENAI_API_BASE: `${vendors.address}/v1`,
    AI_FIRST_TEXT_SECONDS: '1',
    AI_ANSWER_SECONDS: '3',
  }
  app = await startApp({ env, alone: true })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
  vendor.closeAllConnections()
  vendor.close()
})

const ledger = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('ai_ledger').selectAll().orderBy('at').execute())
/** Asks, and leaves once its provider was asked. */
const leave = async (who: Someone, body: object): Promise<void> => {
  const leaving = new AbortController()
  asked = () => leaving.abort()
  await assert.rejects(
    fetch(`${app.url}/gateway`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true, ...body }),
    }),
    { name: 'AbortError' },
  )
}

for (const [type, question] of [
  ['ai-chat', { prompt: 'Hello' }],
  ['ask-assistant', { message: 'Hello' }],
] as const)
  test(`${type}: who leaves before the first text pays for no answer, and leaves no error in the log`, async () => {
    const who = await ownerWithGemini(app)
    const loggedBefore = app.logged().length
    await leave(who, { type, ...question })
    const row = await until('it is settled', async () => (await ledger(who))[0])
    assert.deepEqual([row.outcome, row.is_estimated, row.output_tokens], ['cancelled', true, 0])
    assert.ok(row.input_tokens > 0 && row.cost_nano > 0)
    // What else is done when it ends is done by then.
    assert.equal((await app.call('list-ai-models', {}, who)).status, 200)
    const said = app.logged().slice(loggedBefore)
    assert.deepEqual(
      said.split('\n').filter((line) => line.includes('"level":50') || line.includes('"level":"error"')),
      [],
    )
  })

test('a provider that gives no text in time is passed over for the next one; the ledger says that it timed out', async () => {
  const who = await ownerWithGemini(app)
  await connectAi(app, 'openai', who)
  let isEnded = false
  asked = (response) => {
    response.once('close', () => {
      isEnded = true
    })
  }
  const { status, body } = await app.call('ai-chat', { prompt: 'Hello' }, who)
  assert.equal(status, 200, JSON.stringify(body))
  const meta = body.meta as unknown as { provider: string; fallback: { from: string; reason: string } }
  assert.deepEqual([meta.provider, meta.fallback], ['openai', { from: 'gemini-3.8-flash', reason: 'Gemini timed out.' }])
  await until('the call that was waited for is ended', async () => isEnded)
  assert.deepEqual(
    (await ledger(who)).map(({ outcome, provider }) => [provider, outcome]),
    [
      ['gemini', 'timed_out'],
      ['openai', 'answered'],
    ],
  )
})

test('an answer of Ask Foyer that takes longer than it may is ended, at its provider too; it says so, what came is kept and billed, and the next question is answered', async () => {
  const who = await ownerWithGemini(app)
  let isEnded = false
  asked = (response) => {
    response.once('close', () => {
      isEnded = true
    })
    const said = { candidates: [{ content: { parts: [{ text: 'Let me see' }], role: 'model' } }] }
    response.write(`data: ${JSON.stringify(said)}\r\n\r\n`)
  }
  const begun = performance.now()
  const answer = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ask-assistant', stream: true, message: 'Which deals wait?' }),
  })
  const events = (await answer.text()).split('\n\n').filter((event) => event.startsWith('data: '))
  assert.ok(performance.now() - begun < 10_000)
  assert.equal(events.at(-1), 'data: [DONE]')
  const last = JSON.parse(events.at(-2)?.slice(6) ?? '') as Record<string, unknown>
  assert.deepEqual([last.code, last.partial, last.text], ['assistant_too_slow', true, ''])
  await until('the call is ended', async () => isEnded)
  const { outcome, reason, output_tokens } = await until('it is settled', async () => (await ledger(who))[0])
  assert.deepEqual([outcome, reason, output_tokens], ['cut', 'timed_out', 'Let me see'.length])
  const conversationId = String(last.conversationId)
  const shown = (await app.call('show-assistant-conversation', { conversationId }, who)).body as unknown as {
    turns: { text: string; is_cut: boolean }[]
    is_interrupted: boolean
  }
  assert.deepEqual(
    [shown.turns.map(({ text, is_cut }) => [text, is_cut]), shown.is_interrupted],
    [
      [
        ['Which deals wait?', false],
        ['Let me see', true],
      ],
      true,
    ],
  )
  const end = { candidates: [{ content: { parts: [{ text: 'None.' }], role: 'model' }, finishReason: 'STOP' }] }
  asked = (response) => void response.end(`data: ${JSON.stringify(end)}\r\n\r\n`)
  const next = await app.call('ask-assistant', { message: 'And now?', conversationId }, who)
  assert.deepEqual([next.status, next.body.text], [200, 'None.'], JSON.stringify(next.body))
})

test('a key that its provider refuses is stood in for by the next one; its connection says so, and the owners get a notice', async () => {
  const who = await ownerWithGemini(app)
  await connectAi(app, 'openai', who)
  isKeyRefused = true
  try {
    const { status, body } = await app.call('ai-chat', { prompt: 'Hello' }, who)
    assert.equal(status, 200, JSON.stringify(body))
    const meta = body.meta as unknown as { provider: string; fallback: { from: string } }
    assert.deepEqual([meta.provider, meta.fallback.from], ['openai', 'gemini-3.8-flash'])
  } finally {
    isKeyRefused = false
  }
  const connections = (await app.call('list-connections', {}, who)).body.connections as unknown as {
    provider: string
    status: string
  }[]
  assert.equal(connections.find(({ provider }) => provider === 'gemini')?.status, 'error')
  const { notices } = (await app.call('list-notices', {}, who)).body as unknown as {
    notices: { kind: string; facts: { provider?: string } }[]
  }
  assert.ok(notices.some(({ kind, facts }) => kind === 'connection_failed' && facts.provider === 'Gemini'))
  assert.deepEqual(
    (await ledger(who)).map(({ provider, outcome, reason, cost_nano }) => [provider, outcome, reason, cost_nano > 0]),
    [
      ['gemini', 'failed', 'credentials', false],
      ['openai', 'answered', null, true],
    ],
  )
})
