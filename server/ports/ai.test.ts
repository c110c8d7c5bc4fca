import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderStreams } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { geminiAi } from '../providers/gemini/ai.ts'
import { openaiAi } from '../providers/openai/ai.ts'
import { type Ai, type AiProvider, aiProviders } from './ai.ts'

let sandbox: TestSandbox
let http: ReturnType<typeof makeHttp>
before(async () => {
  sandbox = await startSandbox()
  http = makeHttp({ allowed: [readAllowedTarget(new URL(sandbox.address).host) ?? []].flat() })
})
after(async () => {
  await http.destroy()
  await sandbox.stop()
})

const now = () => new Date()
/** Each call once and with little patience: repeats are the way out's own and tried there. */
const calls: ProviderHttp & ProviderStreams = {
  send: (request) => http.send({ ...request, timeoutMs: 1_000, maxBytes: 1_000_000 }),
  open: (request) => http.open({ ...request, silenceMs: 1_000 }),
}
const open: Record<AiProvider, (apiKey?: string) => Ai> = {
  gemini: (apiKey = 'AIzaTest') =>
    geminiAi({ base: sandbox.address, apiKey, model: 'gemini-3.8-flash', mode: 'live', http: calls, now }),
  openai: (apiKey = 'sk-test') =>
    openaiAi({ base: `${sandbox.address}/v1`, apiKey, model: 'gpt-6.1-terra', mode: 'live', http: calls, now }),
}
const lay = async (slug: AiProvider, answer: object): Promise<void> => {
  const response = await fetch(`${sandbox.address}/sandbox/${slug}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(response.status, 201)
}
const asked = { system: 'Answer.', prompt: 'A very secret question' }
const trouble = async (doing: Promise<unknown>): Promise<ProviderError> => {
  const error = await doing.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  assert.doesNotMatch(error.reason, /secret|AIza|sk-|127\.0\.0\.1|\n/)
  return error
}

for (const provider of aiProviders) {
  test(`${provider}: the whole answer comes as one text, without thoughts, with the model that wrote it`, async () => {
    const long = `${'A word and another. '.repeat(20)}The end.`
    await lay(provider, { text: long, thought: 'Hm, what do they want?' })
    const answer = await open[provider]().generate(asked)
    assert.deepEqual([answer.text, answer.provider], [long, provider])
    assert.match(answer.model, provider === 'gemini' ? /^gemini-/ : /^gpt-/)
    assert.ok(answer.usage && answer.usage.inputTokens > 0 && answer.usage.outputTokens > 0)
    assert.equal((await open[provider]().test()).isLive, true)
    const json = await open[provider]().generate({ ...asked, fields: { industry: 'What they do', founded: 'The year' } })
    assert.deepEqual(Object.keys(JSON.parse(json.text)), ['industry', 'founded'])
  })

  test(`${provider}: each error has a kind that says how to handle it, and reveals neither key nor question`, async () => {
    const ai = open[provider]()
    for (const [dial, kind] of [
      [{ kind: 'refused' }, 'unreachable'],
      [{ kind: 'slow', latencyMs: 3_000 }, 'unreachable'],
      [{ kind: 'rate_limited' }, 'busy'],
      [{ kind: 'error_503' }, 'broken'],
      [{ kind: 'error_500' }, 'broken'],
      [{ kind: 'html' }, 'broken'],
      [{ kind: 'ok_error_body' }, 'broken'],
      [{ kind: 'reset' }, 'broken'],
      [{ kind: 'huge' }, 'broken'],
    ] as const) {
      await sandbox.turn(provider, dial)
      assert.equal((await trouble(ai.generate(asked))).kind, kind, dial.kind)
    }
    await sandbox.turn(provider, { kind: 'rate_limited' })
    assert.equal((await trouble(ai.generate(asked))).retryAfterMs, 1_000)
    await sandbox.turn(provider)
    for (const [outcome, kind] of [
      ['blocked', 'refused'],
      ['stopped', 'refused'],
      ['too_long', 'malformed'],
    ] as const) {
      await lay(provider, { text: 'No.', outcome })
      assert.equal((await trouble(ai.generate(asked))).kind, kind, outcome)
    }
    await lay(provider, { text: '  ' })
    assert.equal((await trouble(ai.generate(asked))).kind, 'malformed')
    const stranger = open[provider]('AQ-nonsense-secret')
    assert.equal((await trouble(stranger.generate(asked))).kind, 'credentials')
    assert.equal((await trouble(stranger.test())).kind, 'credentials')
    for (const model of ['no-such-model', provider === 'gemini' ? 'gemini-2.5-flash' : 'gpt-4-turbo']) {
      const gone = await trouble(ai.generate({ ...asked, model }))
      assert.deepEqual([gone.kind, gone.model], ['model_gone', model])
    }
  })
}
