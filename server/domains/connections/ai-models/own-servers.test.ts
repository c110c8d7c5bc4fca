import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { readModels } from './read-models.ts'

let app: TestApp
let vendors: TestSandbox
let address: string
before(async () => {
  vendors = await startSandbox()
  address = `${vendors.address}/sandbox/compatible/v1`
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OUTGOING_ALLOWED_PRIVATE: new URL(address).host } })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

const model = 'compatible/meta-llama/Llama-3.3-70B-Instruct'
const connect = (who: Someone, credentials: Record<string, string> = {}) =>
  app.call(
    'connect-provider',
    { provider: 'compatible', credentials: { address, model: 'meta-llama/Llama-3.3-70B-Instruct', ...credentials } },
    who,
  )
const told = ({ status, body }: Awaited<ReturnType<typeof connect>>): string => `${status} ${String(body.code)}`
const lay = (slug: string, answer: object) =>
  fetch(`${vendors.address}/sandbox/${slug}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
const metaOf = (body: Record<string, unknown>) => body.meta as { provider: string; model: string; cost_nano: number }

test('a model of a server of one’s own answers, whole and in pieces, by its own name; the ledger has each call', async () => {
  const who = await app.given.organization()
  assert.equal((await connect(who)).status, 200)
  await lay('compatible', { text: 'Hello from the cellar.' })
  const { status, body } = await app.call('ai-chat', { prompt: 'Hello', model }, who)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.text, 'Hello from the cellar.')
  assert.deepEqual([metaOf(body).provider, metaOf(body).model], ['compatible', model])
  await lay('compatible', { text: 'Again, in pieces – 日本語.' })
  const streamed = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ai-chat', stream: true, prompt: 'Hello', model: 'compatible/gemma3:27b' }),
  })
  const events = (await streamed.text())
    .matchAll(/^data: (\{.*)$/gm)
    .map(([, data = '']) => JSON.parse(data) as { text: string })
  assert.equal(
    events
      .map(({ text }) => text)
      .toArray()
      .join(''),
    'Again, in pieces – 日本語.',
  )
  const rows = await app.database.inOrg(who.orgId, (db) =>
    db.selectFrom('ai_ledger').select(['provider', 'model', 'outcome']).orderBy('ended_at').execute(),
  )
  assert.deepEqual(rows, [
    { provider: 'compatible', model, outcome: 'answered' },
    { provider: 'compatible', model: 'compatible/gemma3:27b', outcome: 'answered' },
  ])
})

test('its models are listed with what they take in; under a budget one is asked once its price is known, which may be nothing', async () => {
  const who = await app.given.organization()
  assert.equal((await connect(who)).status, 200)
  const jobs = await openJobContext(app, { OUTGOING_ALLOWED_PRIVATE: new URL(address).host })
  try {
    await readModels.run({ orgId: who.orgId }, jobs.context)
  } finally {
    await jobs.close()
  }
  const listed = async () =>
    (await app.call('list-ai-models', {}, who)).body.models as unknown as { model: string; context_tokens: number }[]
  const own = (await listed()).filter((each) => each.model.startsWith('compatible/'))
  assert.equal(own.length, 3)
  assert.equal(own.find((each) => each.model === 'compatible/gemma3:27b')?.context_tokens, 8_192)

  const budget = { scope: 'workspace', period: 'day', limitNano: 1_000_000_000 }
  const set = await app.call('set-ai-budget', budget, who)
  assert.equal(set.status, 200, JSON.stringify(set.body))
  assert.equal(told(await app.call('ai-chat', { prompt: 'Hello', model }, who)), '400 ai_model_unpriced')
  const priced = { model, provider: 'compatible', inputNano: 0, outputNano: 0 }
  assert.equal((await app.call('save-ai-model', priced, who)).status, 200)
  const { status, body } = await app.call('ai-chat', { prompt: 'Hello', model }, who)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(metaOf(body).cost_nano, 0)
})

test('it can stand in for the first, with the model that its connection names', async () => {
  const who = await ownerWithGemini(app)
  assert.equal((await connect(who, { model: 'gemma3:27b' })).status, 200)
  assert.equal((await app.call('set-ai-defaults', { fallbacks: ['compatible'] }, who)).status, 200)
  await vendors.turn('gemini', { kind: 'error_503' })
  try {
    const { status, body } = await app.call('ai-chat', { prompt: 'Hello' }, who)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(metaOf(body).model, 'compatible/gemma3:27b')
  } finally {
    await vendors.turn('gemini')
  }
})

test('an address that points inside, one without TLS, a malformed one, a name with a newline and a wrong key are refused', async () => {
  // It would answer, was it asked.
  let asked = 0
  const inside = createServer((_request, response) => {
    asked++
    response.end('{"data":[]}')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const { port } = inside.address() as AddressInfo
  try {
    const who = await app.given.organization()
    for (const [given, answer] of [
      [{ address: `https://127.0.0.1:${port}/v1` }, '400 credentials_malformed'],
      [{ address: `http://127.0.0.1:${port}/v1` }, '400 credentials_malformed'],
      [{ address: `http://localhost:${port}/v1` }, '400 credentials_malformed'],
      [{ address: 'http://169.254.169.254/latest' }, '400 credentials_malformed'],
      [{ address: 'http://ai.example.com/v1' }, '400 credentials_malformed'],
      [{ address: 'https://user:secret@ai.example.com/v1' }, '400 credentials_malformed'],
      [{ address: 'ftp://ai.example.com' }, '400 credentials_malformed'],
      [{ model: 'two words' }, '400 credentials_malformed'],
      [{ model: 'a\nb' }, '400 credentials_malformed'],
      [{ model: 'none-of-theirs' }, '400 credentials_refused'],
      [{ apiKey: 'wrong' }, '400 credentials_refused'],
    ] as const)
      assert.equal(told(await connect(who, given as Record<string, string>)), answer, JSON.stringify(given))
    assert.equal(asked, 0)
    for (const wrong of ['compatible/', 'compatible//x', 'compatible/a\nb', 'compatible', 'gpt-5/../x\n'])
      assert.equal(told(await app.call('ai-chat', { prompt: 'Hello', model: wrong }, who)), '400 model_not_supported', wrong)
  } finally {
    inside.close()
  }
})

test('another address is another account: it has a connection of its own', async () => {
  const who = await app.given.organization()
  const first = (await connect(who)).body.connection as unknown as { id: string; account: string }
  assert.equal(first.account, new URL(address).host)
  const again = (await connect(who, { apiKey: 'another' })).body.connection as unknown as { id: string }
  assert.equal(again.id, first.id)
  const other = (await connect(who, { address: `${address}/` })).body.connection as unknown as { id: string }
  assert.equal(other.id, first.id)
  const elsewhere = await connect(who, {
    address: `${vendors.address}/sandbox/openai/v1`,
    apiKey: 'sk-x',
    model: 'gpt-5.6-terra',
  })
  assert.equal(elsewhere.status, 200, JSON.stringify(elsewhere.body))
  assert.notEqual((elsewhere.body.connection as unknown as { id: string }).id, first.id)
})
