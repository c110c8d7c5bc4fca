import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import type { ProviderHttp, ProviderRequest } from '#core/outbound/provider-http.ts'
import type { CrmAllowance } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, oneLine, parsed } from '../answers.ts'

/** A version is served for three years at least (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/api_rest_eol.htm). */
const version = 'v62.0'
export const dataPath = `/services/data/${version}`

const timeoutMs = 30_000
export const maxBytes = 32 * 1024 * 1024
const dayMs = 86_400_000
/** The day is a rolling one: some calls are free again every hour. */
const dailyWaitMs = 3_600_000
const burstWaitMs = 5_000
const lockWaitMs = 2_000

/** One org. */
export interface OrgAccess {
  readonly base: string
  readonly auth: { readonly kind: 'oauth' | 'key'; readonly token: string }
  readonly http: ProviderHttp
  readonly now: () => Date
}

export interface Asked<T> {
  /** In the vendor's words: `query Contact`. */
  readonly operation: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly shape: z.ZodType<T>
  /** A write is not repeated here; of one that makes a record it is not said that it may be, where it may have been done. */
  readonly does?: 'read' | 'make' | 'change'
}

export interface Said<T> {
  readonly value: T
  readonly allowance: CrmAllowance | null
  /** Of the answer. */
  readonly bytes: number
  /** When the service answered, by its own clock, in milliseconds. */
  readonly at: number | null
}

/** The answer was longer than 32 MB: who can, asks for less. */
export class TooLarge extends ProviderError {
  constructor() {
    super('broken', 'Salesforce returned more than can be read.')
  }
}

/** The service takes addresses of 16 KB, and the way out of 2,048 characters: commas and blanks need no three. */
export const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',')

