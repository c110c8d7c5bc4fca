import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createParser } from 'eventsource-parser'
import { piecesOf } from '#sandbox/ai/answers.ts'
import { connectAi } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

/* What a person sees of a stream that pauses or breaks off at any of its bytes, and what the ledger says of it. */

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  const { address } = vendors
  app = await startApp({
    env: { GEMINI_API_BASE: address, OPENAI_API_BASE: `${address}/v1`, ANTHROPIC_API_BASE: address },
  })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

const models = { gemini: 'gemini-3.8-flash', openai: 'gpt-6.1-terra', anthropic: 'claude-sonnet-5-5' } as const
const providers = ['gemini', 'openai', 'anthropic'] as const
type Provider = (typeof providers)[number]

// Each piece of it ends like the beginning of a token that stands for what may not leave the house.
const answer = 'Grüße [ 👩‍👩‍👧 [ שלום [ 日本語 [ né [ 𝒳 [ zwei [ drei ['
const beginnings = piecesOf(answer).map((_, at, all) => all.slice(0, at + 1).join(''))

const lay = async (provider: Provider): Promise<void> => {
  const response = await fetch(`${vendors.address}/sandbox/${provider}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: answer }),
  })
  assert.equal(response.status, 201, await response.text())
}
/** Somebody whose workspace has this provider alone. */
const someoneWith = async (provider: Provider): Promise<Someone> => {
  const owner = await app.given.organization()
  await connectAi(app, provider, owner)
  return owner
}
const ask = (provider: Provider, who: Someone, { stream = true, signal }: { stream?: boolean; signal?: AbortSignal } = {}) =>
  fetch(`${app.url}/gateway`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ai-chat', stream, prompt: 'Hello', model: models[provider] }),
  })
interface Event {
  readonly text: string
  readonly error?: string
  readonly code?: string
  readonly partial?: boolean
  readonly meta?: { readonly finish: string; readonly cost_nano: number; readonly usage: { readonly estimated: boolean } }
}
/** What comes of a stream, but `[DONE]`, which is its last. */
const eventsIn = (text: string): readonly Event[] => {
  const events: string[] = []
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(text)
  assert.equal(events.pop(), '[DONE]')
  return events.map((data) => JSON.parse(data) as Event)
}
const textOf = (events: readonly Event[]): string => events.map(({ text }) => text).join('')

const ledger = ({ orgId }: Someone) => app.database.inOrg(orgId, (db) => db.selectFrom('ai_ledger').selectAll().execute())
const open = ({ orgId }: Someone) => app.database.inOrg(orgId, (db) => db.selectFrom('ai_reservations').selectAll().execute())
/** The one row of a workspace; nothing is reserved any more, and the page of usage says the same. */
const bookedOnce = async (who: Someone) => {
  const [row, ...others] = await until('it is settled', async () => {
    const rows = await ledger(who)
    return rows.length > 0 && rows
  })
  assert.ok(row && others.length === 0)
  assert.deepEqual(await open(who), [])
  const { body } = await app.call('show-ai-usage', {}, who)
  const total = body.total as unknown as { calls: number; cost_nano: number; estimated_nano: number }
  assert.deepEqual(
    [total.calls, total.cost_nano, total.estimated_nano],
    [1, row.cost_nano, row.is_estimated ? row.cost_nano : 0],
  )
  return row
}

for (const provider of providers) {
  test(`${provider}: broken off at any byte, a stream gives its text once and an error that says so; the ledger has one row, estimated by all that came`, async () => {
    const seen = new Set<string>()
    for (const bytes of [0, 1, 200, 601, 902, 1_203, 1_504]) {
      const who = await someoneWith(provider)
      await lay(provider)
      await vendors.turn(provider, { kind: 'breaks', bytes, only: 'POST' })
      const response = await ask(provider, who)
      const said = await response.text()
      await vendors.turn(provider)
      const row = await bookedOnce(who)
      const where = `after ${bytes} bytes`
      if (response.status !== 200) {
        // Nothing was shown yet: an error like any other.
        const { error, code } = JSON.parse(said) as { error: string; code: string }
        assert.deepEqual([response.status, code], [500, 'ai_failed'], said)
        assert.match(error, /^Failed to generate response: /)
        // It may have thought as long as it could.
        assert.deepEqual([row.outcome, row.is_estimated, row.output_tokens], ['failed', true, 8_192], where)
        seen.add('nothing')
        continue
      }
      const events = eventsIn(said)
      const text = textOf(events)
      const last = events.at(-1)
      assert.ok(beginnings.includes(text), `${where}: ${text}`)
      if (last?.meta) {
        // All was said, and how it ended: what broke was the goodbye.
        assert.deepEqual([text, last.meta.finish, row.outcome], [answer, 'stop', 'answered'], where)
        continue
      }
      assert.deepEqual([last?.text, last?.partial, last?.code], ['', true, 'ai_failed'], where)
      assert.match(last?.error ?? '', /^Failed to generate response: \w+’s answer broke off\.$/)
      assert.deepEqual([row.outcome, row.is_estimated, row.output_tokens], ['cut', true, Buffer.byteLength(text)], where)
      assert.ok(row.cost_nano > 0)
      seen.add('a part')
    }
    assert.deepEqual([...seen].toSorted(), ['a part', 'nothing'])
  })

  test(`${provider}: a stream that pauses within its letters comes whole, each text when it is there, and is billed as its provider tells`, async () => {
    const who = await someoneWith(provider)
    await lay(provider)
    await vendors.turn(provider, { kind: 'pauses', bytes: 7, pauseMs: 1, only: 'POST' })
    const response = await ask(provider, who)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let said = (await reader?.read())?.value ?? ''
    const begun = performance.now()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) said += next.value
    const tookMs = performance.now() - begun
    await vendors.turn(provider)
    const events = eventsIn(said)
    assert.equal(textOf(events), answer)
    assert.deepEqual([events.at(-1)?.meta?.finish, events.at(-1)?.meta?.usage.estimated], ['stop', false])
    assert.ok(tookMs > 50, `all of it came at once, within ${Math.round(tookMs)} ms`)
    const row = await bookedOnce(who)
    assert.deepEqual([row.outcome, row.is_estimated, row.cost_nano], ['answered', false, events.at(-1)?.meta?.cost_nano])
  })

  test(`${provider}: who leaves in a pause ends the call, and pays for what came; a whole answer that broke is an error, and paid for as far as it came`, async () => {
    const who = await someoneWith(provider)
    await lay(provider)
    await vendors.turn(provider, { kind: 'pauses', bytes: 1_000, pauseMs: 60_000, only: 'POST' })
    const leaving = new AbortController()
    const response = await ask(provider, who, { signal: leaving.signal })
    assert.equal(response.status, 200)
    await response.body?.getReader().read()
    const begun = performance.now()
    leaving.abort()
    await until('it is settled', async () => (await ledger(who)).length > 0)
    assert.ok(performance.now() - begun < 1_000)
    const row = await bookedOnce(who)
    assert.deepEqual([row.outcome, row.is_estimated], ['cancelled', true])
    assert.ok(
      beginnings.some((text) => Buffer.byteLength(text) === row.output_tokens),
      `${row.output_tokens} tokens`,
    )

    const other = await someoneWith(provider)
    await lay(provider)
    await vendors.turn(provider, { kind: 'breaks', bytes: 1_000, only: 'POST' })
    const broken = await ask(provider, other, { stream: false })
    await vendors.turn(provider)
    const said = (await broken.json()) as { text?: string; code: string }
    assert.deepEqual([broken.status, said.code, said.text], [500, 'ai_failed', undefined])
    const cut = await bookedOnce(other)
    assert.deepEqual([cut.outcome, cut.is_estimated, cut.output_tokens > 1], ['cut', true, true])
  })
}
