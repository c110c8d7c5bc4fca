import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createParser } from 'eventsource-parser'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let vendors: TestSandbox
let owner: Someone
before(async () => {
  // One sandbox stands for the vendors' own servers.
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` } })
  owner = await ownerWithGemini(app)
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

const lay = async (slug: string, answer: object): Promise<void> => {
  const response = await fetch(`${vendors.address}/sandbox/${slug}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(response.status, 201, await response.text())
}
/** The raw answer to a call, and the data of its events. */
const stream = async (body: object, headers: Record<string, string> = {}, who = owner) => {
  const answer = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ type: 'ai-chat', stream: true, ...body }),
  })
  const text = await answer.text()
  const events: string[] = []
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(text)
  return { answer, text, events }
}
interface Piece {
  readonly text: string
  readonly meta?: {
    provider: string
    fallback: { from: string } | null
    finish: string
    cost_nano: number
    usage: { estimated: boolean }
  }
  readonly error?: string
  readonly partial?: boolean
}
const read = (events: readonly string[]) => {
  assert.equal(events.at(-1), '[DONE]')
  assert.equal(events.filter((event) => event === '[DONE]').length, 1)
  const pieces = events.slice(0, -1).map((event) => JSON.parse(event) as Piece)
  return { pieces, text: pieces.map((piece) => piece.text).join(''), last: pieces.at(-1) }
}
const ledger = (who = owner) =>
  app.database.inOrg(who.orgId, (db) => db.selectFrom('ai_ledger').selectAll().orderBy('ended_at').execute())
const open = (who = owner) => app.database.inOrg(who.orgId, (db) => db.selectFrom('ai_reservations').selectAll().execute())

test('a question gets a text with who answered, what it cost and how it ended; the ledger has one row of it', async () => {
  const who = await ownerWithGemini(app)
  await lay('gemini', { text: 'Dear Rosa, your invoice is a week late.', thought: 'Be kind.' })
  const { status, body } = await app.call('ai-chat', { prompt: 'Write a reminder.' }, who)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.text, 'Dear Rosa, your invoice is a week late.')
  const meta = body.meta as unknown as NonNullable<Piece['meta']>
  assert.deepEqual([meta.provider, meta.fallback, meta.finish, meta.usage.estimated], ['gemini', null, 'stop', false])
  const [row, ...others] = await ledger(who)
  assert.equal(others.length, 0)
  assert.deepEqual([row?.outcome, row?.feature, row?.cost_nano], ['answered', 'chat', meta.cost_nano])
  assert.ok((row?.cost_nano ?? 0) > 0)
  assert.deepEqual(await open(who), [])
})

test('a stream is pieces whose texts are the answer, then one with what it cost, then [DONE]; a blank prompt, a wrong model and a long history are refused', async () => {
  const said = `${'Ein Satz für Zoë – 日本語. '.repeat(30)}Ende.`
  await lay('gemini', { text: said })
  const { answer, text, events } = await stream({
    prompt: 'Go on',
    history: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
  })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.ok(text.split('\n').every((line) => line === '' || line.startsWith('data: ') || line.startsWith(':')))
  const whole = read(events)
  assert.equal(whole.text, said)
  assert.ok(whole.pieces.length > 3)
  assert.equal(whole.last?.meta?.finish, 'stop')
  for (const [body, code, message] of [
    [{ prompt: ' \n ' }, 'bad_request', /prompt/],
    [{ prompt: '\u200b\u2060 \u202e' }, 'bad_request', /prompt/],
    [{}, 'missing_field', /prompt/],
    [{ prompt: 'x', model: 'llama-3' }, 'model_not_supported', /^Unsupported model: llama-3$/],
    [{ prompt: 'x', model: 'gpt-6.1-terra' }, 'model_not_supported', /^Unsupported model: gpt-6.1-terra$/],
    [
      { prompt: 'x', history: Array.from({ length: 200 }, () => ({ role: 'user', content: 'y'.repeat(1_500) })) },
      'history_too_long',
      /256 KB/,
    ],
    [{ prompt: 'x', history: [{ role: 'user', content: 'y'.repeat(500_000) }] }, 'bad_request', /history/],
    [{ prompt: 'x', history: Array.from({ length: 201 }, () => ({ role: 'user', content: 'y' })) }, 'bad_request', /history/],
    [{ prompt: 'x', history: [{ role: 'assistant', content: 'Yes?' }] }, 'history_out_of_order', /begins with an answer/],
    [{ prompt: 'x', history: [{ role: 'system', content: 'y' }] }, 'bad_request', /role/],
  ] as const) {
    const refused = await app.call('ai-chat', body, owner)
    assert.deepEqual([refused.status, refused.body.code], [400, code], JSON.stringify(refused.body))
    assert.match(String(refused.body.error), message)
  }
})

