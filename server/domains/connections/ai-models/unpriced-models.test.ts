import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` } })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

/** With a budget that has room for everything. */
const someoneWithABudget = async (): Promise<Someone> => {
  const who = await ownerWithGemini(app)
  const budget = { scope: 'workspace', period: 'month', limitNano: 20_000_000_000 }
  assert.equal((await app.call('set-ai-budget', budget, who)).status, 200)
  return who
}

test('a model that is not known is no model, with a budget as without one; nothing is asked and nothing becomes the default', async () => {
  const who = await someoneWithABudget()
  await connectAi(app, 'openai', who)
  for (const model of ['gemini-99-nope', 'gpt-99-nope']) {
    const { status, body } = await app.call('ai-chat', { prompt: 'Hello', model }, who)
    assert.deepEqual([status, body.code, body.error], [400, 'model_not_supported', `Unsupported model: ${model}`])
    const set = await app.call('set-ai-defaults', { defaultModel: model }, who)
    assert.deepEqual([set.status, set.body.code, set.body.error], [400, 'model_not_supported', `Unsupported model: ${model}`])
  }
  const rows = await app.database.inOrg(who.orgId, (db) => db.selectFrom('ai_ledger').selectAll().execute())
  assert.deepEqual(rows, [])
})

test('a default whose price is not known gives way to a model that has one, for every feature; where there is none, or it was named, it is said', async () => {
  const who = await someoneWithABudget()
  const known = { model: 'gemini-3.5-flash', provider: 'gemini', enabled: true }
  assert.equal((await app.call('save-ai-model', known, who)).status, 200)
  assert.equal((await app.call('set-ai-defaults', { defaultModel: known.model }, who)).status, 200)
  const ask = (more: object = {}) => app.call('ai-chat', { prompt: 'Hello', ...more }, who)
  const alone = await ask()
  assert.deepEqual([alone.status, alone.body.code, alone.body.model], [400, 'ai_model_unpriced', known.model])

  await connectAi(app, 'openai', who)
  const { status, body } = await ask()
  assert.equal(status, 200, JSON.stringify(body))
  const meta = body.meta as unknown as { provider: string; fallback: object }
  const fallback = { from: known.model, reason: `The price of ${known.model} is not known.` }
  assert.deepEqual([meta.provider, meta.fallback], ['openai', fallback])
  const named = await ask({ model: known.model })
  assert.deepEqual([named.status, named.body.code], [400, 'ai_model_unpriced'])

  const source = { title: 'Prices', text: 'An oak table costs 2,000 euros.' }
  assert.equal((await app.call('save-knowledge', source, who)).status, 200)
  const answered = await app.call('ask-knowledge', { question: 'What does an oak table cost?' }, who)
  const rows = await app.database.inOrg(who.orgId, (db) =>
    db.selectFrom('ai_ledger').select(['feature', 'provider', 'fallback_from']).orderBy('at').execute(),
  )
  assert.deepEqual(
    rows.at(-1),
    { feature: 'knowledge', provider: 'openai', fallback_from: known.model },
    JSON.stringify(answered.body),
  )
})

test('a price that is none is refused by its field, and the price of before stays', async () => {
  const who = await ownerWithGemini(app)
  const model = { model: 'gemini-3.8-flash', provider: 'gemini' }
  const save = (more: object) => app.call('save-ai-model', { ...model, ...more }, who)
  assert.equal((await save({ inputNano: 5, outputNano: 7 })).status, 200)
  for (const price of [-1, 0.5, 'NaN', '5', 1e15, true, [5], {}]) {
    const { status, body } = await save({ inputNano: price, outputNano: 7 })
    assert.deepEqual([status, body.code, body.field], [400, 'bad_request', 'inputNano'], JSON.stringify(price))
  }
  // What JSON cannot say is no number there.
  const { status, body } = await save({ inputNano: Number.NaN, outputNano: 7 })
  assert.deepEqual([status, body.code], [400, 'ai_price_incomplete'])
  for (const size of [0, -5, 1.5]) assert.equal((await save({ contextTokens: size })).body.field, 'contextTokens')
  const { models } = (await app.call('list-ai-models', {}, who)).body as unknown as {
    models: { model: string; price: { input_nano: number; output_nano: number } }[]
  }
  const { price } = models.find(({ model: name }) => name === model.model) ?? {}
  assert.deepEqual([price?.input_nano, price?.output_nano], [5, 7])
})
