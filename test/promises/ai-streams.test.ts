import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { findClock, lockBudgets } from '#domains/connections/ai-models/budgets.ts'
import { chargeLost } from '#domains/connections/ai-models/settlements.ts'
import { ownerWithGemini } from '../support/ai.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { startServerProcess } from './processes.ts'

/** A vendor of our own, which streams as each test says: Gemini's way, from the first byte that it is asked. */
let answerWith: (response: ServerResponse) => void = (response) => response.end()
/** What it was asked last. */
let asked: { readonly contents: readonly { readonly role: string; readonly parts: readonly { readonly text: string }[] }[] }
const vendor = createServer((request, response) => {
  request.toArray().then(
    (pieces) => {
      if (request.method === 'POST') asked = JSON.parse(Buffer.concat(pieces).toString())
    },
    () => {},
  )
  if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":[]}')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  answerWith(response)
})
let app: TestApp
let env: Record<string, string>
before(async () => {
  vendor.listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  env = { GEMINI_API_BASE: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}` }
  app = await startApp({ env, alone: true })
})
after(async () => {
  await app?.stop()
  vendor.closeAllConnections()
  vendor.close()
})

const chunk = (text: string): string =>
  `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }], role: 'model' } }], modelVersion: 'gemini-x' })}\r\n\r\n`
const ask = (who: Someone, { url = app.url, signal }: { url?: string; signal?: AbortSignal } = {}) =>
  fetch(`${url}/gateway`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ai-chat', stream: true, prompt: 'Hello' }),
  })
const eventsIn = (text: string): string[] => {
  const events: string[] = []
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(text)
  return events
}
const ledger = ({ orgId }: Someone) => app.database.inOrg(orgId, (db) => db.selectFrom('ai_ledger').selectAll().execute())
const open = ({ orgId }: Someone) => app.database.inOrg(orgId, (db) => db.selectFrom('ai_reservations').selectAll().execute())

test('a caller who reads nothing holds up its provider, and not the memory of the server; gone away, its call is ended within a second', async () => {
  const who = await ownerWithGemini(app)
  let written = 0
  let isEnded = false
  answerWith = (response) => {
    const piece = chunk('x'.repeat(10_000))
    response.once('close', () => {
      isEnded = true
    })
    const write = (): void => {
      while (!isEnded && written < 500_000_000) {
        written += piece.length
        if (!response.write(piece)) return void response.once('drain', write)
      }
    }
    write()
  }
  const leaving = new AbortController()
  const answer = await ask(who, { signal: leaving.signal })
  assert.equal(answer.status, 200)
  const quiet = await until('its provider waits', async () => {
    const before = written
    await sleep(300)
    return written === before && written
  })
  // What sockets and streams hold on the way.
  assert.ok(quiet < 30_000_000, `${quiet} bytes`)
  const begun = performance.now()
  leaving.abort()
  await until('the call is ended', async () => isEnded)
  assert.ok(performance.now() - begun < 1_000)
  const row = await until('it is settled', async () => (await ledger(who))[0])
  assert.equal(row.outcome, 'cancelled')
  assert.deepEqual(await open(who), [])
})

test('a server that ends tells its callers in the stream, within its time, and what came is billed', async () => {
  const who = await ownerWithGemini(app)
  answerWith = (response) => void response.write(chunk('The first words'))
  const server = await startServerProcess(app.target, { ...env, PUBLIC_URL: app.url })
  const answer = await ask(who, { url: server.url })
  if (answer.status !== 200) throw new Error(await answer.text())
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  const begun = performance.now()
  const stopping = server.stop()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value
  await stopping
  assert.ok(performance.now() - begun < 10_000)
  const events = eventsIn(text)
  assert.equal(events.at(-1), '[DONE]')
  const last = JSON.parse(events.at(-2) ?? '{}') as { partial: boolean; code: string; error: string }
  assert.deepEqual([last.partial, last.code], [true, 'ai_failed'])
  assert.equal(last.error, 'Failed to generate response: The server is restarting.')
  assert.deepEqual(
    (await ledger(who)).map(({ outcome }) => outcome),
    ['cut'],
  )
  assert.deepEqual(await open(who), [])
})

test('a server that is killed in mid-stream leaves its call reserved for as long as its lease, then it is charged whole, once', async () => {
  const who = await ownerWithGemini(app)
  answerWith = (response) => void response.write(chunk('The first words'))
  const server = await startServerProcess(app.target, { ...env, PUBLIC_URL: app.url })
  const answer = await ask(who, { url: server.url })
  assert.equal(answer.status, 200)
  await answer.body?.getReader().read()
  await server.kill()
  const [left, ...others] = await open(who)
  assert.ok(left && others.length === 0)
  assert.ok(left.lease_until.getTime() - Date.now() < 120_000, 'it is charged within three minutes')
  const charge = () =>
    app.database.inOrg(who.orgId, async (db) => {
      await lockBudgets(db, who.orgId)
      return chargeLost(db, who.orgId, [left.id], await findClock(db, who.orgId))
    })
  assert.equal(await charge(), 0, 'not while it may live')
  await app.database.inOrg(who.orgId, (db) =>
    db
      .updateTable('ai_reservations')
      .set({ lease_until: new Date(0) })
      .execute(),
  )
  const worker = await app.startWorker()
  try {
    const row = await until('the worker charged it', async () => (await ledger(who))[0])
    assert.deepEqual([row.outcome, row.cost_nano, row.is_estimated], ['unknown', left.reserved_nano, true])
  } finally {
    await worker.stop()
  }
  assert.deepEqual([await open(who), await charge()], [[], 0])
})

test('garbage, an error or an end without a reason in mid-stream becomes one error event, then [DONE]; only text comes out', async () => {
  for (const [what, bad] of [
    ['garbage', 'data: {"candidates":\r\n\r\n'],
    ['an error event', 'data: {"error":{"code":503,"status":"UNAVAILABLE","message":"The model is overloaded."}}\r\n\r\n'],
    ['an end without a reason', ''],
  ] as const) {
    const who = await ownerWithGemini(app)
    answerWith = (response) => void response.end(chunk('Grüße, 日本') + bad)
    const events = eventsIn(await (await ask(who)).text())
    assert.equal(events.length, 3, `${what}: ${events.join(' | ')}`)
    assert.deepEqual(JSON.parse(events[0] ?? ''), { text: 'Grüße, 日本' })
    const error = JSON.parse(events[1] ?? '') as Record<string, unknown>
    assert.deepEqual([error.text, error.partial, error.code], ['', true, 'ai_failed'], what)
    assert.match(String(error.error), /^Failed to generate response: /)
    assert.equal(events[2], '[DONE]')
    assert.deepEqual(
      (await ledger(who)).map(({ outcome, is_estimated }) => [outcome, is_estimated]),
      [['cut', true]],
      what,
    )
  }
})

test('turns of one role in a row reach the provider as one, whole and in their order, so that roles alternate', async () => {
  const who = await ownerWithGemini(app)
  const end = { candidates: [{ content: { parts: [{ text: 'Yes.' }], role: 'model' }, finishReason: 'STOP' }] }
  answerWith = (response) => void response.end(`data: ${JSON.stringify(end)}\r\n\r\n`)
  const said = (role: string, content: string) => ({ role, content })
  const history = [
    said('user', 'One'),
    said('user', 'Two'),
    said('assistant', 'A'),
    said('assistant', 'B'),
    said('user', 'Three'),
  ]
  const { status, body } = await app.call('ai-chat', { prompt: 'Four', history }, who)
  assert.equal(status, 200, JSON.stringify(body))
  await until('the question was read', async () => asked?.contents.length > 0)
  assert.deepEqual(
    asked.contents.map(({ role, parts }) => [role, parts.map(({ text }) => text)]),
    [
      ['user', ['One\n\nTwo']],
      ['model', ['A\n\nB']],
      ['user', ['Three\n\nFour']],
    ],
  )
})

test('an answer that a provider stops in the middle for its content is said to be stopped, and never whole', async () => {
  const who = await ownerWithGemini(app)
  const stop = { candidates: [{ content: { parts: [{ text: ' that' }], role: 'model' }, finishReason: 'SAFETY' }] }
  answerWith = (response) => void response.end(`${chunk('I could say')}data: ${JSON.stringify(stop)}\r\n\r\n`)
  const events = eventsIn(await (await ask(who)).text())
  assert.equal(events.at(-1), '[DONE]')
  const pieces = events.slice(0, -1).map((event) => JSON.parse(event) as { text: string; meta?: { finish: string } })
  assert.deepEqual([pieces.map(({ text }) => text).join(''), pieces.at(-1)?.meta?.finish], ['I could say that', 'filtered'])
  const { body } = await app.call('ai-chat', { prompt: 'Hello' }, who)
  assert.deepEqual([body.text, (body.meta as unknown as { finish: string }).finish], ['I could say that', 'filtered'])
})

test('of a hundred calls at once at two server processes, on a budget for seven, seven reach the provider and the others are refused by name', async () => {
  const who = await ownerWithGemini(app)
  // Each costs at the most its longest answer: 8,192 tokens.
  const price = { model: 'gemini-3.8-flash', provider: 'gemini', inputNano: 0, outputNano: 1 }
  assert.equal((await app.call('save-ai-model', price, who)).status, 200)
  const budget = { scope: 'workspace', period: 'month', limitNano: 7 * 8_192 + 8_191 }
  assert.equal((await app.call('set-ai-budget', budget, who)).status, 200)
  const people = await Promise.all(Array.from({ length: 5 }, () => app.given.person(who.orgId, 'member')))
  const servers = await Promise.all([0, 1].map(() => startServerProcess(app.target, { ...env, PUBLIC_URL: app.url })))
  try {
    const held: ServerResponse[] = []
    let refused = 0
    const answerAll = (): void => {
      const end = { candidates: [{ content: { parts: [{ text: 'Yes.' }], role: 'model' }, finishReason: 'STOP' }] }
      for (const response of held.splice(0)) response.end(`data: ${JSON.stringify(end)}\r\n\r\n`)
    }
    // None is answered, and so settled, before all others were decided.
    answerWith = (response) => void held.push(response)
    const calls = Array.from({ length: 100 }, async (_, at) => {
      const answer = await ask(people[at % people.length] as Someone, { url: servers[at % 2]?.url ?? '' })
      const text = await answer.text()
      if (answer.status === 402) refused++
      return { status: answer.status, text }
    })
    await until('93 are refused', async () => refused === 93, { withinMs: 15_000 })
    assert.equal(held.length, 7)
    answerAll()
    const answers = await Promise.all(calls)
    assert.equal(answers.filter(({ status }) => status === 200).length, 7)
    assert.ok(answers.every(({ status, text }) => status === 200 || JSON.parse(text).code === 'ai_budget_exhausted'))
    const rows = await ledger(who)
    assert.deepEqual([rows.length, await open(who)], [7, []])
    const { body } = await app.call('show-ai-usage', {}, who)
    const [shown] = body.budgets as unknown as { spent_nano: number; reserved_nano: number }[]
    assert.deepEqual([shown?.spent_nano, shown?.reserved_nano], [rows.reduce((sum, { cost_nano }) => sum + cost_nano, 0), 0])
  } finally {
    for (const server of servers) await server.stop()
  }
})
