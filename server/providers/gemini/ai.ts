import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { Ai, AiAsked, AiTalk, AiToolCall, AiToolResult, AiUsage, ListedModel } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { type AiAccess, mayBeError, readGiven, refuseTooLong, sendToAi, vendorWords } from '../ai-answers.ts'
import { brokenOff, endOf, type NoStream, readEvents, saidIn, streamedEvents } from '../ai-streams.ts'
import { type GivenTurn, objectOf, turnsFor } from '../ai-turns.ts'

const title = 'Gemini'

/** Gemini (https://ai.google.dev/api/generate-content) with one key. */
export const geminiAi = ({ base, apiKey, model: usualModel, mode, http, now }: AiAccess): Ai => {
  // In a header: an address is written into more logs than a header is.
  const headers = { 'x-goog-api-key': apiKey, accept: 'application/json' }
  const addressOf = (model: string, verb: string): string => `${base}/v1beta/models/${encodeURIComponent(model)}:${verb}`
  return {
    provider: 'gemini',

    async generate({ model = usualModel, signal, ...asked }) {
      const sending = {
        operation: 'models.generateContent',
        method: 'POST',
        url: addressOf(model, 'generateContent'),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(asked)),
        ...(signal && { signal }),
      } as const
      const { answer, body } = await sendToAi(http, title, sending, now())
      return { ...readGenerated(read(answer, body, Generated, now(), model), model), provider: 'gemini' }
    },

    async *talk({ signal, ...talk }) {
      const { model } = talk
      const request = {
        operation: 'models.streamGenerateContent',
        url: `${addressOf(model, 'streamGenerateContent')}?alt=sse`,
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(requestOfTalk(talk)),
        signal,
      }
      const refuse = ({ answer, body }: NoStream) => read(answer, body, z.never(), now(), model)
      const parts: Part[] = []
      let hasText = false
      let finish: string | undefined
      let answering = model
      yield* readEvents(streamedEvents(http, title, request, { now, refuse }), ({ data }) => {
        const chunk = read({ status: 200, headers: {} }, data, Generated, now(), model)
        answering = chunk.modelVersion ?? answering
        const blocked = chunk.promptFeedback?.blockReason
        const usage = chunk.usageMetadata ? usageOf(chunk.usageMetadata) : null
        if (blocked !== undefined)
          throw new ProviderError('refused', `Gemini refused to answer (${nameOf(blocked)}).`, { usage })
        const [candidate] = chunk.candidates ?? []
        for (const part of candidate?.content?.parts ?? []) keep(parts, part)
        const text = textOf(candidate)
        hasText ||= text !== ''
        finish = candidate?.finishReason ?? finish
        return saidIn(text, usage)
      })
      if (finish === undefined) throw brokenOff(title)
      const refused = `Gemini refused to answer (${nameOf(finish)}).`
      const said = { provider: 'gemini', content: { role: 'model', parts } } as const
      yield endOf(title, { finish: finishOf(finish), model: answering, calls: callsIn(parts), said }, { hasText, refused })
    },

    async models() {
      const models: ListedModel[] = []
      let next: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const url = `${base}/v1beta/models?pageSize=1000${next ? `&pageToken=${encodeURIComponent(next)}` : ''}`
        const { answer, body } = await sendToAi(http, title, { operation: 'models.list', method: 'GET', url, headers }, now())
        const { models: listed, nextPageToken } = read(answer, body, ModelList, now())
        models.push(...listed.flatMap(listedModel))
        next = nextPageToken
        if (!next) break
      }
      return models
    },

    async test() {
      const sending = { operation: 'models.list', method: 'GET', url: `${base}/v1beta/models?pageSize=1`, headers } as const
      const { answer, body } = await sendToAi(http, title, sending, now())
      read(answer, body, z.object({ models: z.array(z.object({ name: z.string() })).optional() }), now())
      return { account: mode === 'sandbox' ? 'Sandbox' : 'Gemini API', accountId: null, isLive: mode === 'live' }
    },
  }
}

