import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { Ai, AiAsked, AiProvider, AiSaid, AiTalk, AiToolCall, AiUsage } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { type AiAccess, mayBeError, readGiven, refuseTooLong, sendToAi, vendorWords } from './ai-answers.ts'
import { brokenOff, endOf, type NoStream, readEvents, saidIn, streamedEvents } from './ai-streams.ts'
import { type GivenTurn, readCallInput, turnsFor } from './ai-turns.ts'

/** Who speaks chat completions, and how it differs from the others. */
export interface Speaker {
  readonly provider: AiProvider
  readonly title: string
  /** Before its names of models, in ours; it is never sent. */
  readonly prefix: string
  /** OpenAI's newer models refuse `max_tokens`; the servers of others know it alone. */
  readonly longest: 'max_completion_tokens' | 'max_tokens'
  /** Which models of its list hold conversations. */
  readonly isListed: (id: string) => boolean
  /** Throws ProviderError where its list lacks what is to be asked of it; its ids are those of the server. */
  readonly checkList?: (ids: readonly string[]) => void
  /** What its key opens, as a member reads it; the id tells one account from another. */
  readonly account: { readonly name: string; readonly id: string | null }
}

/** An access whose key may be missing: a server of one's own often wants none. */
export type ChatAccess = Omit<AiAccess, 'apiKey'> & { readonly apiKey: string | null }

/**
 * OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat), which many other servers speak too. `base`
 * ends in `/v1` there.
 */
export const chatCompletions = (speaker: Speaker, { base, apiKey, model: usualModel, mode, http, now }: ChatAccess): Ai => {
  const { provider, title, prefix } = speaker
  const headers = { ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }), accept: 'application/json' }
  const read = <T>(answer: Pick<Answer, 'status' | 'headers'>, body: unknown, shape: z.ZodType<T>, model?: string): T =>
    readAnswer(title, { answer, body, shape, now: now(), ...(model !== undefined && { model }) })
  const list = async () => {
    const sending = { operation: 'models.list', method: 'GET', url: `${base}/models`, headers } as const
    const { answer, body } = await sendToAi(http, title, sending, now())
    return read(answer, body, ModelList).data
  }
  return {
    provider,

    async generate({ model = usualModel, signal, ...asked }) {
      const sending = {
        operation: 'chat.completions.create',
        method: 'POST',
        url: `${base}/chat/completions`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(speaker, { model, ...asked })),
        ...(signal && { signal }),
      } as const
      const { answer, body } = await sendToAi(http, title, sending, now())
      const given = readCompletion(title, read(answer, body, Completion, model))
      return { ...given, model: nameOf(prefix, given.model) ?? model, provider }
    },

    async *talk({ signal, ...talk }) {
      const { model } = talk
      const request = {
        operation: 'chat.completions.create',
        url: `${base}/chat/completions`,
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(requestOfTalk(speaker, talk)),
        signal,
      }
      const refuse = ({ answer, body }: NoStream) => read(answer, body, z.never(), model)
      const calls: CallSoFar[] = []
      let said = ''
      let finish: string | undefined
      let isRefused = false
      let answering = model
      yield* readEvents(streamedEvents(http, title, request, { now, refuse }), ({ text: line, data }) => {
        if (line === '[DONE]') return 'end'
        const { choices, usage, model: named } = read({ status: 200, headers: {} }, data, Chunk, model)
        answering = nameOf(prefix, named) ?? answering
        const [choice] = choices
        const text = choice?.delta?.content ?? ''
        said += text
        for (const piece of choice?.delta?.tool_calls ?? []) addTo(calls, piece)
        // A refusal ends like any answer, with `stop`.
        isRefused ||= Boolean(choice?.delta?.refusal)
        finish = choice?.finish_reason ?? finish
        return saidIn(text, usage ? usageOf(usage) : null)
      })
      if (finish === undefined && !isRefused) throw brokenOff(title)
      const made = calls.filter((call) => call !== undefined)
      const ended = isRefused ? 'filtered' : finishOf(finish)
      const end = { finish: ended, model: answering, calls: made.map(callOf), said: saidOf(provider, said, made) }
      yield endOf(title, end, { hasText: said !== '' })
    },

    async models() {
      return (await list())
        .filter(({ id }) => speaker.isListed(id))
        .map(({ id, shutdown_date: endsOn, max_model_len: contextTokens = null }) => ({
          ...{ name: `${prefix}${id}`, title: null, contextTokens, maxOutputTokens: null },
          endsOn: z.iso.date().safeParse(endsOn).data ?? null,
        }))
    },

    async test() {
      const listed = await list()
      speaker.checkList?.(listed.map(({ id }) => id))
      const { name, id } = speaker.account
      return { account: mode === 'sandbox' ? 'Sandbox' : name, accountId: id, isLive: mode === 'live' }
    },
  }
}

