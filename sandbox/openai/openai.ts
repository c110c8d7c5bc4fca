import type { FastifyReply, FastifyRequest } from 'fastify'
import { callsOf, openAnswers, piecesOf, type Reply, type Spoken, spokenOf, textIn, tokensOf } from '../ai/answers.ts'
import { serveControlPage } from '../ai/control-page.ts'
import type { Schema } from '../ai/generated-answers.ts'
import { sendPieces } from '../ai/streams.ts'
import type { ToolQuestion } from '../ai/tools.ts'
import type { Simulator, SimulatorContext } from '../simulators.ts'

const title = 'OpenAI'

/** OpenAI's chat completions and responses (https://platform.openai.com/docs/api-reference). */
export const openai: Simulator = {
  slug: 'openai',
  title,
  instead: 'OpenAI’s API, chat completions and responses',
  about: 'Accepts any key that starts with sk-, and returns a generated or canned answer. No real model.',
  pages: [{ path: '/desk', title: 'Canned answers' }],
  counts: (context) => ({ questions: openAnswers(context).talks().length }),
  isMeant: ({ path, headers }) =>
    /^\/v1\/(chat\/completions|responses|models)$/.test(path) && headers['anthropic-version'] === undefined,
  textsOfErrors: (status) =>
    ({
      429: troubleOf('Rate limit reached for requests', 'requests', 'rate_limit_exceeded'),
      500: troubleOf('The server had an error while processing your request.', 'server_error', null),
      503: troubleOf('That model is currently overloaded with other requests.', 'server_error', null),
    })[status],

  register(app, context) {
    const answers = openAnswers(context)
    serveControlPage(app, context, answers, { slug: 'openai', title })

    app.get('/v1/models', async (request, reply) => {
      const refused = refuseKey(request, reply)
      if (refused) return refused
      return {
        object: 'list',
        data: living(context.now()).map(([id, shutdown_date]) => ({
          id,
          object: 'model',
          created: 1_735_689_600,
          owned_by: 'sandbox',
          shutdown_date,
        })),
      }
    })

    app.post('/v1/chat/completions', async (request, reply) => {
      const body = (request.body ?? {}) as Chat
      const refused = refuseKey(request, reply) ?? refuseModel(body.model, context.now(), reply) ?? refuseChat(body, reply)
      if (refused) return refused
      const given = answers.answer(chatQuestion(body))
      const chat = { body, given, id: context.newId('chatcmpl-'), created: secondsOf(context) }
      if (!body.stream) return completion(chat)
      const lines = [...completionChunks(chat).map((chunk) => JSON.stringify(chunk)), '[DONE]']
      return sendPieces(
        reply,
        'text/event-stream',
        lines.map((line) => `data: ${line}\n\n`),
        given.breakAfter,
      )
    })

    app.post('/v1/responses', async (request, reply) => {
      const body = (request.body ?? {}) as Wish
      const refused = refuseKey(request, reply) ?? refuseModel(body.model, context.now(), reply)
      if (refused) return refused
      if (body.input === undefined)
        return refuse(reply, 400, 'Missing required parameter: ‘input’.', 'missing_required_parameter', 'input')
      const given = answers.answer(wishQuestion(body))
      const made = { body, given, id: context.newId('resp_'), messageId: context.newId('msg_'), created: secondsOf(context) }
      if (!body.stream) return response(made)
      return sendPieces(
        reply,
        'text/event-stream',
        responseEvents(made).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        given.breakAfter,
      )
    })
    app.setNotFoundHandler((request, reply) =>
      refuse(reply, 404, `Invalid URL (${request.method} ${request.url.split('?')[0]})`, null, null),
    )
  },
}

/** With the day on which each ends, where OpenAI has announced one. */
const models: Readonly<Record<string, string | null>> = {
  'gpt-6.1-terra': null,
  'gpt-5.6-terra': null,
  'gpt-5': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-5-nano': '2026-12-11',
  'gpt-4-turbo': '2026-10-23',
}
const living = (now: Date): [id: string, ends: string | null][] =>
  Object.entries(models).filter(([, ends]) => ends === null || now.toISOString().slice(0, 10) < ends)
const secondsOf = (context: SimulatorContext): number => Math.floor(context.now().getTime() / 1_000)

interface Format {
  readonly type?: string
  readonly schema?: Schema
  readonly json_schema?: { readonly schema?: Schema }
}
/** The shape that JSON is wanted in; null where text is. */
const schemaOf = (format: Format | undefined): Schema | null =>
  format?.type === undefined || format.type === 'text'
    ? null
    : (format.json_schema?.schema ?? format.schema ?? { type: 'object' })

// ── Chat completions ──

