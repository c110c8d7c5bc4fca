import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  callsOf,
  openAnswers,
  piecesOf,
  type Reply,
  type Spoken,
  spokenOf,
  textIn,
  tokensOf,
  tokensSent,
} from '../ai/answers.ts'
import { serveControlPage } from '../ai/control-page.ts'
import type { Schema } from '../ai/generated-answers.ts'
import { sendPieces, streamFaults } from '../ai/streams.ts'
import type { ToolQuestion } from '../ai/tools.ts'
import type { Simulator } from '../simulators.ts'

const title = 'Anthropic'

/** Anthropic's messages and models (https://platform.claude.com/docs/en/api). */
export const anthropic: Simulator = {
  slug: 'anthropic',
  title,
  instead: 'Anthropic’s API, messages',
  about: 'Accepts any key that starts with sk-ant-, and returns a generated or canned answer. No real model.',
  pages: [{ path: '/desk', title: 'Canned answers' }],
  counts: (context) => ({ questions: openAnswers(context).talks().length }),
  isMeant: ({ path, headers }) =>
    path === '/v1/messages' || (path === '/v1/models' && headers['anthropic-version'] !== undefined),
  ownFaults: streamFaults,
  textsOfErrors: (status) =>
    ({
      429: troubleOf('rate_limit_error', 'This request would exceed your account’s rate limit. Please try again later.'),
      500: troubleOf('api_error', 'Internal server error'),
      503: troubleOf('overloaded_error', 'Overloaded'),
    })[status],

  register(app, context) {
    const answers = openAnswers(context)
    serveControlPage(app, context, answers, { slug: 'anthropic', title })

    app.get<{ Querystring: { limit?: string; after_id?: string } }>('/v1/models', async (request, reply) => {
      const refused = refuseHead(request, reply)
      if (refused) return refused
      const start = models.indexOf(request.query.after_id ?? '') + 1
      const data = models.slice(start, start + Math.min(1_000, Math.max(1, Number(request.query.limit) || 20)))
      return {
        data: data.map(shownModel),
        first_id: data[0] ?? null,
        last_id: data.at(-1) ?? null,
        has_more: start + data.length < models.length,
      }
    })

    app.post('/v1/messages', async (request, reply) => {
      const body = (request.body ?? {}) as Wish
      const refused = refuseHead(request, reply) ?? refuseWish(body, request.headers['anthropic-version'], reply)
      if (refused) return refused
      const given = answers.answer(questionOf(body))
      const made = { body, given, id: context.newId('msg_') }
      if (!body.stream) return messageOf(made)
      return sendPieces(
        reply,
        'text/event-stream; charset=utf-8',
        eventsOf(made).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        given.breakAfter,
        answers.streams,
      )
    })
    app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found_error', 'Not Found'))
  },
}

const models = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5']

const shownModel = (id: string) => ({
  ...{ type: 'model', id, created_at: '2026-09-01T00:00:00Z', max_input_tokens: 1_000_000, max_tokens: 128_000 },
  display_name: id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' '),
  capabilities: null,
})

interface Wish {
  readonly model?: string
  readonly max_tokens?: number
  readonly system?: Spoken
  readonly messages?: readonly { readonly role?: string; readonly content?: string | readonly Block[] }[]
  readonly tools?: readonly { readonly name?: string }[]
  readonly stream?: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly output_config?: { readonly format?: { readonly type?: string; readonly schema?: Schema } }
}
interface Block {
  readonly type?: string
  readonly text?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly content?: Spoken
  readonly signature?: string
}
interface Made {
  readonly body: Wish
  readonly given: Reply
  readonly id: string
}

const blocksIn = (content: string | readonly Block[] | undefined): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
const isResult = ({ type }: Block): boolean => type === 'tool_result'
const wordsIn = (content: string | readonly Block[] | undefined): string =>
  blocksIn(content)
    .map((block) => (isResult(block) ? textIn(block.content) : (block.text ?? '')))
    .join('')

const toolsOf = ({ messages = [], tools = [] }: Wish): ToolQuestion | null => {
  if (tools.length === 0) return null
  const last = messages.at(-1)?.content
  const results = blocksIn(last).filter(isResult)
  return {
    tools: tools.map(({ name = '' }) => name),
    asked: results.length > 0 ? '' : wordsIn(last),
    results: results.length > 0 ? results.map(({ content }) => textIn(content)).join('\n') : null,
  }
}

const questionOf = ({ model = '', system, messages = [], output_config: config, tools }: Wish) => ({
  tools: toolsOf({ messages, ...(tools && { tools }) }),
  model,
  system: textIn(system),
  prompt: messages.map(({ content }) => wordsIn(content)).join('\n\n'),
  schema: config?.format?.type === 'json_schema' ? (config.format.schema ?? { type: 'object' }) : null,
})

const reasons = { answer: 'end_turn', blocked: 'refusal', stopped: 'refusal', too_long: 'max_tokens' } as const

const usageOf = (body: Wish, written: string) => {
  return {
    ...{ input_tokens: tokensSent(body.messages, body.system, body.tools), output_tokens: tokensOf(written) },
    ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: 0, cache_creation: null, server_tool_use: null },
    ...{ service_tier: 'standard', inference_geo: null, output_tokens_details: null },
  }
}

const usesOf = ({ given, id }: Made) =>
  callsOf(given).map(({ name, input }, at) => ({
    ...{ type: 'tool_use', id: `toolu_${id.slice(-12)}${at}`, name, input, caller: { type: 'direct' } },
  }))

