import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { Ai, AiAsked, AiTalk, AiToolCall, AiToolResult, AiUsage } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { type AiAccess, mayBeError, readGiven, refuseTooLong, sendToAi, vendorWords } from '../ai-answers.ts'
import { brokenOff, endOf, type NoStream, readEvents, saidIn, streamedEvents } from '../ai-streams.ts'
import { type GivenTurn, readCallInput, turnsFor } from '../ai-turns.ts'

const title = 'Anthropic'
/** Since this version a model takes no temperature. */
const version = '2026-10-21'
/** The API wants to be told the longest answer. */
const usualOutputTokens = 8_192

/** Anthropic's messages (https://platform.claude.com/docs/en/api/messages) with one key. */
export const anthropicAi = ({ base, apiKey, model: usualModel, mode, http, now }: AiAccess): Ai => {
  const headers = { 'x-api-key': apiKey, 'anthropic-version': version, accept: 'application/json' }
  const url = `${base}/v1/messages`
  return {
    provider: 'anthropic',

    async generate({ model = usualModel, signal, ...asked }) {
      const sending = {
        operation: 'messages.create',
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model, ...requestOf(asked) }),
        ...(signal && { signal }),
      } as const
      const { answer, body } = await sendToAi(http, title, sending, now())
      return { ...readMessage(read(answer, body, Message, now(), model)), provider: 'anthropic' }
    },

    async *talk({ signal, ...talk }) {
      const { model } = talk
      const request = {
        operation: 'messages.create',
        url,
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(requestOfTalk(talk)),
        signal,
      }
      const refuse = ({ answer, body }: NoStream) => read(answer, body, z.never(), now(), model)
      const blocks: Block[] = []
      let hasText = false
      let counts: z.infer<typeof Usage> = { input_tokens: 0, output_tokens: 0 }
      let finish: string | undefined
      let answering = model
      yield* readEvents(streamedEvents(http, title, request, { now, refuse }), ({ data }) => {
        const event = read({ status: 200, headers: {} }, data, StreamEvent, now(), model)
        if (event.type === 'message_stop') return 'end'
        const used = event.message?.usage ?? event.usage
        // The first event has the input; the last one the output, and says of the input what it says again.
        if (used) counts = { ...counts, ...withoutNulls(used) }
        answering = event.message?.model ?? answering
        addTo(blocks, event)
        const text = event.delta?.type === 'text_delta' ? (event.delta.text ?? '') : ''
        hasText ||= text !== ''
        finish = event.delta?.stop_reason ?? finish
        return saidIn(text, used ? usageOf(counts) : null)
      })
      if (finish === undefined) throw brokenOff(title)
      const content = blocks.filter((block) => block !== undefined)
      const said = { provider: 'anthropic', content: { role: 'assistant', content: content.map(saidBlock) } } as const
      yield endOf(title, { finish: finishOf(finish), model: answering, calls: content.flatMap(callIn), said }, { hasText })
    },

    async models() {
      const url = `${base}/v1/models?limit=1000`
      const { answer, body } = await sendToAi(http, title, { operation: 'models.list', method: 'GET', url, headers }, now())
      const { data } = read(answer, body, ModelList, now())
      return data.map(({ id, display_name: name, max_input_tokens, max_tokens }) => ({
        ...{
          name: id,
          title: name ?? null,
          contextTokens: max_input_tokens ?? null,
          maxOutputTokens: max_tokens ?? null,
          endsOn: null,
        },
      }))
    },

    async test() {
      const sending = { operation: 'models.list', method: 'GET', url: `${base}/v1/models?limit=1`, headers } as const
      const { answer, body } = await sendToAi(http, title, sending, now())
      read(answer, body, z.object({ data: z.array(z.object({ id: z.string() })) }), now())
      return { account: mode === 'sandbox' ? 'Sandbox' : 'Anthropic API', accountId: null, isLive: mode === 'live' }
    },
  }
}

const requestOf = ({ system, prompt, schema, maxOutputTokens }: AiAsked) => ({
  max_tokens: maxOutputTokens ?? usualOutputTokens,
  system,
  messages: [{ role: 'user', content: prompt }],
  ...(schema && { output_config: { format: { type: 'json_schema', schema } } }),
})

const requestOfTalk = ({ model, system, turns, tools = [], maxOutputTokens }: Omit<AiTalk, 'signal'>) => ({
  model,
  max_tokens: maxOutputTokens,
  ...(system !== null && { system }),
  messages: turnsFor('anthropic', turns).map(messageOf),
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: input })),
  }),
  stream: true,
})

const messageOf = (turn: GivenTurn): unknown => {
  if (turn.role === 'said') return turn.content
  if (turn.role === 'tools') return { role: 'user', content: turn.results.map(resultOf) }
  return { role: turn.role, content: turn.text }
}

const resultOf = ({ call: { id }, text, isError }: AiToolResult) => ({
  ...{ type: 'tool_result', tool_use_id: id, content: text },
  ...(isError && { is_error: true }),
})

/** A block of an answer as far as it has come, and the text of its input, which comes in pieces of JSON. */
interface Block {
  readonly block: Readonly<Record<string, unknown>>
  readonly inputText: string
}