/** A model as its server names it. */
const wireName = (prefix: string, model: string): string => (model.startsWith(prefix) ? model.slice(prefix.length) : model)

/** The same in our words; null where its server did not tell. */
const nameOf = (prefix: string, id: string | null | undefined): string | null => (id ? `${prefix}${id}` : null)

const requestOf = (
  { prefix, longest }: Speaker,
  { model, system, prompt, schema, maxOutputTokens }: AiAsked & { readonly model: string },
) => ({
  model: wireName(prefix, model),
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ],
  ...(maxOutputTokens !== undefined && { [longest]: maxOutputTokens }),
  ...(schema && {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  }),
})

const requestOfTalk = (
  { provider, prefix, longest }: Speaker,
  { model, system, turns, tools = [], maxOutputTokens }: Omit<AiTalk, 'signal'>,
) => ({
  model: wireName(prefix, model),
  messages: [
    ...(system === null ? [] : [{ role: 'system', content: system }]),
    ...turnsFor(provider, turns).flatMap(messagesOf),
  ],
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, input }) => ({
      ...{ type: 'function', function: { name, description, parameters: input } },
    })),
  }),
  [longest]: maxOutputTokens,
  stream: true,
  // Else a stream says nothing of what it used.
  stream_options: { include_usage: true },
})

const messagesOf = (turn: GivenTurn): readonly unknown[] => {
  if (turn.role === 'said') return [turn.content]
  if (turn.role === 'tools')
    return turn.results.map(({ call: { id }, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  return [{ role: turn.role, content: turn.text }]
}

/** A call as far as it has come. */
interface CallSoFar {
  readonly id: string
  readonly name: string
  readonly argumentText: string
}

/** The first piece of a call has its id and name, the others go on with its arguments. */
const addTo = (calls: CallSoFar[], { index, id, function: piece }: z.infer<typeof CallPiece>): void => {
  const so = calls[index]
  calls[index] = {
    id: so?.id || id || `call-${index}`,
    name: so?.name || (piece?.name ?? ''),
    argumentText: `${so?.argumentText ?? ''}${piece?.arguments ?? ''}`,
  }
}

const callOf = ({ id, name, argumentText }: CallSoFar): AiToolCall => ({ id, name, input: readCallInput(argumentText) })

const saidOf = (provider: AiProvider, text: string, calls: readonly CallSoFar[]): AiSaid => ({
  provider,
  content: {
    ...{ role: 'assistant', content: text === '' ? null : text },
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, argumentText }) => ({
        ...{ id, type: 'function', function: { name, arguments: argumentText } },
      })),
    }),
  },
})

const Usage = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  prompt_tokens_details: z.object({ cached_tokens: z.int().nonnegative().nullish() }).nullish(),
})

const usageOf = ({ prompt_tokens, completion_tokens, prompt_tokens_details }: z.infer<typeof Usage>): AiUsage => ({
  inputTokens: prompt_tokens,
  cachedTokens: Math.min(prompt_tokens_details?.cached_tokens ?? 0, prompt_tokens),
  outputTokens: completion_tokens,
})

