import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answers, callsOf, openAnswers, piecesOf, type Reply, tokensOf, tokensSent } from '../ai/answers.ts'
import { serveControlPage } from '../ai/control-page.ts'
import type { Schema } from '../ai/generated-answers.ts'
import { sendPieces, streamFaults } from '../ai/streams.ts'
import { signatureOf, type ToolQuestion } from '../ai/tools.ts'
import type { Simulator } from '../simulators.ts'

const title = 'Gemini'

/** Gemini's generateContent and what belongs to it (https://ai.google.dev/api). */
export const gemini: Simulator = {
  slug: 'gemini',
  title,
  instead: 'Google’s Gemini API',
  about: 'Accepts any key that starts with AIza, AQ. or sandbox-, and returns a generated or canned answer. No real model.',
  pages: [{ path: '/desk', title: 'Canned answers' }],
  counts: (context) => ({ questions: openAnswers(context).talks().length }),
  // Others have a list of models at the same address.
  isMeant: ({ path, headers }) =>
    path.startsWith('/v1beta/') || /^\/v1\/models\/[^/]+:/.test(path) || (path === '/v1/models' && 'x-goog-api-key' in headers),
  ownFaults: streamFaults,
  textsOfErrors: (status) =>
    troubleOf(
      status,
      { 429: 'RESOURCE_EXHAUSTED', 500: 'INTERNAL', 503: 'UNAVAILABLE' }[status],
      {
        429: 'You exceeded your current quota.',
        500: 'An internal error has occurred.',
        503: 'The model is overloaded. Please try again later.',
      }[status],
      status === 429 ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }] : undefined,
    ),

  register(app, context) {
    const answers = openAnswers(context)
    serveControlPage(app, context, answers, { slug: 'gemini', title })

    for (const version of versions) serveVersion(app, answers, version)
    app.setNotFoundHandler((_request, reply) =>
      refuse(reply, 404, 'NOT_FOUND', 'The requested URL was not found on this server.'),
    )
  },
}

/** `v1` has what is settled: of what Foyer asks for, neither instructions, nor tools, nor JSON. */
const versions = ['v1', 'v1beta'] as const
type Version = (typeof versions)[number]

const serveVersion = (app: FastifyInstance, answers: Answers, version: Version): void => {
  app.get<{ Querystring: { pageSize?: string; pageToken?: string } }>(`/${version}/models`, async (request, reply) => {
    const refused = refuseKey(request, reply)
    if (refused) return refused
    const size = Math.min(1_000, Math.max(1, Number(request.query.pageSize) || 50))
    const start = Number(request.query.pageToken) || 0
    const next = start + size < models.length ? { nextPageToken: String(start + size) } : {}
    return { models: models.slice(start, start + size).map(shownModel), ...next }
  })

  // The colon is part of the address: `models/gemini-3.8-flash:generateContent`.
  app.post<{ Params: { call: string }; Querystring: { alt?: string } }>(`/${version}/models/:call`, async (request, reply) => {
    const refused = refuseKey(request, reply)
    if (refused) return refused
    const [model = '', verb = ''] = request.params.call.split(':')
    if (!models.includes(model))
      return refuse(
        reply,
        404,
        'NOT_FOUND',
        ended.includes(model)
          ? `This model models/${model} is no longer available. Please update your code to use a newer model for the latest features and improvements.`
          : `models/${model} is not found for API version ${version}, or is not supported for ${verb}. Call ListModels to see the list of available models and their supported methods.`,
      )
    const wrong = wrongIn(request.body, verb, version)
    if (wrong !== null) return refuse(reply, 400, 'INVALID_ARGUMENT', wrong)
    const body = request.body as Asked
    if (verb === 'countTokens') {
      const { contents, systemInstruction, tools } = body.generateContentRequest ?? body
      return { totalTokens: tokensSent(contents, systemInstruction, tools) }
    }
    if (verb === 'generateContent') return generated(model, body, answers.answer(questionOf(model, body)))
    if (verb === 'streamGenerateContent') return stream(reply, answers, model, body, request.query.alt === 'sse')
    return refuse(reply, 404, 'NOT_FOUND', 'The requested URL was not found on this server.')
  })
}

const models = ['gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-3.5-flash-lite']
/** Google answers for those that have ended as for those that never were, with other words. */
const ended = ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro', 'gemini-2.0-flash']

const shownModel = (model: string) => ({
  name: `models/${model}`,
  version: '001',
  displayName: model
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' '),
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  temperature: 1,
  topP: 0.95,
  topK: 64,
})

interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}
interface Part {
  readonly text?: string
  readonly functionCall?: { readonly name?: string; readonly args?: Readonly<Record<string, unknown>> }
  readonly functionResponse?: { readonly name?: string; readonly response?: unknown }
  readonly thoughtSignature?: string
}
interface Asked {
  readonly contents?: readonly Content[]
  readonly systemInstruction?: Content
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
  readonly generationConfig?: {
    readonly responseMimeType?: string
    readonly responseJsonSchema?: Schema
    readonly responseSchema?: Schema
    readonly maxOutputTokens?: number
  }
  readonly generateContentRequest?: Asked
}

const textIn = (content: Content | undefined): string =>
  (content?.parts ?? [])
    .map(({ text = '', functionResponse }) => (functionResponse ? JSON.stringify(functionResponse.response) : text))
    .join('')

/** What there is to call, and what came of the last calls. */
const toolsOf = ({ contents = [], tools = [] }: Asked): ToolQuestion | null => {
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name))
  if (names.length === 0) return null
  const last = contents.at(-1)
  const isResult = (last?.parts ?? []).some(({ functionResponse }) => functionResponse)
  const results = (last?.parts ?? []).map(({ functionResponse }) => outputOf(functionResponse?.response)).join('\n')
  return { tools: names, asked: isResult ? '' : textIn(last), results: isResult ? results : null }
}

const outputOf = (response: unknown): string => {
  const { output, error } = (response ?? {}) as { readonly output?: string; readonly error?: string }
  return output ?? error ?? JSON.stringify(response ?? null)
}

const questionOf = (model: string, { contents = [], systemInstruction, generationConfig, tools }: Asked) => ({
  tools: toolsOf({ contents, ...(tools && { tools }) }),
  model,
  system: textIn(systemInstruction),
  prompt: contents.map(textIn).join('\n\n'),
  schema:
    generationConfig?.responseMimeType === 'application/json'
      ? (generationConfig.responseJsonSchema ?? generationConfig.responseSchema ?? { type: 'object' })
      : null,
})

const knownNames = {
  '': 'contents systemInstruction generationConfig safetySettings tools toolConfig cachedContent store'.split(' '),
  generation_config:
    'candidateCount stopSequences maxOutputTokens temperature topP topK seed presencePenalty frequencyPenalty responseMimeType responseSchema responseJsonSchema responseModalities thinkingConfig speechConfig imageConfig responseLogprobs logprobs'.split(
      ' ',
    ),
}

/** Names that v1 does not know, as Google's own packages report it (googleapis/python-genai#1398, googleapis/js-genai#1746). */
const onlyInBeta = new Set('systemInstruction tools toolConfig responseMimeType responseSchema responseJsonSchema'.split(' '))

/** What Google would find wrong with a request; null when nothing is. */
const wrongIn = (body: unknown, verb: string, version: Version): string | null => {
  if (body === null || typeof body !== 'object') return 'Invalid JSON payload received.'
  const asked = body as Asked
  if (verb === 'countTokens' && asked.generateContentRequest) return wrongIn(asked.generateContentRequest, '', version)
  const unknown = (value: object | undefined, at: keyof typeof knownNames): string | undefined =>
    Object.keys(value ?? {}).find((name) => !knownNames[at].includes(name) || (version === 'v1' && onlyInBeta.has(name)))
  const name = unknown(asked, '')
  if (name !== undefined) return `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`
  const inner = unknown(asked.generationConfig, 'generation_config')
  if (inner !== undefined)
    return `Invalid JSON payload received. Unknown name "${inner}" at 'generation_config': Cannot find field.`
  if (!Array.isArray(asked.contents) || asked.contents.length === 0)
    return '* GenerateContentRequest.contents: contents is not specified\n'
  const role = asked.contents.find((content) => !['user', 'model', undefined].includes(content.role))?.role
  return role === undefined ? wrongCallIn(asked.contents) : 'Please use a valid role: user, model.'
}

