import type { FastifyReply, FastifyRequest } from 'fastify'
import { openAnswers, piecesOf, type Reply, type Spoken, spokenOf, textIn, tokensOf, tokensSent } from '../ai/answers.ts'
import { type Chat, chatQuestion, completion, completionLines, type Format, faultIn, schemaOf } from '../ai/chat-completions.ts'
import { serveControlPage } from '../ai/control-page.ts'
import { sendPieces, streamFaults } from '../ai/streams.ts'
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
    /^\/v1\/(chat\/completions|responses|models)$/.test(path) &&
    headers['anthropic-version'] === undefined &&
    headers['x-goog-api-key'] === undefined,
  ownFaults: streamFaults,
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
      return sendPieces(reply, 'text/event-stream', completionLines(chat), given.breakAfter, answers.streams)
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
        answers.streams,
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
  const [input_tokens, output_tokens] = [tokensSent(body.input, body.instructions, undefined), tokensOf(text)]
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

const refuseChat = ({ messages, max_tokens }: Chat, reply: FastifyReply): FastifyReply | null => {
  const fault = faultIn(messages)
  if (fault) return refuse(reply, 400, fault.message, fault.code, 'messages')
  if (max_tokens === undefined) return null
  const message = 'Unsupported parameter: ‘max_tokens’ is not supported with this model. Use ‘max_completion_tokens’ instead.'
  return refuse(reply, 400, message, 'unsupported_parameter', 'max_tokens')
}

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
