import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, oneLine, parsed } from '../answers.ts'
import { openAllowances } from './allowances.ts'

/** A page of wide records is several megabytes. */
const maxBytes = 32 * 1024 * 1024
const timeoutMs = 30_000

export interface RequestParts {
  readonly base: string
  readonly auth: { readonly kind: 'oauth' | 'key'; readonly token: string }
  readonly http: ProviderHttp
  readonly now: () => Date
}

interface Wish<T> {
  /** As the vendor's package names it: `crm.contacts.basicApi.getPage`. */
  readonly operation: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly shape: z.ZodType<T>
}

/** One account's requests. All throw ProviderError. */
export const makeRequests = ({ base, auth, http, now }: RequestParts) => {
  const allowances = openAllowances(now)
  const send = async <T>(
    { operation, path, query, shape }: Wish<T>,
    {
      method,
      body,
      isRead,
      mayBeCut = false,
    }: { method: 'GET' | 'POST' | 'PATCH'; body?: unknown; isRead: boolean; mayBeCut?: boolean },
  ): Promise<T | null> => {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    try {
      const answer = await http.send({
        ...{
          operation,
          method,
          url: `${base}${path}${search}`,
          timeoutMs,
          maxBytes,
          isLarge: true,
          canRepeat: isRead,
          mayBeCut,
        },
        headers: {
          ...{ authorization: `Bearer ${auth.token}`, accept: 'application/json' },
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      allowances.see(answer.headers)
      if (answer.isCut && mayBeCut && answer.body.length >= maxBytes) return null
      return readAnswer(answer, shape, { kind: auth.kind, now: now(), isRead })
    } catch (error) {
      // Nothing there tells one write from another: what may have been done is not done again.
      if (!isRead && error instanceof NoAnswer && mayHaveLeft(error))
        throw new ProviderError('uncertain', 'HubSpot did not say whether it wrote the record.', { cause: error })
      throw asProviderError('HubSpot', error, now())
    }
  }
  const sure = <T>(answered: T | null): T => {
    if (answered !== null) return answered
    throw new ProviderError('broken', notHubSpots)
  }

  return {
    get: async <T>(wish: Wish<T>): Promise<T> => sure(await send(wish, { method: 'GET', isRead: true })),
    /** Null where the answer is larger than is read: less is to be asked for. */
    getSome: <T>(wish: Wish<T>): Promise<T | null> => send(wish, { method: 'GET', isRead: true, mayBeCut: true }),
    /** A search or a batch: a read, although it is sent as a POST. */
    ask: async <T>(wish: Wish<T>, body: unknown): Promise<T> => sure(await send(wish, { method: 'POST', body, isRead: true })),
    askSome: <T>(wish: Wish<T>, body: unknown): Promise<T | null> =>
      send(wish, { method: 'POST', body, isRead: true, mayBeCut: true }),
    write: async <T>(wish: Wish<T>, method: 'POST' | 'PATCH', body: unknown): Promise<T> =>
      sure(await send(wish, { method, body, isRead: false })),
    /** As the newest answers said it; null where none did, or its time is over. */
    left: allowances.left,
  }
}
export type HubSpotRequests = ReturnType<typeof makeRequests>

export const notHubSpots = 'HubSpot returned an invalid response.'

/** https://developers.hubspot.com/docs/api-reference/error-handling; of a 429 `policyName` says which limit it was. */
const ErrorBody = z.object({
  status: z.literal('error').nullish(),
  message: z.string(),
  category: z.string().nullish(),
  policyName: z.string().nullish(),
  errorType: z.string().nullish(),
  errors: z
    .array(
      z.object({
        message: z.string().nullish(),
        code: z.string().nullish(),
        context: z.record(z.string(), z.array(z.string())).nullish(),
      }),
    )
    .nullish(),
})
type ErrorBody = z.infer<typeof ErrorBody>

const AnError = z.object({ status: z.literal('error') })

interface Circumstances {
  readonly kind: 'oauth' | 'key'
  readonly now: Date
  readonly isRead: boolean
}

const readAnswer = <T>(answer: Answer, shape: z.ZodType<T>, circumstances: Circumstances): T => {
  const { status } = answer
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (status >= 200 && status < 300) {
    const read = shape.safeParse(body)
    if (read.success && !AnError.safeParse(body).success) return read.data
    throw unusable(notHubSpots, circumstances)
  }
  const refusal = ErrorBody.safeParse(body)
  throw refusal.success ? refusalOf(answer, refusal.data, circumstances) : wordless(answer, circumstances)
}

/** After a write that may have been done, what cannot be read leaves it open whether it was. */
const unusable = (words: string, { isRead }: Pick<Circumstances, 'isRead'>, waitMs: number | null = null): ProviderError =>
  new ProviderError(isRead ? 'broken' : 'uncertain', words, { retryAfterMs: waitMs })

const wordless = ({ status, headers }: Answer, circumstances: Circumstances): ProviderError => {
  const words = `HubSpot responded with status ${status}.`
  const waitMs = retryAfterMs(headers['retry-after'], circumstances.now)
  if (status === 401) return rejected(words, circumstances.kind)
  if (status === 429) return new ProviderError('busy', words, { retryAfterMs: waitMs })
  if (status >= 500) return unusable(words, circumstances, waitMs)
  return new ProviderError('broken', words, { retryAfterMs: waitMs })
}

const refusalOf = ({ status, headers }: Answer, body: ErrorBody, circumstances: Circumstances): ProviderError => {
  const words = wordsOf(body)
  const [first] = body.errors ?? []
  const code = first?.code ?? body.category ?? null
  if (status === 401) return rejected(words, circumstances.kind)
  if (status === 403) {
    const scopes = first?.context?.requiredGranularScopes ?? first?.context?.requiredScopes ?? []
    return new ProviderError('credentials', words, { code, lacks: scopes.length > 0 ? scopes.join(', ').slice(0, 200) : null })
  }
  if (status === 404) return new ProviderError('refused', words, { code: 'not_found' })
  if (status === 409) return new ProviderError('refused', words, { code: body.category === 'CONFLICT' ? 'exists' : code })
  if (status === 429) return busy(headers, body, words, circumstances.now)
  const waitMs = retryAfterMs(headers['retry-after'], circumstances.now)
  // 477: the account is being moved to another place of theirs.
  if (status >= 500 || status === 477) return unusable(words, circumstances, waitMs)
  if (status === 423) return new ProviderError('busy', words, { retryAfterMs: waitMs ?? 2_000, code })
  return new ProviderError('refused', words, { code })
}

/** The token of a consent ends after half an hour; it was renewed before the call where that was due. */
const rejected = (words: string, kind: 'oauth' | 'key'): ProviderError =>
  new ProviderError(kind === 'oauth' ? 'dead' : 'credentials', words)

/** The windows of its limits: https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines */
const busy = (headers: Answer['headers'], body: ErrorBody, words: string, now: Date): ProviderError => {
  const asked = retryAfterMs(headers['retry-after'], now)
  if (body.policyName === 'DAILY')
    return new ProviderError('busy', words, { code: 'daily', retryAfterMs: Math.max(asked ?? 0, untilNextHourMs(now)) })
  const windowMs =
    body.policyName === 'SECONDLY' ? 1_000 : Number(headers['x-hubspot-ratelimit-interval-milliseconds']) || 10_000
  return new ProviderError('busy', words, { code: body.policyName ?? body.category ?? null, retryAfterMs: asked ?? windowMs })
}

/** A day ends at midnight in the account's time zone, which this answer does not name: midnight is the beginning of some hour. */
const untilNextHourMs = (now: Date): number => 3_600_000 - (now.getTime() % 3_600_000)

/** The vendor's words, without an address that they may repeat. */
const wordsOf = ({ message, errors }: ErrorBody): string => {
  const [first] = errors ?? []
  const more = first?.message && first.message !== message ? `: ${first.message}` : ''
  return oneLine(`HubSpot says: ${`${message}${more}`.replace(/[^\s@]+@[^\s@]+/g, '…').replace(/https?:\/\/\S+/g, '…')}`)
}
