import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { connectAi } from '#test/support/ai.ts'
import { startApp, type TestApp } from '#test/support/app.ts'

/* A prompt that is more than a model takes in, by its provider's own count: as each of them documents the refusal. */

let refusal: { readonly status: number; readonly body: object } = { status: 400, body: {} }
const lists = { models: [], data: [{ id: 'llama' }], object: 'list' }
const vendor = createServer((request, response) => {
  request.resume()
  const { status, body } = request.method === 'GET' ? { status: 200, body: lists } : refusal
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let app: TestApp
let address: string
before(async () => {
  vendor.listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`
  address = `http://${host}`
  const env = { GEMINI_API_BASE: address, OPENAI_API_BASE: `${address}/v1`, ANTHROPIC_API_BASE: address }
  app = await startApp({ env: { ...env, OUTGOING_ALLOWED_PRIVATE: host } })
})
after(async () => {
  await app?.stop()
  vendor.closeAllConnections()
  vendor.close()
})

const openAi = (code: string | null, message: string) => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', param: 'messages', code } },
})
const anthropic = (message: string) => ({
  status: 400,
  body: { type: 'error', error: { type: 'invalid_request_error', message } },
})
const local = (body: object) => ({ status: 400, body })

for (const [model, given, tokens, limit] of [
  [
    'gemini-3.8-flash',
    {
      status: 400,
      body: {
        error: {
          ...{ code: 400, status: 'INVALID_ARGUMENT' },
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        },
      },
    },
    ...[1_200_000, 1_048_576],
  ],
  [
    'gpt-6.1-terra',
    openAi(
      'context_length_exceeded',
      "This model's maximum context length is 1050000 tokens. However, your messages resulted in 1100000 tokens. Please reduce the length of the messages.",
    ),
    ...[1_100_000, 1_050_000],
  ],
  [
    'gpt-6.1-terra',
    openAi('context_length_exceeded', 'Your input exceeds the context window of this model. Please adjust your input.'),
    ...[undefined, undefined],
  ],
  ['claude-sonnet-5-5', anthropic('prompt is too long: 1,200,000 tokens > 1,000,000 maximum'), 1_200_000, 1_000_000],
  [
    'claude-sonnet-5-5',
    anthropic(
      'input length and `max_tokens` exceed context limit: 995000 + 8192 > 1000000, decrease input length or `max_tokens` and try again',
    ),
    ...[1_003_192, 1_000_000],
  ],
  [
    'compatible/llama',
    local({
      ...{ object: 'error', type: 'BadRequestError', param: null, code: 400 },
      message:
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (808 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    }),
    ...[9_000, 8_192],
  ],
  [
    'compatible/llama',
    local({
      error: {
        ...{ code: 400, type: 'exceed_context_size_error' },
        message: 'the request exceeds the available context size. try increasing the context size or enable context shift',
      },
    }),
    ...[undefined, undefined],
  ],
] as const)
  test(`${model}: ${JSON.stringify(given.body).slice(0, 60)}… is context_too_long, with the counts it tells, and costs nothing`, async () => {
    const who = await app.given.organization()
    if (model.startsWith('compatible/')) {
      const credentials = { address: `${address}/v1`, model: 'llama' }
      const connected = await app.call('connect-provider', { provider: 'compatible', credentials }, who)
      assert.equal(connected.status, 200, JSON.stringify(connected.body))
    } else await connectAi(app, model.startsWith('gpt') ? 'openai' : model.startsWith('claude') ? 'anthropic' : 'gemini', who)
    refusal = given
    const { status, body } = await app.call('ai-chat', { prompt: 'Hello', model }, who)
    assert.deepEqual(
      [status, body.code, body.tokens, body.limit],
      [400, 'context_too_long', tokens, limit],
      JSON.stringify(body),
    )
    const rows = await app.database.inOrg(who.orgId, (db) =>
      db.selectFrom('ai_ledger').select(['outcome', 'cost_nano', 'is_estimated']).execute(),
    )
    assert.deepEqual(rows, [{ outcome: 'refused', cost_nano: 0, is_estimated: false }])
  })