const requestOf = ({ system, prompt, schema, maxOutputTokens }: AiAsked) => ({
  systemInstruction: { parts: [{ text: system }] },
  contents: [{ role: 'user', parts: [{ text: prompt }] }],
  generationConfig: {
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
  },
})

const requestOfTalk = ({ system, turns, tools = [], maxOutputTokens }: Omit<AiTalk, 'signal'>) => ({
  ...(system !== null && { systemInstruction: { parts: [{ text: system }] } }),
  contents: turnsFor('gemini', turns).map(contentOf),
  ...(tools.length > 0 && {
    tools: [
      {
        functionDeclarations: tools.map(({ name, description, input }) => ({
          ...{ name, description, parametersJsonSchema: input },
        })),
      },
    ],
  }),
  generationConfig: { maxOutputTokens },
})

const contentOf = (turn: GivenTurn): unknown => {
  if (turn.role === 'said') return turn.content
  if (turn.role === 'tools') return { role: 'user', parts: turn.results.map(responseOf) }
  return { role: turn.role === 'user' ? 'user' : 'model', parts: [{ text: turn.text }] }
}

const responseOf = ({ call: { id, name }, text, isError }: AiToolResult) => ({
  functionResponse: { ...(!id.startsWith(unnamed) && { id }), name, response: isError ? { error: text } : { output: text } },
})

/** Calls that have no id are told apart by their place. */
const unnamed = 'unnamed-'

const callsIn = (parts: readonly Part[]): readonly AiToolCall[] =>
  parts.flatMap(({ functionCall }, at) =>
    functionCall
      ? [{ id: functionCall.id ?? `${unnamed}${at}`, name: functionCall.name ?? '', input: objectOf(functionCall.args ?? {}) }]
      : [],
  )

/** A signed part comes back as it is: what goes on as plain text is joined, for a long answer has hundreds of pieces. */
const keep = (parts: Part[], part: Part): void => {
  const last = parts.at(-1)
  if (last && isPlain(last) && isPlain(part)) parts[parts.length - 1] = { text: `${last.text}${part.text}` }
  else parts.push(part)
}

const isPlain = (part: Part): boolean => part.text !== undefined && Object.keys(part).length === 1