/** Throws ProviderError. */
export const makeCalls = ({ base, auth, http, now }: OrgAccess) => {
  const send = async ({ operation, method = 'GET', path, query = {}, headers = {}, body, does = 'read' }: Asked<unknown>) => {
    const search = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
    const request: ProviderRequest = {
      ...{ operation, method, timeoutMs, maxBytes, canRepeat: does === 'read', isLarge: true, mayBeCut: true },
      url: `${base}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`,
      headers: {
        ...{ authorization: `Bearer ${auth.token}`, accept: 'application/json', ...headers },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    try {
      return await http.send(request)
    } catch (error) {
      if (does === 'make' && error instanceof NoAnswer && mayHaveLeft(error))
        throw new ProviderError('uncertain', perhaps, { cause: error })
      throw asProviderError('Salesforce', error, now())
    }
  }

  let left: CrmAllowance | null = null
  return {
    /** As the newest answers said it; null where none did. */
    left: (): CrmAllowance | null => left,
    /** So long is the address without a query. */
    roomFor: (path: string): number => longestUrl - base.length - path.length,
    async call<T>(asked: Asked<T>): Promise<Said<T>> {
      const answer = await send(asked)
      if (answer.isCut && answer.status === 200 && answer.body.length >= maxBytes) throw new TooLarge()
      const value = readAnswer(answer, asked.shape, {
        now: now(),
        isConsent: auth.kind === 'oauth',
        does: asked.does ?? 'read',
      })
      const at = Date.parse(answer.headers.date ?? '')
      const allowance = allowanceIn(answer, now())
      left = allowance ?? left
      return { value, bytes: answer.body.length, allowance, at: Number.isNaN(at) ? null : at }
    },
  }
}
export type Calls = ReturnType<typeof makeCalls>

const longestUrl = 2_040
const perhaps = 'Salesforce did not say whether it made the record.'

/** `Sforce-Limit-Info: api-usage=18/15000`: the calls of the last 24 hours, and how many there may be. */
const allowanceIn = ({ headers }: Answer, now: Date): CrmAllowance | null => {
  const [, used, most] = /api-usage=(\d+)\/(\d+)/.exec(headers['sforce-limit-info'] ?? '') ?? []
  if (used === undefined || most === undefined) return null
  return { remaining: Math.max(0, Number(most) - Number(used)), resetsAt: new Date(now.getTime() + dayMs) }
}

const OneError = z.object({
  message: z.string().nullish(),
  errorCode: z.string().nullish(),
  statusCode: z.string().nullish(),
  fields: z.array(z.string()).nullish(),
})
/** A plain error, or that of a tree of records. */
const ErrorBody = z.union([
  z.array(OneError).min(1),
  z
    .object({ results: z.array(z.object({ errors: z.array(OneError).min(1) })).min(1) })
    .transform(({ results }) => results.flatMap(({ errors }) => errors)),
])

const busyCodes = new Set(['SERVER_UNAVAILABLE', 'UNABLE_TO_LOCK_ROW', 'QUERY_TIMEOUT', 'API_CURRENTLY_DISABLED'])
/** This user may not, whatever the record is. */
const rightCodes = new Set(['INVALID_TYPE', 'API_DISABLED_FOR_ORG', 'OAUTH_APP_BLOCKED', 'INSUFFICIENT_ACCESS'])

interface Circumstances {
  readonly now: Date
  readonly isConsent: boolean
  readonly does: 'read' | 'make' | 'change'
}

const readAnswer = <T>(answer: Answer, shape: z.ZodType<T>, circumstances: Circumstances): T => {
  const { status, body, isCut } = answer
  const given = isCut ? undefined : parsed(body)
  if (status === 200 || status === 201 || status === 204) {
    const read = shape.safeParse(status === 204 ? null : given)
    if (read.success) return read.data
    if (circumstances.does === 'make') throw new ProviderError('uncertain', perhaps)
    throw new ProviderError('broken', 'Salesforce returned an invalid response.')
  }
  const [error] = ErrorBody.safeParse(given).data ?? []
  throw refusalOf(answer, error, circumstances)
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm: go by the code before the status. */
const refusalOf = (
  { status, body, headers }: Answer,
  error: z.output<typeof OneError> | undefined,
  { now, isConsent, does }: Circumstances,
): ProviderError => {
  const code = error?.errorCode ?? error?.statusCode ?? null
  const words = code === null ? `Salesforce responded with status ${status}.` : said(code, error)
  const waitMs = retryAfterMs(headers['retry-after'], now)
  if (status === 412) return new ProviderError('changed', 'The record was changed in Salesforce meanwhile.')
  if (status === 401 || String(body).includes('Bad_OAuth_Token'))
    return new ProviderError(isConsent ? 'dead' : 'credentials', words, { code })
  if (code === 'REQUEST_LIMIT_EXCEEDED' && status !== 429) {
    const isDaily = !/concurrent/i.test(error?.message ?? '')
    const usualMs = isDaily ? dailyWaitMs : burstWaitMs
    return new ProviderError('busy', words, { retryAfterMs: waitMs ?? usualMs, code: isDaily ? 'daily' : code })
  }
  if (status === 429 || busyCodes.has(code ?? ''))
    return new ProviderError('busy', words, { retryAfterMs: waitMs ?? (status === 400 ? lockWaitMs : burstWaitMs), code })
  if (rightCodes.has(code ?? '')) return new ProviderError('credentials', words, { code, lacks: code })
  if (status === 404 && error) return new ProviderError('refused', words, { code: 'not_found' })
  if (status >= 400 && status < 500 && error) return new ProviderError('refused', words, { code })
  if (status >= 500 && does === 'make') return new ProviderError('uncertain', perhaps, { code })
  return new ProviderError('broken', words, { code, retryAfterMs: waitMs })
}

/** The code and the fields; the message only where an administrator wrote it, since others repeat what was sent. */
const said = (code: string, error: z.output<typeof OneError> | undefined): string => {
  const fields = error?.fields?.length ? ` (${error.fields.join(', ')})` : ''
  const rule = code === 'FIELD_CUSTOM_VALIDATION_EXCEPTION' && error?.message ? `: ${error.message}` : ''
  return `Salesforce says: ${oneLine(`${code}${fields}${rule}`)}`
}
