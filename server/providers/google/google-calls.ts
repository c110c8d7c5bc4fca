import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderRequest } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, oneLine, parsed } from '../answers.ts'

export interface CallParts {
  readonly base: string
  readonly http: ProviderHttp
  readonly accessToken: () => Promise<string>
  readonly now: () => Date
}

/** One of Google's APIs. */
interface Api {
  /** Before every path: `/calendar/v3`. */
  readonly root: string
  readonly timeoutMs: number
  readonly maxBytes: number
  /** What a token without enough rights lacks. */
  readonly lacks: string
}

export interface Asked {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
  readonly ifMatch?: string | undefined
}

interface Call<T> extends Asked {
  readonly shape: z.ZodType<T>
}

/** What Google said, where the caller knows a name for it. Statuses that are no error of ours. */
export type Said<T> = { readonly status: 200; readonly value: T } | { readonly status: 404 | 409 | 410 | 412 }

/** One account's calls of what may be repeated: reads, and what is written under an id of ours or says how things shall be. */
export const makeGoogleCalls = ({ base, http, accessToken, now }: CallParts, api: Api) => {
  /** Throws NoAnswer and CircuitOpen. */
  const send = async (
    { operation, method, path, query = {}, body, ifMatch }: Asked,
    more: Partial<Pick<ProviderRequest, 'timeoutMs' | 'maxBytes' | 'isLarge' | 'mayBeCut' | 'canRepeat'>> = {},
  ): Promise<Answer> => {
    const given = Object.entries(query).flatMap(([name, value = []]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    )
    const search = new URLSearchParams(given).toString()
    const headers = {
      authorization: `Bearer ${await accessToken()}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    }
    return http.send({
      ...{ operation, method, headers, timeoutMs: api.timeoutMs, maxBytes: api.maxBytes, canRepeat: true, ...more },
      url: `${base}${api.root}${path}${search === '' ? '' : `?${search}`}`,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  /** Throws ProviderError. */
  const ask = async (...asked: Parameters<typeof send>): Promise<Answer> => {
    try {
      return await send(...asked)
    } catch (error) {
      throw asProviderError('Google', error, now())
    }
  }
  const read = <T>(answer: Answer, shape: z.ZodType<T>): Said<T> => readAnswer(answer, shape, { now: now(), lacks: api.lacks })

  return { ask, read, call: async <T>({ shape, ...asked }: Call<T>): Promise<Said<T>> => read(await ask(asked), shape) }
}

export type GoogleCalls = ReturnType<typeof makeGoogleCalls>

/** For what cannot be gone. */
export const needed = <T>(said: Said<T>): T => {
  if (said.status === 200) return said.value
  throw new ProviderError('refused', `Google responded with status ${said.status}.`, { code: String(said.status) })
}

/** https://developers.google.com/workspace/calendar/api/guides/errors, https://developers.google.com/workspace/gmail/api/guides/handle-errors */
const ErrorBody = z.object({
  error: z.object({
    message: z.string().nullish(),
    errors: z.array(z.object({ reason: z.string().nullish() })).nullish(),
    status: z.string().nullish(),
  }),
})

const AnyError = z.object({ error: z.union([z.string(), z.looseObject({})]) })

/** A 403 is a rate as often as it is a right. */
const rates = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'calendarUsageLimitsExceeded',
  'RESOURCE_EXHAUSTED',
])
/** `domainPolicy`: an administrator of the account's domain does not let apps in. */
const rights = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'PERMISSION_DENIED', 'domainPolicy'])

export const readAnswer = <T>(
  { status, body, headers, isCut }: Answer,
  shape: z.ZodType<T>,
  { now, lacks }: { readonly now: Date; readonly lacks: string },
): Said<T> => {
  const told = isCut ? undefined : parsed(body)
  if (status === 200 || status === 204) {
    const read = shape.safeParse(status === 204 || body.length === 0 ? null : told)
    // An error with the status of a success would be read as a list of nothing, and all copies would go.
    if (read.success && !AnyError.safeParse(told).success) return { status: 200, value: read.data }
    throw new ProviderError('broken', 'Google returned an invalid response.')
  }
  const refusal = ErrorBody.safeParse(told)
  const error = refusal.data?.error
  const reason = error?.errors?.[0]?.reason ?? error?.status ?? null
  const words = error ? said(error.message, reason) : `Google responded with status ${status}.`
  const more = { retryAfterMs: retryAfterMs(headers['retry-after'] ?? momentIn(error?.message), now), code: reason }
  if (refusal.success && (status === 404 || status === 409 || status === 410 || status === 412)) return { status }
  if (status === 429 || (status === 403 && rates.has(reason ?? ''))) throw new ProviderError('busy', words, more)
  if (status === 403 && rights.has(reason ?? '')) throw new ProviderError('credentials', words, { ...more, lacks })
  if (status === 401) throw new ProviderError('credentials', words, more)
  if (status >= 400 && status < 500 && refusal.success) throw new ProviderError('refused', words, more)
  throw new ProviderError('broken', words, more)
}

/** «User-rate limit exceeded.  Retry after 2025-02-03T10:15:00.000Z»: Gmail says so in words, and in no header. */
const momentIn = (message: string | null | undefined): string | undefined =>
  /Retry after (\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)/.exec(message ?? '')?.[1]

/** The vendor's words, without an address or a link that it may have repeated. */
const said = (message: string | null | undefined, reason: string | null): string => {
  const words = oneLine(message ?? 'no reason')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/https?:\/\/\S+/g, '…')
  return `Google says: ${words}${reason === null ? '' : ` (${reason})`}`.slice(0, 250)
}