interface Chat {
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

const chatQuestion = ({ model = '', messages = [], response_format: format, tools }: Chat) => ({
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

const refuseChat = (body: Chat, reply: FastifyReply): FastifyReply | null => {
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return refuse(reply, 400, 'Missing required parameter: ‘messages’.', 'missing_required_parameter', 'messages')
  const messages = body.messages as readonly Message[]
  for (const [at, { tool_calls: calls = [] }] of messages.entries()) {
    const answered = messages.slice(at + 1, at + 1 + calls.length).map((message) => message.tool_call_id)
    const open = calls.map(({ id }) => id).filter((id) => !answered.includes(id))
    const words = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`
    if (open.length > 0) return refuse(reply, 400, words, null, 'messages')
  }
  if (body.max_tokens === undefined) return null
  const message = 'Unsupported parameter: ‘max_tokens’ is not supported with this model. Use ‘max_completion_tokens’ instead.'
  return refuse(reply, 400, message, 'unsupported_parameter', 'max_tokens')
}

const finishes = { answer: 'stop', blocked: 'content_filter', stopped: 'content_filter', too_long: 'length' } as const

const usageOf = (question: { system: string; prompt: string }, text: string) => {
  const [prompt_tokens, completion_tokens] = [tokensOf(question.system + question.prompt), tokensOf(text)]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** Named by the answer that they are in. */
const toolCallsOf = (given: Reply, id: string) =>
  callsOf(given).map(({ name, input }, at) => ({
    ...{ id: `call_${id.slice(-12)}${at}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
  }))

const completion = ({ body, given, id, created }: Chatted) => {
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
    usage: usageOf(chatQuestion(body), content),
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
  const usage = { ...chunk({}), choices: [], usage: usageOf(chatQuestion(body), whole) }
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

// ── Responses ──

interface Wish {
  readonly model?: string
  readonly instructions?: string | null
  readonly input?: string | readonly { readonly content?: Spoken }[]
  readonly stream?: boolean
  readonly text?: { readonly format?: Format }
}
interface Made {
  readonly body: Wish
  readonly given: Reply
  readonly id: string
  readonly messageId: string
  readonly created: number
}

const wishQuestion = ({ model = '', instructions, input, text }: Wish) => ({
  model,
  system: instructions ?? '',
  prompt: typeof input === 'string' ? input : (input ?? []).map(({ content }) => textIn(content)).join('\n\n'),
  schema: schemaOf(text?.format),
  tools: null,
})

const partOf = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
const messageOf = ({ messageId }: Made, status: string, content: readonly object[]) => ({
  type: 'message',
  id: messageId,
  status,
  role: 'assistant',
  content,
})

/** A response that is whole, or with `isBegun` the one that the first events tell of. */
const response = (made: Made, isBegun = false) => {
  const { body, given, id, created } = made
  const text = spokenOf(given)
  const incomplete = { too_long: 'max_output_tokens', stopped: 'content_filter', blocked: 'content_filter', answer: null }
  const reason = incomplete[given.outcome]
  const status = isBegun ? 'in_progress' : reason === null ? 'completed' : 'incomplete'
  const { system, prompt } = wishQuestion(body)
  const [input_tokens, output_tokens] = [tokensOf(system + prompt), tokensOf(text)]
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    error: null,
    incomplete_details: isBegun || reason === null ? null : { reason },
    instructions: body.instructions ?? null,
    max_output_tokens: null,
    model: body.model,
    output: isBegun ? [] : [messageOf(made, reason === null ? 'completed' : 'incomplete', [partOf(text)])],
    parallel_tool_calls: true,
    previous_response_id: null,
    store: true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    metadata: {},
    ...(!isBegun && {
      usage: {
        input_tokens,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input_tokens + output_tokens,
      },
    }),
  }
}

const responseEvents = (made: Made) => {
  const text = spokenOf(made.given)
  const at = { item_id: made.messageId, output_index: 0, content_index: 0 }
  const whole = response(made)
  const events: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[] = [
    { type: 'response.created', response: response(made, true) },
    { type: 'response.in_progress', response: response(made, true) },
    { type: 'response.output_item.added', output_index: 0, item: messageOf(made, 'in_progress', []) },
    { type: 'response.content_part.added', ...at, part: partOf('') },
    ...(text === '' ? [] : piecesOf(text)).map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: partOf(text) },
    { type: 'response.output_item.done', output_index: 0, item: whole.output[0] },
    { type: whole.status === 'completed' ? 'response.completed' : 'response.incomplete', response: whole },
  ]
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}

// ── Refusals ──

const refuseKey = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
  const key = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (key?.startsWith('sk-')) return null
  if (key === undefined) return refuse(reply, 401, 'You didn’t provide an API key.', null, null)
  return refuse(reply, 401, `Incorrect API key provided: ${key.slice(0, 4)}****.`, 'invalid_api_key', null)
}

const refuseModel = (model: string | undefined, now: Date, reply: FastifyReply): FastifyReply | null => {
  if (model === undefined) return refuse(reply, 400, 'you must provide a model parameter', null, 'model')
  if (living(now).some(([id]) => id === model)) return null
  return refuse(reply, 404, `The model ‘${model}’ does not exist or you do not have access to it.`, 'model_not_found', null)
}

const refuse = (
  reply: FastifyReply,
  status: number,
  message: string,
  code: string | null,
  param: string | null,
): FastifyReply => reply.code(status).send(troubleOf(message, 'invalid_request_error', code, param))

const troubleOf = (message: string, type: string, code: string | null, param: string | null = null) => ({
  error: { message, type, param, code },
})
