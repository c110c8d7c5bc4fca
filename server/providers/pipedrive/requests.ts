import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import type { CrmAllowance } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, oneLine, parsed } from '../answers.ts'
import type { Vendors } from '../vendors.ts'
import { burstMs, makeBudget, nextMidnight } from './budget.ts'

export type PipedriveAccess = Parameters<Vendors['crm']['open']>[0]

export type Query = Readonly<Record<string, string | number | null>>

interface Asked<T> {
  /** As the vendor's own client names it: `deals.getDeals`. */
  readonly operation: string
  readonly path: string
  readonly query?: Query
  /** Of the answer's body. */
  readonly shape: z.ZodType<T>
  readonly cost: number
  /** The permission that an app needs for it. */
  readonly scope: string
}
interface Written<T> extends Asked<T> {
  readonly method: 'POST' | 'PATCH'
  readonly body: unknown
}

const timeoutMs = 30_000
/** 500 deals with 500 texts of 64 KB would be more: of what is real, a page is some MB. */
const maxBytes = 32 * 1024 * 1024
const edgeWaitMs = 60_000

/** An answer, with what is left of the limits after it. */
interface Got<T> {
  readonly value: T
  readonly allowance: CrmAllowance | null
}

/** One account's calls. An API token goes in a header of its own, an access token as a bearer. */
export const makeRequests = ({ base, auth, http, now }: PipedriveAccess) => {
  const readBudget = makeBudget(now)
  let left: CrmAllowance | null = null
  const readAllowance = (answered: Answer['headers'], cost: number): CrmAllowance | null => {
    left = readBudget(answered, cost)
    return left
  }
  const credentials: Readonly<Record<string, string>> =
    auth.kind === 'key' ? { 'x-api-token': auth.token } : { authorization: `Bearer ${auth.token}` }
  const headers = { ...credentials, accept: 'application/json' }

  const get = async <T>({ operation, path, query = {}, shape, cost, scope }: Asked<T>): Promise<Got<T>> => {
    try {
      const answer = await http.send({
        ...{ operation, method: 'GET', url: `${base}${path}${searchOf(query)}`, headers },
        ...{ canRepeat: true, timeoutMs, maxBytes, isLarge: true },
      })
      const allowance = readAllowance(answer.headers, cost)
      return { value: readAnswer(answer, shape, { now: now(), kind: auth.kind, scope, isRead: true }), allowance }
    } catch (error) {
      throw asProviderError('Pipedrive', error, now())
    }
  }

  /** Never repeated: a second POST would make a second record, and a second PATCH would meet the first as a change. */
  const write = async <T>({ operation, method, path, body, shape, cost, scope }: Written<T>): Promise<T> => {
    try {
      const answer = await http.send({
        ...{ operation, method, url: `${base}${path}`, headers: { ...headers, 'content-type': 'application/json' } },
        ...{ body: JSON.stringify(body), canRepeat: false, timeoutMs, maxBytes: 1024 * 1024 },
      })
      readAllowance(answer.headers, cost)
      return readAnswer(answer, shape, { now: now(), kind: auth.kind, scope, isRead: false })
    } catch (error) {
      if (error instanceof NoAnswer && mayHaveLeft(error)) throw uncertain(error)
      throw asProviderError('Pipedrive', error, now())
    }
  }
  return {
    get,
    write,
    /** As the newest answer said it; null where it said nothing, or its time is over. */
    left: (): CrmAllowance | null => (left && left.resetsAt > now() ? left : null),
  }
}

export type PipedriveRequests = ReturnType<typeof makeRequests>

/** Commas stay as they are: a list of 100 ids has to fit into an address. */
const searchOf = (query: Query): string => {
  const given = Object.entries(query).filter(([, value]) => value !== null)
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`).join('&')
  return text === '' ? '' : `?${text}`
}

/** v2 has a `code`, v1 and the gateway have `errorCode` and `error_info`. */
const ErrorBody = z.looseObject({
  success: z.literal(false),
  error: z.string().nullish(),
  error_info: z.string().nullish(),
  code: z.string().nullish(),
})

interface Situation {
  readonly now: Date
  readonly kind: 'key' | 'oauth'
  readonly scope: string
  readonly isRead: boolean
}

/** Throws ProviderError for everything but what was asked for. */
const readAnswer = <T>(answer: Answer, shape: z.ZodType<T>, situation: Situation): T => {
  const body = answer.isCut ? undefined : parsed(answer.body)
  const refusal = ErrorBody.safeParse(body)
  if (answer.status === 200 || answer.status === 201) {
    const given = shape.safeParse(body)
    if (given.success && !refusal.success) return given.data
    throw situation.isRead ? new ProviderError('broken', 'Pipedrive returned an invalid response.') : uncertain(null)
  }
  throw errorOf(answer, refusal.success ? refusal.data : null, situation)
}

/** After a write that may have been done. */
const uncertain = (cause: unknown): ProviderError =>
  new ProviderError('uncertain', 'Pipedrive did not say whether it wrote the record.', { cause })

/** Its words, without an address that they may repeat. */
const wordsOf = (status: number, said: string | null | undefined): string =>
  said
    ? oneLine(`Pipedrive says: ${said.replace(/[^\s@]+@[^\s@]+/g, '…').replace(/https?:\/\/\S+/g, '…')}`)
    : `Pipedrive responded with status ${status}.`

const errorOf = (
  { status, headers }: Answer,
  refusal: z.infer<typeof ErrorBody> | null,
  { now, kind, scope, isRead }: Situation,
): ProviderError => {
  const words = wordsOf(status, refusal?.error)
  const code = refusal?.code ?? String(status)
  const asked = retryAfterMs(headers['retry-after'], now)
  if (status === 401) return new ProviderError(kind === 'key' ? 'credentials' : 'dead', words, { code })
  if (status === 429) {
    const isDaily = headers['x-daily-ratelimit-token-remaining'] === '0' || /daily|budget/i.test(refusal?.error ?? '')
    const untilMidnight = nextMidnight(now).getTime() - now.getTime()
    return isDaily
      ? new ProviderError('busy', words, { code: 'daily', retryAfterMs: Math.max(asked ?? 0, untilMidnight) })
      : new ProviderError('busy', words, { retryAfterMs: Math.max(asked ?? burstMs(headers), 1_000) })
  }
  if (status === 403) {
    // The edge shuts out, in HTML, an account that went on after many 429.
    if (!refusal) return new ProviderError('busy', words, { retryAfterMs: Math.max(asked ?? 0, edgeWaitMs) })
    return new ProviderError(isRead ? 'credentials' : 'refused', words, { code, lacks: scope })
  }
  if (status === 404) return new ProviderError('refused', words, { code: 'not_found' })
  if (status >= 400 && status < 500 && refusal) return new ProviderError('refused', words, { code })
  return isRead || status < 500 ? new ProviderError('broken', words, { retryAfterMs: asked }) : uncertain(null)
}

const lostCursor = /cursor/i

/** The vendor no longer takes the token of a page: https://pipedrive.readme.io/docs/core-api-concepts-pagination names no time for which it does. */
export const isLostCursor = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'refused' && lostCursor.test(error.reason)