const mostPages = 5
const ModelList = z.object({
  models: z
    .array(
      z.object({
        name: z.string(),
        displayName: z.string().optional(),
        inputTokenLimit: z.int().positive().optional(),
        outputTokenLimit: z.int().positive().optional(),
        supportedGenerationMethods: z.array(z.string()).optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

/** `models/gemini-…`; of other kinds, such as those that embed, none. */
const listedModel = (model: z.infer<typeof ModelList>['models'][number]): ListedModel[] => {
  const name = model.name.replace(/^models\//, '')
  if (!name.startsWith('gemini-') || !model.supportedGenerationMethods?.includes('generateContent')) return []
  const { displayName = null, inputTokenLimit = null, outputTokenLimit = null } = model
  return [{ name, title: displayName, contextTokens: inputTokenLimit, maxOutputTokens: outputTokenLimit, endsOn: null }]
}

/** What is read of an answer; everything else may come, go or change. */
const Count = z.int().nonnegative().default(0)
/** With what is not read of it, such as `thoughtSignature`: it is given back. */
const Part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({ id: z.string().optional(), name: z.string().optional(), args: z.unknown().optional() })
    .optional(),
})
type Part = z.infer<typeof Part>
const Generated = z.object({
  candidates: z
    .array(
      z.object({
        // A candidate that was stopped before its first word has no parts, or no content at all.
        content: z.object({ parts: z.array(Part).optional() }).optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .object({
      promptTokenCount: Count,
      /** Of the prompt. */
      cachedContentTokenCount: Count,
      candidatesTokenCount: Count,
      thoughtsTokenCount: Count,
    })
    .optional(),
  modelVersion: z.string().max(100).optional(),
})

/** Reasons of a model to stop that will be the same reasons the next time. */
const refusals = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE'])

const readGenerated = (generated: z.infer<typeof Generated>, asked: string) => {
  const [candidate] = generated.candidates ?? []
  const usage = generated.usageMetadata ? usageOf(generated.usageMetadata) : null
  const trouble = (kind: 'refused' | 'malformed', words: string): ProviderError => new ProviderError(kind, words, { usage })
  if (!candidate) {
    const blocked = generated.promptFeedback?.blockReason
    if (blocked !== undefined) throw trouble('refused', `Gemini refused to answer (${nameOf(blocked)}).`)
    throw trouble('malformed', 'Gemini returned no answer.')
  }
  const { finishReason: finish = 'STOP' } = candidate
  if (refusals.has(finish)) throw trouble('refused', `Gemini refused to answer (${nameOf(finish)}).`)
  if (finish === 'MAX_TOKENS') throw trouble('malformed', 'Gemini’s answer exceeded the length limit.')
  if (finish !== 'STOP') throw trouble('malformed', `Gemini stopped early (${nameOf(finish)}).`)
  const text = textOf(candidate)
  if (text.trim() === '') throw trouble('malformed', 'Gemini returned an empty answer.')
  return { text, model: generated.modelVersion ?? asked, usage }
}

type Candidate = NonNullable<z.infer<typeof Generated>['candidates']>[number]

/** One answer may be spread over several parts, with thoughts between them. */
const textOf = (candidate: Candidate | undefined): string =>
  (candidate?.content?.parts ?? []).map((part) => (part.thought ? '' : (part.text ?? ''))).join('')

const usageOf = (counts: NonNullable<z.infer<typeof Generated>['usageMetadata']>): AiUsage => ({
  inputTokens: counts.promptTokenCount,
  cachedTokens: Math.min(counts.cachedContentTokenCount, counts.promptTokenCount),
  outputTokens: counts.candidatesTokenCount + counts.thoughtsTokenCount,
})

/** How a stream ended, in our words. */
const finishOf = (reason: string): 'stop' | 'length' | 'filtered' => {
  if (refusals.has(reason)) return 'filtered'
  if (reason === 'MAX_TOKENS') return 'length'
  if (reason !== 'STOP') throw new ProviderError('malformed', `Gemini stopped early (${nameOf(reason)}).`)
  return 'stop'
}

/** A name of the vendor's own list; whatever else stands there is not repeated to people. */
const nameOf = (reason: string): string => (/^[A-Z_]{1,40}$/.test(reason) ? reason : 'OTHER')

/** https://cloud.google.com/apis/design/errors */
const ErrorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    details: z
      .array(z.object({ '@type': z.string().optional(), reason: z.string().optional(), retryDelay: z.string().optional() }))
      .optional(),
  }),
})

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
  const { message, status: code = null, details = [] } = refusal.success ? refusal.data.error : {}
  const words = message === undefined ? `Gemini responded with status ${status}.` : vendorWords(title, message, code)
  const wait = { retryAfterMs: delayMs(details) ?? retryAfterMs(answer.headers['retry-after'], now) }
  // A key that is no key is a bad argument to Google, and not a caller that it does not know.
  const isKey = details.some(({ reason }) => reason?.startsWith('API_KEY_'))
  if (status === 401 || status === 403 || isKey) throw new ProviderError('credentials', words)
  if (status === 429) throw new ProviderError('busy', words, wait)
  // Ended, never there, or not for this key: another one must be named. A 404 that is none of Google's own says nothing of models.
  if (status === 404 && code === 'NOT_FOUND' && model !== undefined)
    throw new ProviderError('model_gone', `Gemini has no model ${model} (any more).`, { model })
  if (code === 'INVALID_ARGUMENT') refuseTooLong(words, message)
  if (status >= 400 && status < 500 && status !== 404 && refusal.success) throw new ProviderError('refused', words)
  throw new ProviderError('broken', words, wait)
}

/** `RetryInfo.retryDelay`: `36s`, `1.5s`. */
const delayMs = (details: readonly { retryDelay?: string | undefined }[]): number | null => {
  const text = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay
  const seconds = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(text ?? '')?.[1]
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000)
}