test('where Gemini cannot answer OpenAI is asked, before the first text only; what is refused for its content is not asked elsewhere', async () => {
  const who = await ownerWithGemini(app)
  await connectAi(app, 'openai', who)
  await vendors.turn('gemini', { kind: 'error_503' })
  await lay('openai', { text: 'From the other one.' })
  const other = await app.call('ai-chat', { prompt: 'Hello' }, who)
  await vendors.turn('gemini')
  assert.equal(other.body.text, 'From the other one.', JSON.stringify(other.body))
  const meta = other.body.meta as unknown as NonNullable<Piece['meta']>
  assert.deepEqual([meta.provider, meta.fallback?.from], ['openai', 'gemini-3.8-flash'])
  assert.deepEqual(
    (await ledger(who)).map((row) => [row.provider, row.outcome, row.cost_nano > 0]),
    [
      ['gemini', 'failed', false],
      ['openai', 'answered', true],
    ],
  )
  await lay('gemini', { text: 'No', outcome: 'blocked' })
  const refused = await app.call('ai-chat', { prompt: 'Something bad' }, who)
  assert.deepEqual([refused.status, refused.body.code], [500, 'ai_failed'])
  assert.match(String(refused.body.error), /^Failed to generate response: Gemini refused to answer/)
  // Broken after its first text: no other is asked, the caller is told, and what came is billed.
  await lay('gemini', { text: 'One two three four five six seven eight nine ten. '.repeat(10), breakAfter: 2 })
  const { events } = await stream({ prompt: 'Hello' }, {}, who)
  const { last, text } = read(events)
  assert.ok(text.length > 0)
  assert.deepEqual([last?.partial, last?.text], [true, ''])
  assert.match(last?.error ?? '', /^Failed to generate response: /)
  assert.equal((await ledger(who)).at(-1)?.outcome, 'cut')
  assert.deepEqual(await open(who), [])
})

test('more than a model takes is refused with both counts, and nothing is asked', async () => {
  const who = await ownerWithGemini(app)
  const saved = await app.call('save-ai-model', { model: 'gemini-3.8-flash', provider: 'gemini', contextTokens: 9_000 }, who)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { status, body } = await app.call('ai-chat', { prompt: 'x'.repeat(8_000) }, who)
  assert.deepEqual([status, body.code, body.tokens, body.limit], [400, 'context_too_long', 10_192, 9_000])
  assert.deepEqual(await ledger(who), [])
})

test('a caller who goes away ends the call, and what came is billed as cancelled; a repeat with the same key gets the first answer and costs nothing', async () => {
  const who = await ownerWithGemini(app)
  await lay('gemini', { text: 'A long answer that goes on and on. '.repeat(200) })
  const leaving = new AbortController()
  const answer = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ai-chat', stream: true, prompt: 'Tell me' }),
  })
  const reader = answer.body?.getReader()
  await reader?.read()
  leaving.abort()
  const gone = await until('it is settled', async () => (await ledger(who)).at(-1))
  assert.deepEqual([gone.outcome, gone.output_tokens > 0], ['cancelled', true])
  assert.deepEqual(await open(who), [])

  await lay('gemini', { text: 'Once.' })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await stream({ prompt: 'Again' }, key, who)
  const again = await stream({ prompt: 'Again' }, key, who)
  assert.equal(read(again.events).text, 'Once.')
  assert.deepEqual(read(again.events).last?.meta, read(first.events).last?.meta)
  assert.equal(again.answer.headers.get('idempotent-replayed'), 'true')
  assert.equal((await ledger(who)).length, 2)
})

test('a budget refuses what does not fit before it is asked, says which and until when, and counts what was spent before it was set', async () => {
  const who = await ownerWithGemini(app)
  await lay('gemini', { text: 'Spent.' })
  assert.equal((await app.call('ai-chat', { prompt: 'Hello' }, who)).status, 200)
  const [spent] = await ledger(who)
  const set = await app.call('set-ai-budget', { scope: 'workspace', period: 'day', limitNano: 40_000_000 }, who)
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const budget = set.body.budget as unknown as { spent_nano: number; reserved_nano: number }
  assert.deepEqual([budget.spent_nano, budget.reserved_nano], [spent?.cost_nano, 0])
  await lay('gemini', { text: 'It fits.' })
  assert.equal((await app.call('ai-chat', { prompt: 'Hello' }, who)).status, 200)
  const nobody = await app.call('set-ai-budget', { scope: 'person', id: who.orgId, period: 'day', limitNano: 0 }, who)
  assert.deepEqual([nobody.body.code, nobody.body.error], ['budget_subject_unknown', 'There is no such person or feature.'])
  await app.call('set-ai-budget', { scope: 'person', id: who.personId, period: 'month', limitNano: 0 }, who)
  const refused = await app.call('ai-chat', { prompt: 'Hello' }, who)
  assert.deepEqual([refused.status, refused.body.code], [402, 'ai_budget_exhausted'], JSON.stringify(refused.body))
  assert.equal((refused.body.budget as unknown as { scope: string }).scope, 'person')
  assert.ok(Date.parse(String(refused.body.resets_at)) > Date.now())
  assert.equal((await ledger(who)).length, 2)
})