/** A call comes back with the signature it was given with, and what came of it follows at once. */
const wrongCallIn = (contents: readonly Content[]): string | null => {
  for (const [at, { parts = [] }] of contents.entries()) {
    const calls = parts.filter(({ functionCall }) => functionCall)
    const [first] = calls
    if (!first?.functionCall) continue
    const { name = '', args = {} } = first.functionCall
    if (first.thoughtSignature === undefined)
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\`, position ${at + 1}.`
    if (first.thoughtSignature !== signatureOf({ name, input: args })) return 'Thought signature is not valid.'
    const responses = (contents[at + 1]?.parts ?? []).filter(({ functionResponse }) => functionResponse)
    if (responses.length !== calls.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
  }
  return null
}

/** The calls of a reply as parts; the first has the signature for all of them. */
const callParts = (reply: Reply): Part[] =>
  callsOf(reply).map((called, at) => ({
    functionCall: { name: called.name, args: called.input },
    ...(at === 0 && { thoughtSignature: signatureOf(called) }),
  }))

const countsOf = (body: Asked, reply: Reply, written: string) => {
  const promptTokenCount = tokensSent(body.contents, body.systemInstruction, body.tools)
  const thoughts = reply.thought === null ? {} : { thoughtsTokenCount: tokensOf(reply.thought) }
  const candidatesTokenCount = tokensOf(written)
  return {
    promptTokenCount,
    ...(candidatesTokenCount > 0 && { candidatesTokenCount }),
    totalTokenCount: promptTokenCount + candidatesTokenCount + (thoughts.thoughtsTokenCount ?? 0),
    ...thoughts,
  }
}

const reasons = { answer: 'STOP', stopped: 'SAFETY', too_long: 'MAX_TOKENS' } as const

const blocked = (model: string, body: Asked, reply: Reply) => ({
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: countsOf(body, reply, ''),
  modelVersion: model,
})

const generated = (model: string, body: Asked, reply: Reply) => {
  if (reply.outcome === 'blocked') return blocked(model, body, reply)
  // One answer comes in several parts now and then: here, whenever it is long enough.
  const half = reply.text.length > 80 ? Math.ceil(reply.text.length / 2) : reply.text.length
  const text = reply.outcome === 'stopped' ? '' : reply.outcome === 'too_long' ? reply.text.slice(0, half) : reply.text
  const parts = [
    ...(reply.thought === null ? [] : [{ text: reply.thought, thought: true }]),
    ...[text.slice(0, half), text.slice(half)].filter((piece) => piece !== '').map((piece) => ({ text: piece })),
    ...callParts(reply),
  ]
  return {
    candidates: [
      { ...(parts.length > 0 && { content: { parts, role: 'model' } }), finishReason: reasons[reply.outcome], index: 0 },
    ],
    usageMetadata: countsOf(body, reply, text),
    modelVersion: model,
    responseId: 'sandbox',
  }
}

const stream = (reply: FastifyReply, answers: Answers, model: string, body: Asked, isSse: boolean): FastifyReply => {
  const given = answers.answer(questionOf(model, body))
  const texts = given.outcome === 'blocked' || given.outcome === 'stopped' || given.text === '' ? [] : piecesOf(given.text)
  const chunk = (part: object | null, finishReason?: string, written = '') => ({
    candidates: [
      { ...(part && { content: { parts: [part], role: 'model' } }), ...(finishReason && { finishReason }), index: 0 },
    ],
    usageMetadata: countsOf(body, given, written),
    modelVersion: model,
    responseId: 'sandbox',
  })
  const chunks =
    given.outcome === 'blocked'
      ? [blocked(model, body, given)]
      : [
          ...(given.thought === null ? [] : [chunk({ text: given.thought, thought: true })]),
          ...texts.slice(0, -1).map((text, at) => chunk({ text }, undefined, texts.slice(0, at + 1).join(''))),
          ...lastChunks(given, texts.at(-1)).map(([part, reason]) => chunk(part, reason, texts.join(''))),
        ]
  const pieces = isSse
    ? chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`)
    : chunks.map((each, at) => `${at === 0 ? '[' : ',\r\n'}${JSON.stringify(each)}${at === chunks.length - 1 ? '\r\n]' : ''}`)
  return sendPieces(
    reply,
    isSse ? 'text/event-stream' : 'application/json; charset=UTF-8',
    pieces,
    given.breakAfter,
    answers.streams,
  )
}

/** The last words, then the calls one by one; the last of all says why it ends. */
const lastChunks = (given: Reply, text: string | undefined): readonly (readonly [Part | null, string | undefined])[] => {
  const parts: Part[] = [...(text === undefined ? [] : [{ text }]), ...callParts(given)]
  const reason = reasons[given.outcome === 'blocked' ? 'stopped' : given.outcome]
  if (parts.length === 0) return [[null, reason]]
  return parts.map((part, at) => [part, at === parts.length - 1 ? reason : undefined])
}

const refuseKey = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
  const key = request.headers['x-goog-api-key'] ?? (request.query as { key?: string }).key
  if (key === undefined)
    return refuse(reply, 403, 'PERMISSION_DENIED', 'Method doesn’t allow unregistered callers. Please use API Key.')
  if (typeof key === 'string' && /^(AIza|AQ\.|sandbox-)/.test(key)) return null
  // A key that is no key is a bad argument to Google.
  return refuse(reply, 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
  ])
}

const refuse = (
  reply: FastifyReply,
  code: number,
  status: string,
  message: string,
  details?: readonly object[],
): FastifyReply => reply.code(code).send(troubleOf(code, status, message, details))

const troubleOf = (code: number, status: string, message: string, details?: readonly object[]) => ({
  error: { code, message, status, ...(details && { details }) },
})
