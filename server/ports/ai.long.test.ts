import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderStreams } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { textFields } from '../domains/connections/ai-models/answer-shapes.ts'
import { anthropicAi } from '../providers/anthropic/ai.ts'
import { compatibleAi } from '../providers/compatible/ai.ts'
import { geminiAi } from '../providers/gemini/ai.ts'
import { openaiAi } from '../providers/openai/ai.ts'
import { type Ai, type AiEnd, type AiPiece, type AiProvider, type AiTurn, aiProviders } from './ai.ts'

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
  anthropic: (apiKey = 'sk-ant-test') =>
    anthropicAi({ base: sandbox.address, apiKey, model: 'claude-sonnet-5-5', mode: 'live', http: calls, now }),
  // Such servers often want no key at all.
  compatible: (apiKey) =>
    compatibleAi({
      ...{ base: `${sandbox.address}/sandbox/compatible/v1`, apiKey: apiKey === undefined ? null : 'wrong' },
      ...{ model: usual.compatible, mode: 'live', http: calls, now },
    }),
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
    assert.match(
      answer.model,
      { gemini: /^gemini-/, openai: /^gpt-/, anthropic: /^claude-/, compatible: /^compatible\/meta-llama\// }[provider],
    )
    assert.ok(answer.usage && answer.usage.inputTokens > 0 && answer.usage.outputTokens > 0)
    assert.equal((await open[provider]().test()).isLive, true)
    const listed = await open[provider]().models()
    assert.ok(
      listed.some(({ name }) => name === usual[provider]),
      JSON.stringify(listed),
    )
    if (provider === 'openai') assert.equal(listed.find(({ name }) => name === 'gpt-5-mini')?.endsOn, '2026-12-11')
    else if (provider === 'compatible') assert.ok(listed.every(({ contextTokens }) => contextTokens))
    else assert.ok(listed.every(({ contextTokens, maxOutputTokens }) => contextTokens && maxOutputTokens))
    const json = await open[provider]().generate({
      ...asked,
      schema: textFields({ industry: 'What they do', founded: 'The year' }),
    })
    assert.deepEqual(Object.keys(JSON.parse(json.text)), ['industry', 'founded'])
  })

  test(`${provider}: each error has a kind that says how to handle it, and reveals neither key nor question`, async () => {
    const ai = open[provider]()
    for (const [dial, kind] of [
      [{ kind: 'refused' }, 'unreachable'],
      [{ kind: 'slow', latencyMs: 3_000 }, 'unreachable'],
      [{ kind: 'rate_limited' }, 'busy'],
      // There the same words as of 529: it is overloaded, and asks for patience.
      [{ kind: 'error_503' }, provider === 'anthropic' ? 'busy' : 'broken'],
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
    for (const model of [
      'no-such-model',
      { gemini: 'gemini-2.5-flash', openai: 'gpt-4-turbo', anthropic: 'claude-2', compatible: 'compatible/none' }[provider],
    ]) {
      const gone = await trouble(ai.generate({ ...asked, model }))
      assert.deepEqual([gone.kind, gone.model], ['model_gone', model])
    }
  })

  test(`${provider}: a model asks for calls, gets what came of them, and goes on; what it signed comes back unchanged`, async () => {
    const ai = open[provider]()
    const tools = [
      { name: 'list-deals', description: 'Deals', input: { type: 'object', properties: { limit: { type: 'integer' } } } },
      { name: 'show-deal', description: 'A deal', input: { type: 'object', properties: {} } },
    ]
    const wanted = [
      { name: 'list-deals', input: { limit: 5, stage: 'won “ü”' } },
      { name: 'show-deal', input: {} },
    ]
    for (const [text, thought] of [
      ['', undefined],
      ['Let me look.', 'They want deals.'],
    ]) {
      await lay(provider, { text, ...(thought && { thought }), calls: wanted })
      const turns: AiTurn[] = [{ role: 'user', text: 'How many deals?' }]
      const ask = () =>
        piecesOf(ai.talk({ model: usual[provider], system: 'Be brief.', turns, tools, maxOutputTokens: 500, signal: never }))
      const first = await ask()
      const end = endOf(first)
      assert.deepEqual(
        end.calls.map(({ name, input }) => ({ name, input })),
        wanted,
      )
      assert.equal(new Set(end.calls.map(({ id }) => id)).size, 2)
      assert.equal(end.said.provider, provider)
      const results = end.calls.map((call, at) => ({ call, text: `Result ${at}`, isError: at === 1 }))
      turns.push({ role: 'assistant', text: text ?? '', calls: end.calls, said: JSON.parse(JSON.stringify(end.said)) })
      turns.push({ role: 'tools', results })
      await lay(provider, { contains: 'Result 1', text: 'There are five.', times: 1 })
      const last = await ask()
      assert.equal(textOf(last), 'There are five.')
      assert.deepEqual(endOf(last).calls, [])

      // The vendor looks at what comes back.
      if (provider === 'openai' || provider === 'compatible') continue
      const forged = JSON.parse(JSON.stringify(end.said).replace(/"(thoughtSignature|signature)":"[^"]+"/, '"$1":"Zm9yZ2Vk"'))
      if (JSON.stringify(forged) === JSON.stringify(end.said)) continue
      turns[1] = { role: 'assistant', text: text ?? '', calls: end.calls, said: forged }
      assert.equal((await trouble(ask())).kind, 'refused')
    }
  })

  test(`${provider}: what another provider said comes as plain text, with its calls and what came of them`, async () => {
    const other = aiProviders.find((name) => name !== provider) as AiProvider
    const call = { id: 'x1', name: 'list-deals', input: { limit: 1 } }
    await lay(provider, { contains: 'One deal: Rosa', text: 'It is Rosa’s.' })
    const pieces = await piecesOf(
      open[provider]().talk({
        ...{ model: usual[provider], system: null, maxOutputTokens: 500, signal: never },
        turns: [
          { role: 'user', text: 'Whose deal is it?' },
          { role: 'assistant', text: '', calls: [call], said: { provider: other, content: { nonsense: true } } },
          { role: 'tools', results: [{ call, text: 'One deal: Rosa', isError: false }] },
        ],
      }),
    )
    assert.equal(textOf(pieces), 'It is Rosa’s.')
  })

  test(`${provider}: a conversation comes in texts that add up to the answer, with what it used; how it ended is said, and what refuses says so`, async () => {
    const ai = open[provider]()
    const talk = (signal = new AbortController().signal) =>
      ai.talk({
        ...{ model: usual[provider], system: 'Be brief.', maxOutputTokens: 500, signal },
        turns: [
          { role: 'user', text: 'Hello' },
          { role: 'assistant', text: 'Hello?' },
          { role: 'user', text: 'A very secret question' },
        ],
      })
    const all = async () => {
      const pieces: AiPiece[] = []
      for await (const piece of talk()) pieces.push(piece)
      const texts = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
      return { text: texts.join(''), texts, usage: pieces.findLast(({ kind }) => kind === 'usage'), end: pieces.at(-1) }
    }
    const long = `${'Ein Satz für Zoë: 日本語 👩‍👩‍👧. '.repeat(20)}Ende.`
    await lay(provider, { text: long, thought: 'Hm, what do they want?' })
    const whole = await all()
    assert.equal(whole.text, long)
    assert.ok(whole.texts.length > 3 && whole.texts.every((text) => text !== ''))
    assert.ok(whole.usage?.kind === 'usage' && whole.usage.usage.inputTokens > 0 && whole.usage.usage.outputTokens > 0)
    assert.deepEqual([whole.end?.kind, whole.end?.kind === 'end' && whole.end.finish], ['end', 'stop'])
    await lay(provider, { text: long, outcome: 'too_long' })
    const cut = await all()
    assert.ok(cut.end?.kind === 'end' && cut.end.finish === 'length' && long.startsWith(cut.text))
    await lay(provider, { text: 'No.', outcome: 'stopped' })
    assert.equal((await trouble(all())).kind, 'refused')
    for (const breakAfter of [0, 1, 3, 6]) {
      await lay(provider, { text: long, breakAfter })
      assert.match((await trouble(all())).kind, /^(unreachable|broken)$/, `after ${breakAfter}`)
    }
    for (const [dial, kind] of [
      [{ kind: 'refused' }, 'unreachable'],
      [{ kind: 'slow', latencyMs: 3_000 }, 'unreachable'],
      [{ kind: 'rate_limited' }, 'busy'],
      [{ kind: 'error_503' }, provider === 'anthropic' ? 'busy' : 'broken'],
      [{ kind: 'html' }, 'broken'],
      [{ kind: 'ok_error_body' }, 'broken'],
      [{ kind: 'huge' }, 'broken'],
    ] as const) {
      await sandbox.turn(provider, dial)
      assert.equal((await trouble(all())).kind, kind, dial.kind)
    }
    await sandbox.turn(provider)
    const stopping = new AbortController()
    const leaving = talk(stopping.signal)
    await leaving.next()
    stopping.abort()
    await assert.rejects(async () => {
      for await (const _ of leaving);
    })
  })
}

const usual = {
  gemini: 'gemini-3.8-flash',
  openai: 'gpt-6.1-terra',
  anthropic: 'claude-sonnet-5-5',
  compatible: 'compatible/meta-llama/Llama-3.3-70B-Instruct',
} as const
const never = new AbortController().signal

const piecesOf = async (talk: AsyncIterable<AiPiece>): Promise<readonly AiPiece[]> => {
  const pieces: AiPiece[] = []
  for await (const piece of talk) pieces.push(piece)
  return pieces
}
const textOf = (pieces: readonly AiPiece[]): string =>
  pieces.flatMap((piece) => (piece.kind === 'text' ? piece.text : [])).join('')
const endOf = (pieces: readonly AiPiece[]): AiEnd => {
  const last = pieces.at(-1)
  assert.ok(last?.kind === 'end')
  return last
}
