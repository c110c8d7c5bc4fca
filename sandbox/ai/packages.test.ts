import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

/*
 * The vendors' own packages, unchanged, against the simulators: what they read of our doubles is what they read of the vendors. For
 * development only: Foyer itself speaks plain HTTP (decision 0031).
 */

let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox()
})
after(async () => sandbox?.stop())

const lay = async (slug: string, answer: object): Promise<void> => {
  const response = await fetch(`${sandbox.address}/sandbox/${slug}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: '', ...answer }),
  })
  assert.equal(response.status, 201, await response.text())
}
const schema = { type: 'object' as const, properties: { limit: { type: 'integer' } } }
const calls = [{ name: 'list_deals', input: { limit: 5 } }]

test('openai: a conversation whole and streamed, with a call and its result; a wrong key is its own error', async () => {
  const client = new OpenAI({ baseURL: `${sandbox.address}/v1`, apiKey: 'sk-test', maxRetries: 0 })
  const model = 'gpt-6.1-terra'
  const tools = [{ type: 'function' as const, function: { name: 'list_deals', parameters: schema } }]
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'How many?' }]
  await lay('openai', { calls })
  const first = await client.chat.completions.create({ model, messages, tools })
  const asked = first.choices[0]?.message
  assert.equal(first.choices[0]?.finish_reason, 'tool_calls')
  const [call] = asked?.tool_calls ?? []
  assert.ok(asked && call?.type === 'function')
  assert.deepEqual(JSON.parse(call.function.arguments), { limit: 5 })
  messages.push(asked)
  await assert.rejects(client.chat.completions.create({ model, messages, tools }), OpenAI.BadRequestError)
  messages.push({ role: 'tool', tool_call_id: call.id, content: 'Five.' })
  await lay('openai', { text: 'There are five of them.' })
  const stream = client.chat.completions.stream({ model, messages, tools, stream_options: { include_usage: true } })
  assert.equal(await stream.finalContent(), 'There are five of them.')
  assert.ok(((await stream.totalUsage()).total_tokens ?? 0) > 0)
  await lay('openai', { calls })
  const streamed = client.chat.completions.stream({ model, messages: [{ role: 'user', content: 'Again?' }], tools })
  const [again] = (await streamed.finalMessage()).tool_calls ?? []
  assert.ok(again?.type === 'function' && again.function.arguments === '{"limit":5}')
  assert.ok((await client.models.list()).data.length > 0)
  const stranger = new OpenAI({ baseURL: `${sandbox.address}/v1`, apiKey: 'nonsense', maxRetries: 0 })
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError)
})

test('anthropic: a conversation whole and streamed, with thoughts, a call and its result; either header is taken', async () => {
  for (const key of [{ apiKey: 'sk-ant-test' }, { apiKey: null, authToken: 'sk-ant-test' }]) {
    const client = new Anthropic({ baseURL: sandbox.address, maxRetries: 0, ...key })
    const asking = {
      ...{ model: 'claude-sonnet-5-5', max_tokens: 500 },
      tools: [{ name: 'list_deals', input_schema: schema }],
    }
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How many?' }]
    await lay('anthropic', { text: 'Let me look.', thought: 'They want deals.', calls })
    const first = await client.messages.stream({ ...asking, messages }).finalMessage()
    assert.equal(first.stop_reason, 'tool_use')
    const use = first.content.find((block) => block.type === 'tool_use')
    assert.deepEqual([use?.name, use?.input], ['list_deals', { limit: 5 }])
    messages.push({ role: 'assistant', content: first.content })
    await assert.rejects(client.messages.create({ ...asking, messages }), Anthropic.BadRequestError)
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: 'Five.' }] })
    await lay('anthropic', { text: 'There are five of them.' })
    const last = await client.messages.create({ ...asking, messages })
    assert.deepEqual(
      last.content.map((block) => (block.type === 'text' ? block.text : block.type)),
      ['There are five of them.'],
    )
  }
})

test('@google/genai: a conversation whole and streamed by v1beta, with a signed call; a call that comes back unsigned is refused', async () => {
  const ai = new GoogleGenAI({ apiKey: 'AIzaTest', apiVersion: 'v1beta', httpOptions: { baseUrl: sandbox.address } })
  const model = 'gemini-3.8-flash'
  const config = { tools: [{ functionDeclarations: [{ name: 'list_deals', parametersJsonSchema: schema }] }] }
  await lay('gemini', { calls })
  const first = await ai.models.generateContent({ model, contents: 'How many?', config })
  assert.deepEqual(
    first.functionCalls?.map(({ name, args }) => [name, args]),
    [['list_deals', { limit: 5 }]],
  )
  const asked = first.candidates?.[0]?.content
  assert.ok(asked?.parts)
  const result = { role: 'user', parts: [{ functionResponse: { name: 'list_deals', response: { output: 'Five.' } } }] }
  const contents = [{ role: 'user', parts: [{ text: 'How many?' }] }, asked, result]
  await lay('gemini', { text: 'There are five of them, as far as one can see.' })
  let text = ''
  for await (const chunk of await ai.models.generateContentStream({ model, contents, config })) text += chunk.text ?? ''
  assert.equal(text, 'There are five of them, as far as one can see.')
  const unsigned = { ...asked, parts: asked.parts.map(({ functionCall }) => ({ ...(functionCall && { functionCall }) })) }
  await assert.rejects(
    ai.models.generateContent({ model, contents: [contents[0] as object, unsigned, result], config }),
    /thought_signature/,
  )
})

test('@google/genai: what it says without a version is read by v1: a question whole and streamed; what v1 does not know is refused by name', async () => {
  const ai = new GoogleGenAI({ apiKey: 'AIzaTest', httpOptions: { baseUrl: sandbox.address } })
  const model = 'gemini-3.8-flash'
  await lay('gemini', { text: 'Five of them.' })
  assert.equal((await ai.models.generateContent({ model, contents: 'How many?' })).text, 'Five of them.')
  await lay('gemini', { text: 'There are five of them, as far as one can see.' })
  let text = ''
  for await (const chunk of await ai.models.generateContentStream({ model, contents: 'How many?' })) text += chunk.text ?? ''
  assert.equal(text, 'There are five of them, as far as one can see.')
  const names: string[] = []
  for await (const listed of await ai.models.list()) names.push(listed.name ?? '')
  assert.ok(names.includes(`models/${model}`), names.join())
  const asked = { model, contents: 'How many?', config: { systemInstruction: 'Be brief.' } }
  await assert.rejects(ai.models.generateContent(asked), /Unknown name \\?"systemInstruction/)
})