const messageOf = (made: Made) => {
  const { body, given, id } = made
  const text = spokenOf(given)
  return {
    ...{ id, type: 'message', role: 'assistant', model: body.model ?? '' },
    content: [
      ...(given.thought === null ? [] : [{ type: 'thinking', thinking: given.thought, signature: 'c2FuZGJveA==' }]),
      ...(text === '' ? [] : [{ type: 'text', text, citations: null }]),
      ...usesOf(made),
    ],
    ...{
      stop_reason: callsOf(given).length > 0 ? 'tool_use' : reasons[given.outcome],
      stop_sequence: null,
      stop_details: null,
      container: null,
      diagnostics: null,
    },
    usage: usageOf(body, `${given.thought ?? ''}${text}`),
  }
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string }

/** In the order that Anthropic's documentation gives, with a ping between. */
const eventsOf = (made: Made): readonly Event[] => {
  const { body, given } = made
  const whole = messageOf(made)
  const text = spokenOf(given)
  const begun = { ...whole, content: [], stop_reason: null, usage: { ...usageOf(body, ''), output_tokens: 1 } }
  const thinking: Event[] =
    given.thought === null
      ? []
      : [
          { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: given.thought } },
          { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2FuZGJveA==' } },
          { type: 'content_block_stop', index: 0 },
        ]
  const index = thinking.length > 0 ? 1 : 0
  const speaking: Event[] =
    text === ''
      ? []
      : [
          { type: 'content_block_start', index, content_block: { type: 'text', text: '', citations: null } },
          ...piecesOf(text).map((piece) => ({
            ...{ type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece } },
          })),
          { type: 'content_block_stop', index },
        ]
  const calling = usesOf(made).flatMap((use, at): Event[] => {
    const place = { index: index + (text === '' ? 0 : 1) + at }
    const json = JSON.stringify(use.input)
    const half = Math.ceil(json.length / 2)
    return [
      { type: 'content_block_start', ...place, content_block: { ...use, input: {} } },
      ...['', json.slice(0, half), json.slice(half)].map((partial_json) => ({
        ...{ type: 'content_block_delta', ...place, delta: { type: 'input_json_delta', partial_json } },
      })),
      { type: 'content_block_stop', ...place },
    ]
  })
  const { output_tokens, cache_creation_input_tokens, cache_read_input_tokens, input_tokens } = whole.usage
  return [
    { type: 'message_start', message: begun },
    { type: 'ping' },
    ...thinking,
    ...speaking,
    ...calling,
    {
      type: 'message_delta',
      delta: { stop_reason: whole.stop_reason, stop_sequence: null, stop_details: null, container: null },
      usage: {
        ...{ output_tokens, input_tokens, cache_creation_input_tokens, cache_read_input_tokens },
        ...{ server_tool_use: null, output_tokens_details: null },
      },
    },
    { type: 'message_stop' },
  ]
}

/** By either header: the packages of today send the second. */
const refuseHead = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const key = request.headers['x-api-key'] ?? bearer
  if (typeof key !== 'string') return refuse(reply, 401, 'authentication_error', 'x-api-key header is required')
  if (!key.startsWith('sk-ant-')) return refuse(reply, 401, 'authentication_error', 'invalid x-api-key')
  const version = request.headers['anthropic-version']
  if (version === undefined) return refuse(reply, 400, 'invalid_request_error', 'anthropic-version: header is required')
  if (version === '2023-06-01' || version === withoutSampling) return null
  return refuse(
    reply,
    400,
    'invalid_request_error',
    `anthropic-version: "${String(version).slice(0, 40)}" is not a valid version`,
  )
}

const withoutSampling = '2026-10-21'

const refuseWish = (body: Wish, version: unknown, reply: FastifyReply): FastifyReply | null => {
  const wrong = (message: string): FastifyReply => refuse(reply, 400, 'invalid_request_error', message)
  if (typeof body.model !== 'string') return wrong('model: Field required')
  if (!models.includes(body.model)) return refuse(reply, 404, 'not_found_error', `model: ${body.model.slice(0, 100)}`)
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) return wrong('max_tokens: Field required')
  if (!Array.isArray(body.messages) || body.messages.length === 0) return wrong('messages: at least one message is required')
  const first = body.messages[0]?.role
  if (first !== 'user') return wrong('messages: first message must use the "user" role')
  const role = body.messages.find((message) => !['user', 'assistant'].includes(message.role ?? ''))?.role
  if (role !== undefined) return wrong(`messages: Unexpected role "${role}"`)
  for (const [at, { content }] of body.messages.entries()) {
    const uses = blocksIn(content).filter(({ type }) => type === 'tool_use')
    const results = blocksIn(body.messages[at + 1]?.content).filter(isResult)
    const open = uses.filter(({ id }) => !results.some((result) => result.tool_use_id === id)).map(({ id }) => id)
    if (open.length > 0)
      return wrong(
        `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      )
    const forged = blocksIn(content).findIndex(({ type, signature }) => type === 'thinking' && signature !== 'c2FuZGJveA==')
    if (forged >= 0) return wrong(`messages.${at}.content.${forged}: Invalid \`signature\` in \`thinking\` block`)
  }
  const sampling = (['temperature', 'top_p', 'top_k'] as const).find((name) => body[name] !== undefined)
  return sampling && version === withoutSampling ? wrong(`${sampling}: is not supported`) : null
}

const refuse = (reply: FastifyReply, status: number, type: string, message: string): FastifyReply =>
  reply.code(status).send(troubleOf(type, message))

const troubleOf = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: null })
