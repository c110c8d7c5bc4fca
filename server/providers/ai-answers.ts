import type { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderRequest, ProviderStreams } from '#core/outbound/provider-http.ts'
import type { AiAccount } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asProviderError, parsed } from './answers.ts'

/** A model that thinks before it writes takes long; no caller waits longer for a provider than this. */
const timeoutMs = 30_000
/** 8,192 tokens are some 40 KB; thoughts and what describes them come on top. */
const maxBytes = 1_048_576

/** How an AI provider is reached. `model`: the one that is used unless another is asked for. */
export interface AiAccess {
  readonly base: string
  readonly apiKey: string
  readonly model: string
  readonly mode: AiAccount['mode']
  readonly http: ProviderHttp & ProviderStreams
  readonly now: () => Date
}

/** Sends a request of an AI provider. What a model may have worked on is not asked for again: each try is billed, and one was reserved. */
export const sendToAi = async (
  http: ProviderHttp,
  title: string,
  request: Pick<ProviderRequest, 'operation' | 'method' | 'url' | 'headers' | 'body' | 'signal'>,
  now: Date,
): Promise<{ readonly answer: Answer; readonly body: unknown }> => {
  try {
    const canRepeat = request.method === 'GET' ? true : 'turned_away'
    const answer = await http.send({ ...request, timeoutMs, maxBytes, canRepeat })
    return { answer, body: answer.isCut ? undefined : parsed(answer.body) }
  } catch (error) {
    throw asProviderError(title, error, now)
  }
}

/** What of an answer that is no error is read. Throws `broken` where it is none of theirs. */
export const readGiven = <T>(title: string, body: unknown, shape: z.ZodType<T>): T => {
  const given = shape.safeParse(body)
  if (given.success) return given.data
  throw new ProviderError('broken', `${title} returned an invalid response.`, { isBillable: true })
}

/** Whether an answer can be a vendor's error at all: of a stream it is asked event by event. */
export const mayBeError = (body: unknown): boolean => typeof body !== 'object' || body === null || 'error' in body

/** What the vendor says to people, in one line, without a key, an address or a link that it may have repeated. */
export const vendorWords = (title: string, message: string, code: string | null): string => {
  const words = message
    .replace(/\b(sk-|AIza)\S+/g, '…')
    .replace(/\*{4,}\S*/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  return `${title} says: ${words}${code ? ` (${code})` : ''}`.slice(0, 250)
}

/** How providers say that a prompt is more than a model takes in: Gemini, OpenAI and vLLM, Anthropic (twice), llama.cpp. */
const tooLongWords = [
  /input token count \(?(?<tokens>\d+)\)? exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/i,
  /maximum context length is (?<limit>\d+) tokens.*?(?:resulted in|requested|contains?(?: at least)?|has) (?<tokens>\d+)/is,
  /prompt is too long: (?<tokens>\d+) tokens > (?<limit>\d+)/i,
  /exceed context limit: (?<tokens>\d+) \+ (?<answer>\d+) > (?<limit>\d+)/i,
  /exceeds? the (?:available|maximum) context (?:size|length)(?: \((?<limit>\d+) tokens\))?/i,
]

/** Throws `refused` where a provider refuses a prompt as more than its model takes in; it has billed nothing. `isNamed`: its code says so. */
export const refuseTooLong = (words: string, message: string | undefined, isNamed = false): void => {
  const said = message?.replace(/(?<=\d),(?=\d{3})/g, '') ?? ''
  const found = tooLongWords.map((pattern) => pattern.exec(said)).find((each) => each !== null)
  if (!found && !isNamed) return
  const { tokens, answer = 0, limit } = found?.groups ?? {}
  const tooLong = {
    tokens: tokens === undefined ? null : Number(tokens) + Number(answer),
    limit: limit === undefined ? null : Number(limit),
  }
  throw new ProviderError('refused', words, { tooLong, isBillable: false })
}