/** `shutdown_date` is OpenAI's, `max_model_len` vLLM's. */
const ModelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      shutdown_date: z.string().nullish(),
      max_model_len: z.int().positive().nullish().catch(null),
    }),
  ),
})

/** More at once than any model asks for: a number that a server makes up takes no memory. */
const mostCalls = 128
const CallPiece = z.object({
  index: z.int().min(0).max(mostCalls),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})

/** What is read of a piece of a stream; the last has no choice, and says what was used. */
const Chunk = z.object({
  model: z.string().max(100).nullish(),
  choices: z.array(
    z.object({
      delta: z
        .object({
          ...{ content: z.string().nullish(), refusal: z.string().nullish() },
          tool_calls: z.array(CallPiece).nullish(),
        })
        .nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: Usage.nullish(),
})

/** How a stream ended, in our words. */
const finishOf = (reason: string | undefined): 'stop' | 'length' | 'filtered' =>
  reason === 'content_filter' ? 'filtered' : reason === 'length' ? 'length' : 'stop'

/** What is read of an answer; everything else may come, go or change. */
const Completion = z.object({
  model: z.string().max(100).nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: Usage.nullish(),
})

const readCompletion = (title: string, { choices, model, usage }: z.infer<typeof Completion>) => {
  const [choice] = choices
  if (!choice) throw new Error('a completion without a choice')
  const { message, finish_reason: finish } = choice
  const used = { usage: usage ? usageOf(usage) : null }
  if (message.refusal || finish === 'content_filter') throw new ProviderError('refused', `${title} refused to answer.`, used)
  if (finish === 'length') throw new ProviderError('malformed', `${title}’s answer exceeded the length limit.`, used)
  const text = message.content ?? ''
  if (text.trim() === '') throw new ProviderError('malformed', `${title} returned an empty answer.`, used)
  return { text, model: model ?? null, ...used }
}

const ErrorBody = z.object({
  error: z.object({
    message: z.string().nullish(),
    type: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
})

/** Of older servers, vLLM's among them. */
const BareError = z.object({ object: z.literal('error'), ...ErrorBody.shape.error.shape })

/** OpenAI's, and llama.cpp's. */
const tooLongCodes: ReadonlySet<string> = new Set(['context_length_exceeded', 'exceed_context_size_error'])

interface Read<T> {
  readonly answer: Pick<Answer, 'status' | 'headers'>
  readonly body: unknown
  readonly shape: z.ZodType<T>
  readonly now: Date
  readonly model?: string
}

const readAnswer = <T>(title: string, { answer, body, shape, now, model }: Read<T>): T => {
  const { status } = answer
  if (status === 200 && !mayBeError(body)) return readGiven(title, body, shape)
  const refusal = ErrorBody.safeParse(body)
  if (status === 200 && !refusal.success) return readGiven(title, body, shape)
  const { message, code: given, type } = refusal.success ? refusal.data.error : (BareError.safeParse(body).data ?? {})
  const code = given === undefined || given === null ? null : String(given)
  const words = message ? vendorWords(title, message, code) : `${title} responded with status ${status}.`
  const wait = { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) }
  // No money on the account: a 429 too, which no waiting ends.
  if (status === 401 || status === 403 || code === 'insufficient_quota') throw new ProviderError('credentials', words)
  if (status === 429) throw new ProviderError('busy', words, wait)
  // Ended, never there, or not for this key: another one must be named. What speaks like OpenAI often leaves the code out.
  if (status === 404 && model !== undefined && (code === 'model_not_found' || /\bmodel\b/i.test(message ?? '')))
    throw new ProviderError('model_gone', `${title} has no model ${model} (any more).`, { model })
  if (status === 400 || status === 413)
    refuseTooLong(
      words,
      message ?? undefined,
      [code, type].some((each) => tooLongCodes.has(each ?? '')),
    )
  if (status >= 400 && status < 500 && status !== 404 && refusal.success) throw new ProviderError('refused', words)
  throw new ProviderError('broken', words, wait)
}