const addTo = (blocks: Block[], { index, content_block: begun, delta }: z.infer<typeof StreamEvent>): void => {
  if (index === undefined) return
  if (begun) blocks[index] = { block: begun, inputText: '' }
  const so = blocks[index]
  if (!so || !delta) return
  const more = ([field, piece]: readonly [string, string | undefined]) =>
    piece === undefined ? {} : { [field]: `${so.block[field] ?? ''}${piece}` }
  blocks[index] = {
    block: {
      ...so.block,
      ...more(['text', delta.text]),
      ...more(['thinking', delta.thinking]),
      ...more(['signature', delta.signature]),
    },
    inputText: `${so.inputText}${delta.partial_json ?? ''}`,
  }
}

const isCall = ({ block }: Block): boolean => block.type === 'tool_use'

/** As it is given back: thoughts with their signatures, calls with what they were called with. */
const saidBlock = (block: Block) =>
  isCall(block) ? { ...block.block, input: readCallInput(block.inputText) ?? {} } : block.block

const callIn = (block: Block): AiToolCall[] =>
  isCall(block) ? [{ id: String(block.block.id), name: String(block.block.name), input: readCallInput(block.inputText) }] : []

const Count = z.int().nonnegative()
const Usage = z.object({
  input_tokens: Count.nullish(),
  cache_creation_input_tokens: Count.nullish(),
  cache_read_input_tokens: Count.nullish(),
  output_tokens: Count,
})

const withoutNulls = (used: z.infer<typeof Usage>): z.infer<typeof Usage> =>
  Object.fromEntries(Object.entries(used).filter(([, count]) => count != null)) as z.infer<typeof Usage>

/** What the cache has, and what goes into it, is counted beside the rest of the input there. */
const usageOf = (used: z.infer<typeof Usage>): AiUsage => {
  const cachedTokens = used.cache_read_input_tokens ?? 0
  const inputTokens = (used.input_tokens ?? 0) + (used.cache_creation_input_tokens ?? 0) + cachedTokens
  return { inputTokens, cachedTokens, outputTokens: used.output_tokens }
}

/** What is read of an answer; blocks that are no text (thoughts) are passed over. */
const Message = z.object({
  model: z.string().max(100),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: Usage.optional(),
})

const ModelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      display_name: z.string().nullish(),
      max_input_tokens: z.int().positive().nullish(),
      max_tokens: z.int().positive().nullish(),
    }),
  ),
})

/** Of one answer: texts, thoughts and calls. */
const mostBlocks = 1_000

/** What is read of an event of a stream: of all kinds what they have. */
const StreamEvent = z.object({
  type: z.string(),
  message: z.object({ model: z.string().max(100).optional(), usage: Usage.optional() }).optional(),
  index: z.int().min(0).max(mostBlocks).optional(),
  content_block: z.looseObject({ type: z.string() }).optional(),
  delta: z
    .object({
      ...{ type: z.string().optional(), text: z.string().optional(), stop_reason: z.string().nullish() },
      ...{ thinking: z.string().optional(), signature: z.string().optional(), partial_json: z.string().optional() },
    })
    .optional(),
  usage: Usage.optional(),
})

const cutReasons = new Set(['max_tokens', 'model_context_window_exceeded'])

const readMessage = ({ content, model, stop_reason: reason, usage }: z.infer<typeof Message>) => {
  const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
  const used = { usage: usage ? usageOf(usage) : null }
  if (reason === 'refusal') throw new ProviderError('refused', 'Anthropic refused to answer.', used)
  if (reason && cutReasons.has(reason))
    throw new ProviderError('malformed', 'Anthropic’s answer exceeded the length limit.', used)
  if (text.trim() === '') throw new ProviderError('malformed', 'Anthropic returned an empty answer.', used)
  return { text, model, ...used }
}

/** How a stream ended, in our words. */
const finishOf = (reason: string): 'stop' | 'length' | 'filtered' =>
  reason === 'refusal' ? 'filtered' : cutReasons.has(reason) ? 'length' : 'stop'

const ErrorBody = z.object({ type: z.literal('error'), error: z.object({ type: z.string(), message: z.string() }) })

const read = <T>(
  answer: Pick<Answer, 'status' | 'headers'>,
  body: unknown,
  shape: z.ZodType<T>,
  now: Date,
  model?: string,
): T => {
  const { status } = answer
  if (status === 200 && !mayBeError(body)) return readGiven(title, body, shape)
  const refusal = ErrorBody.safeParse(body)
  if (status === 200 && !refusal.success) return readGiven(title, body, shape)
  // An error in a stream has no status of its own: its type says the same.
  const { message, type = null } = refusal.success ? refusal.data.error : {}
  const words = message === undefined ? `Anthropic responded with status ${status}.` : vendorWords(title, message, type)
  const wait = { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) }
  if (status === 401 || status === 403 || (type !== null && keyTypes.has(type))) throw new ProviderError('credentials', words)
  if (status === 429 || status === 529 || (type !== null && busyTypes.has(type))) throw new ProviderError('busy', words, wait)
  // Its words name the model: `model: claude-…`. A 404 without them says nothing of models.
  if (type === 'not_found_error' && model !== undefined && /\bmodel\b/i.test(message ?? ''))
    throw new ProviderError('model_gone', `Anthropic has no model ${model} (any more).`, { model })
  if (type === 'invalid_request_error') refuseTooLong(words, message)
  if (type === 'invalid_request_error' || type === 'request_too_large') throw new ProviderError('refused', words)
  throw new ProviderError('broken', words, wait)
}

const keyTypes = new Set(['authentication_error', 'permission_error', 'billing_error'])
const busyTypes = new Set(['rate_limit_error', 'overloaded_error'])
