import type { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, isObject, oneLine, parsed } from '../answers.ts'
import type { Access } from '../vendors.ts'

const timeoutMs = 25_000
/** Ten people with their whole careers are some hundred kilobytes. */
const maxBytes = 4 * 1024 * 1024

interface Wish<T> {
  readonly operation: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** It takes credits: what may have been done is not done again. */
  readonly costs?: true
  readonly shape: z.ZodType<T>
}

/** One account's requests (https://docs.apollo.io/reference). All throw ProviderError. */
export const makeRequests = ({ base, credentials, http, now }: Pick<Access, 'base' | 'credentials' | 'http' | 'now'>) => ({
  async ask<T>({ operation, method, path, query, body, costs, shape }: Wish<T>): Promise<T> {
    try {
      const answer = await http.send({
        ...{ operation, method, timeoutMs, maxBytes, canRepeat: !costs },
        url: `${base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
        headers: {
          ...{ 'x-api-key': credentials.apiKey ?? '', accept: 'application/json', 'cache-control': 'no-cache' },
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return readAnswer(answer, shape, { costs: costs ?? false, now: now() })
    } catch (error) {
      if (costs && error instanceof NoAnswer && mayHaveLeft(error))
        throw new ProviderError('uncertain', 'Apollo did not confirm the enrichment.', { cause: error })
      throw asProviderError('Apollo', error, now())
    }
  },
})
export type ApolloRequests = ReturnType<typeof makeRequests>

interface Circumstances {
  readonly costs: boolean
  readonly now: Date
}

const readAnswer = <T>(answer: Answer, shape: z.ZodType<T>, { costs, now }: Circumstances): T => {
  const { status, headers } = answer
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (status >= 200 && status < 300) {
    const read = shape.safeParse(body)
    if (read.success) return read.data
    // With a status of success credits may be gone, whatever the body is.
    throw new ProviderError(costs ? 'uncertain' : 'broken', 'Apollo returned an invalid response.')
  }
  throw refusalOf(status, textsIn(body), { costs, waitMs: retryAfterMs(headers['retry-after'], now) ?? waitOf(headers) })
}

interface Texts {
  readonly code: string | null
  readonly words: string | null
}

/** Its errors have one of several members with the words; a wrong key is told in plain text. */
const textsIn = (body: unknown): Texts => {
  if (!isObject(body)) return { code: null, words: null }
  const text = (name: string): string | null => (typeof body[name] === 'string' ? body[name] : null)
  return { code: text('error_code'), words: text('error_message') ?? text('message') ?? text('error') }
}

export const outOfCredits = 'out_of_credits'

const refusalOf = (
  status: number,
  { code, words }: Texts,
  { costs, waitMs }: { readonly costs: boolean; readonly waitMs: number | null },
): ProviderError => {
  const reason = oneLine(words === null ? `Apollo responded with status ${status}.` : `Apollo says: ${masked(words)}`)
  // What a team without credits is answered is not published: any of these that speaks of credits is taken for it.
  if ([402, 403, 422].includes(status) && /credit/i.test(`${code ?? ''} ${words ?? ''}`))
    return new ProviderError('refused', reason, { code: outOfCredits })
  if (status === 401) return new ProviderError('credentials', 'Apollo rejects the key.')
  if (status === 403)
    return new ProviderError('credentials', reason, { code, lacks: code === 'API_INACCESSIBLE' ? 'master key' : null })
  if (status === 429) return new ProviderError('busy', reason, { retryAfterMs: waitMs ?? 60_000 })
  if (status >= 500) return new ProviderError(costs ? 'uncertain' : 'broken', reason, { retryAfterMs: waitMs })
  return new ProviderError('refused', reason, { code })
}

/** Its windows begin with the first call in them and do not say when they end: the longest wait of the one that is used up. An unlimited one is empty. */
const waitOf = (headers: Answer['headers']): number | null => {
  const windows = {
    'x-24-hour-requests-left': 86_400_000,
    'x-hourly-requests-left': 3_600_000,
    'x-minute-requests-left': 60_000,
  }
  const used = Object.entries(windows).find(([name]) => headers[name]?.trim() === '0')
  return used ? used[1] : null
}

/** Its words, without what they may repeat. */
const masked = (words: string): string => words.replace(/[^\s@]+@[^\s@]+/g, '…').replace(/https?:\/\/\S+/g, '…')
