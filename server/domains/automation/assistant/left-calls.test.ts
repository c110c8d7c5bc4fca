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
const vendor = createServer((request, response) => {
  request.resume()
  if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":[]}')
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
  const env = { GEMINI_API_BASE: gemini, OPENAI_API_BASE: `${vendors.address}/v1`, AI_FIRST_TEXT_SECONDS: '1' }
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
