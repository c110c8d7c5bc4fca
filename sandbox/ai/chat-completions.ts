import { callsOf, piecesOf, type Reply, type Spoken, spokenOf, textIn, tokensOf, tokensSent } from './answers.ts'
import type { Schema } from './generated-answers.ts'
import type { ToolQuestion } from './tools.ts'

// Chat completions as OpenAI and those who speak like it answer them (https://platform.openai.com/docs/api-reference/chat).

export interface Format {
  readonly type?: string
  readonly schema?: Schema
  readonly json_schema?: { readonly schema?: Schema }
}
/** The shape that JSON is wanted in; null where text is. */
export const schemaOf = (format: Format | undefined): Schema | null =>
  format?.type === undefined || format.type === 'text'
    ? null
    : (format.json_schema?.schema ?? format.schema ?? { type: 'object' })

export interface Chat {
  readonly model?: string
  readonly messages?: readonly Message[]
  readonly tools?: readonly { readonly function?: { readonly name: string } }[]
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly response_format?: Format
  readonly max_tokens?: number
}
interface Message {
  readonly role: string
  readonly content?: Spoken
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly tool_call_id?: string
}
interface Chatted {
  readonly body: Chat
  readonly given: Reply
  readonly id: string
  readonly created: number
}

const isSystem = ({ role }: { readonly role: string }): boolean => role === 'system' || role === 'developer'

const toolsOf = ({ messages = [], tools = [] }: Chat): ToolQuestion | null => {
  const names = tools.flatMap(({ function: { name } = { name: '' } }) => name)
  if (names.length === 0) return null
  const spoken = messages.findLastIndex(({ role }) => role !== 'tool')
  const results = messages.slice(spoken + 1).map(({ content }) => textIn(content))
  const isResult = results.length > 0
  return {
    tools: names,
    asked: isResult ? '' : textIn(messages[spoken]?.content),
    results: isResult ? results.join('\n') : null,
  }
}

export const chatQuestion = ({ model = '', messages = [], response_format: format, tools }: Chat) => ({
  tools: toolsOf({ messages, ...(tools && { tools }) }),
  model,
  system: messages
    .filter(isSystem)
    .map(({ content }) => textIn(content))
    .join('\n\n'),
  prompt: messages
    .filter((message) => !isSystem(message))
    .map(({ content }) => textIn(content))
    .join('\n\n'),
  schema: schemaOf(format),
})

/** Why a conversation is not taken; null where it is. */
export const faultIn = (messages: Chat['messages']): { readonly message: string; readonly code: string | null } | null => {
  if (!Array.isArray(messages) || messages.length === 0)
    return { message: 'Missing required parameter: ‘messages’.', code: 'missing_required_parameter' }
  const all = messages as readonly Message[]
  for (const [at, { tool_calls: calls = [] }] of all.entries()) {
    const answered = all.slice(at + 1, at + 1 + calls.length).map((message) => message.tool_call_id)
    const open = calls.map(({ id }) => id).filter((id) => !answered.includes(id))
    const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`
    if (open.length > 0) return { message, code: null }
  }
  return null
}

const finishes = { answer: 'stop', blocked: 'content_filter', stopped: 'content_filter', too_long: 'length' } as const

const usageOf = ({ messages, tools }: Chat, text: string) => {
  const [prompt_tokens, completion_tokens] = [tokensSent(messages, null, tools), tokensOf(text)]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** Named by the answer that they are in. */
const toolCallsOf = (given: Reply, id: string) =>
  callsOf(given).map(({ name, input }, at) => ({
    ...{ id: `call_${id.slice(-12)}${at}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
  }))

export const completion = ({ body, given, id, created }: Chatted) => {
  const content = spokenOf(given)
  const calls = toolCallsOf(given, id)
  return {
    id,
    object: 'chat.completion',
    created,
    model: body.model,
    choices: [
      {
        index: 0,
        message: {
          ...{ role: 'assistant', content, refusal: null, annotations: [] },
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: calls.length > 0 ? 'tool_calls' : finishes[given.outcome],
      },
    ],
    usage: usageOf(body, content),
    service_tier: 'default',
  }
}

const completionChunks = ({ body, given, id, created }: Chatted) => {
  const whole = spokenOf(given)
  const calls = toolCallsOf(given, id)
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model: body.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  const usage = { ...chunk({}), choices: [], usage: usageOf(body, whole) }
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(whole === '' ? [] : piecesOf(whole)).map((content) => chunk({ content })),
    ...calls.flatMap((call, index) => callChunks(call, index).map((tool_calls) => chunk({ tool_calls }))),
    chunk({}, calls.length > 0 ? 'tool_calls' : finishes[given.outcome]),
    ...(body.stream_options?.include_usage ? [usage] : []),
  ]
}

/** A call comes by its name first, and its arguments in two halves. */
const callChunks = (call: ReturnType<typeof toolCallsOf>[number], index: number) => {
  const { name, arguments: text } = call.function
  const half = Math.ceil(text.length / 2)
  return [
    [{ ...call, index, function: { name, arguments: '' } }],
    ...[text.slice(0, half), text.slice(half)].map((piece) => [{ index, function: { arguments: piece } }]),
  ]
}

/** A stream as its lines. */
export const completionLines = (chat: Chatted): readonly string[] =>
  [...completionChunks(chat).map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((line) => `data: ${line}\n\n`)
