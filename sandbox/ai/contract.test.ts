import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox()
})
after(() => sandbox.stop())

const keys = {
  gemini: { 'x-goog-api-key': 'AIzaTest' },
  openai: { authorization: 'Bearer sk-test' },
  anthropic: { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2026-10-21' },
} as const
type Slug = keyof typeof keys

const ask = async (slug: Slug, path: string, body?: object, headers: Record<string, string> = keys[slug]) => {
  const response = await fetch(sandbox.address + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
const lay = async (slug: Slug, answer: object): Promise<void> => {
  const { status, text } = await ask(slug, `/sandbox/${slug}/api/answers`, answer)
  assert.equal(status, 201, text)
}
const contents = [{ role: 'user', parts: [{ text: 'Hello, who is there?' }] }]
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello, who is there?' },
]
const flash = '/v1beta/models/gemini-3.8-flash'
const eventsOf = (text: string): string[] => text.match(/(?<=^data: ).*$/gm) ?? []

test('the Gemini simulator’s answers match the published contract, streams and errors included', {
  skip: withoutContracts,
}, async () => {
  const contract = openContract('google-gemini/openapi.json')
  const at = (verb: string) => [`/v1beta/models/{model}:${verb}`, 'post'] as const
  const check = async (
    where: readonly [string, string],
    status: number,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => {
    const given = await ask('gemini', path, body, headers)
    assert.equal(given.status, status, given.text)
    assert.deepEqual(contract.answer(where, status, JSON.parse(given.text)), [], given.text)
    return JSON.parse(given.text)
  }
  const generate = at('generateContent')
  await check(generate, 200, `${flash}:generateContent`, { contents })
  const json = {
    responseMimeType: 'application/json',
    responseJsonSchema: { type: 'object', properties: { industry: { type: 'string' } } },
  }
  const enriched = await check(generate, 200, `${flash}:generateContent`, { contents, generationConfig: json })
  assert.deepEqual(Object.keys(JSON.parse(enriched.candidates[0].content.parts[0].text)), ['industry'])
  for (const outcome of ['blocked', 'stopped', 'too_long']) {
    await lay('gemini', { text: 'So it is, and not otherwise.', thought: 'Let me see.', outcome })
    await check(generate, 200, `${flash}:generateContent`, { contents })
  }
  await check(at('countTokens'), 200, `${flash}:countTokens`, { contents })
  const { models } = await check(['/v1beta/models', 'get'], 200, '/v1beta/models?pageSize=2')
  assert.equal(models.length, 2)
  for (const gone of ['gemini-0', 'gemini-2.5-flash'])
    await check(generate, 404, `/v1beta/models/${gone}:generateContent`, { contents })
  await check(generate, 400, `${flash}:generateContent`, { contents: [] })
  await check(generate, 400, `${flash}:generateContent`, { contents, system: 'x' })
  await check(generate, 400, `${flash}:generateContent`, { contents }, { 'x-goog-api-key': 'nonsense' })
  await check(generate, 403, `${flash}:generateContent`, { contents }, {})
  // Beside it the older version, which knows less.
  const stable = flash.replace('v1beta', 'v1')
  await check(generate, 200, `${stable}:generateContent`, { contents })
  await check(at('countTokens'), 200, `${stable}:countTokens`, { contents })
  assert.equal((await check(['/v1beta/models', 'get'], 200, '/v1/models')).models.length, 3)
  await check(generate, 404, '/v1/models/gemini-0:generateContent', { contents })
  for (const more of [{ systemInstruction: contents[0] }, { tools: [] }, { generationConfig: json }]) {
    const { error } = await check(generate, 400, `${stable}:generateContent`, { contents, ...more })
    assert.match(error.message, /Unknown name "\w+".*Cannot find field/)
  }
  for (const [kind, status] of [
    ['rate_limited', 429],
    ['error_500', 500],
    ['error_503', 503],
  ] as const) {
    await sandbox.turn('gemini', { kind })
    await check(generate, status, `${flash}:generateContent`, { contents })
  }
  await sandbox.turn('gemini')

  for (const alt of ['?alt=sse', '']) {
    const { text } = await ask('gemini', `${flash}:streamGenerateContent${alt}`, { contents })
    const chunks = alt ? eventsOf(text).map((line) => JSON.parse(line)) : JSON.parse(text)
    assert.ok(chunks.length > 2)
    for (const chunk of chunks) assert.deepEqual(contract.schema('GenerateContentResponse', chunk), [])
    assert.match(
      chunks
        .map(
          (chunk: { candidates: { content: { parts: { text: string }[] } }[] }) => chunk.candidates[0]?.content.parts[0]?.text,
        )
        .join(''),
      /“Hello, who is there\?”/,
    )
  }
})

test('the OpenAI simulator’s answers match the published contract, streams and errors included', {
  skip: withoutContracts,
}, async () => {
  const contract = openContract('openai/openapi.json')
  const check = async (where: readonly [string, string], status: number, body?: object, headers?: Record<string, string>) => {
    const given = await ask('openai', `/v1${where[0]}`, body, headers)
    assert.equal(given.status, status, given.text)
    assert.deepEqual(contract.answer(where, status, JSON.parse(given.text)), [], given.text)
  }
  const [chat, responses] = [['/chat/completions', 'post'] as const, ['/responses', 'post'] as const]
  const model = 'gpt-6.1-terra'
  await check(chat, 200, { model, messages })
  await check(responses, 200, { model, instructions: 'Be brief.', input: 'Hello' })
  for (const outcome of ['blocked', 'stopped', 'too_long'])
    for (const [where, body] of [
      [chat, { model, messages }],
      [responses, { model, input: 'Hello' }],
    ] as const) {
      await lay('openai', { text: 'So it is.', outcome })
      await check(where, 200, body)
    }
  await check(['/models', 'get'], 200)
  await check(chat, 401, { model, messages }, { authorization: 'Bearer nonsense' })
  for (const gone of ['gpt-0', 'gpt-4-turbo']) await check(chat, 404, { model: gone, messages })
  await check(chat, 400, { model })
  await check(chat, 400, { model, messages, max_tokens: 5 })
  for (const [kind, status] of [
    ['rate_limited', 429],
    ['error_500', 500],
  ] as const) {
    await sandbox.turn('openai', { kind })
    await check(chat, status, { model, messages })
  }
  await sandbox.turn('openai')

  const chatted = await ask('openai', '/v1/chat/completions', {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  })
  const lines = eventsOf(chatted.text)
  assert.equal(lines.pop(), '[DONE]')
  for (const line of lines) assert.deepEqual(contract.schema('CreateChatCompletionStreamResponse', JSON.parse(line)), [], line)
  assert.deepEqual(JSON.parse(lines.at(-1) ?? '').choices, [])
  const streamed = eventsOf((await ask('openai', '/v1/responses', { model, input: 'Hello', stream: true })).text)
  for (const line of streamed) assert.deepEqual(contract.schema('ResponseStreamEvent', JSON.parse(line)), [], line)
  assert.equal(JSON.parse(streamed.at(-1) ?? '').type, 'response.completed')
})

test('a canned answer is given: to the next question, or to each that holds a text; a stream can break in the middle', async () => {
  const completed = async (slug: Slug, prompt: string): Promise<string> => {
    if (slug === 'gemini') {
      const { text } = await ask(slug, `${flash}:generateContent`, { contents: [{ parts: [{ text: prompt }] }] })
      return JSON.parse(text).candidates[0].content.parts[0].text
    }
    const { text } = await ask(slug, '/v1/chat/completions', {
      model: 'gpt-6.1-terra',
      messages: [{ role: 'user', content: prompt }],
    })
    return JSON.parse(text).choices[0].message.content
  }
  for (const slug of ['gemini', 'openai'] as const) {
    await fetch(`${sandbox.address}/sandbox/${slug}/api/answers`, { method: 'DELETE' })
    await lay(slug, { contains: 'BAKERY', text: 'Bread.' })
    await lay(slug, { text: 'First.' })
    await lay(slug, { text: 'Second.' })
    const given = []
    for (const prompt of ['a', 'A bakery', 'b', 'c', 'the bakery']) given.push(await completed(slug, prompt))
    assert.deepEqual([given[0], given[1], given[2], given[4]], ['First.', 'Bread.', 'Second.', 'Bread.'])
    assert.match(given[3] ?? '', /sandbox/)
    const { text } = await ask(slug, `/sandbox/${slug}/api/talks`)
    assert.equal(JSON.parse(text).length, 5)
    assert.match((await ask(slug, `/sandbox/${slug}/desk`)).text, /the bakery/)

    await lay(slug, { text: 'one two three four five six', breakAfter: 2 })
    const streaming =
      slug === 'gemini'
        ? ask(slug, `${flash}:streamGenerateContent?alt=sse`, { contents })
        : ask(slug, '/v1/chat/completions', { model: 'gpt-6.1-terra', messages, stream: true })
    await assert.rejects(streaming)
    await sandbox.turn(slug, { kind: 'reset', times: 1 })
    await assert.rejects(
      ask(
        slug,
        slug === 'gemini' ? `${flash}:streamGenerateContent` : '/v1/responses',
        slug === 'gemini' ? { contents } : { model: 'gpt-6.1-terra', input: 'x', stream: true },
      ),
    )
    await sandbox.turn(slug)
  }
})

test('the Anthropic simulator’s answers match the published contract, streams and errors included', {
  skip: withoutContracts,
}, async () => {
  const contract = openContract('anthropic/openapi.json')
  const [messagesPath, modelsPath] = [['/v1/messages', 'post'] as const, ['/v1/models', 'get'] as const]
  const check = async (where: readonly [string, string], status: number, body?: object, headers?: Record<string, string>) => {
    const given = await ask('anthropic', where[0], body, headers)
    assert.equal(given.status, status, given.text)
    assert.deepEqual(contract.answer(where, status, JSON.parse(given.text)), [], given.text)
    return JSON.parse(given.text)
  }
  const body = { model: 'claude-sonnet-5-5', max_tokens: 500, messages: [{ role: 'user', content: 'Hello' }] }
  await check(messagesPath, 200, { ...body, system: 'Be brief.' })
  for (const outcome of ['blocked', 'stopped', 'too_long']) {
    await lay('anthropic', { text: 'So it is.', thought: 'Let me see.', outcome })
    await check(messagesPath, 200, body)
  }
  assert.equal((await check(modelsPath, 200)).data.length, 3)
  const old = { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' }
  await check(messagesPath, 200, { ...body, temperature: 0.5 }, old)
  await check(messagesPath, 200, body, { authorization: 'Bearer sk-ant-test', 'anthropic-version': '2026-10-21' })
  for (const [status, wrong, headers] of [
    [400, { ...body, temperature: 0.5 }, undefined],
    [400, { ...body, max_tokens: undefined }, undefined],
    [400, { ...body, messages: [] }, undefined],
    [400, { ...body, messages: [{ role: 'assistant', content: 'x' }] }, undefined],
    [404, { ...body, model: 'claude-2' }, undefined],
    [401, body, { 'x-api-key': 'nonsense', 'anthropic-version': '2026-10-21' }],
    [401, body, {}],
    [400, body, { 'x-api-key': 'sk-ant-test' }],
  ] as const)
    await check(messagesPath, status, wrong, headers)
  await lay('anthropic', { text: 'A few words, one after the other.', thought: 'Let me see.' })
  const { text } = await ask('anthropic', '/v1/messages', { ...body, stream: true })
  const events = eventsOf(text).map((line) => JSON.parse(line))
  for (const event of events)
    assert.deepEqual(contract.schema(event.type === 'ping' ? 'PingEvent' : 'StreamEvent', event), [], JSON.stringify(event))
  const said = events.filter(({ delta }) => delta?.type === 'text_delta').map(({ delta }) => delta.text)
  assert.equal(said.join(''), 'A few words, one after the other.')
  assert.deepEqual([events[0]?.type, events.at(-1)?.type], ['message_start', 'message_stop'])
})
