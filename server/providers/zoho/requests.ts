import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { CrmAllowance } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, parsed } from '../answers.ts'
import { brokenAnswer, refusalOf, ShownError } from './refusals.ts'

const root = '/crm/v8'
const timeoutMs = 30_000
/** 2,000 records of 50 fields are some 4 MB; texts of 64 KB make a page longer, and it is asked for in smaller parts then. */
const maxBytes = 32 * 1024 * 1024

/** How long one waits for credits of a day that rolls: each hour those of the same hour of yesterday come back. */
const rollingMs = 3_600_000
const dayMs = 24 * 3_600_000
/** Calls at the same time are over within seconds. */
const momentMs = 5_000
/** A call is at most so long, so that the one that tells of which limit it was is not refused for the same calls. */
const lightPauseMs = 1_000

export interface RequestParts {
  readonly base: string
  readonly auth: { readonly kind: 'oauth' | 'key'; readonly token: string }
  readonly http: ProviderHttp
  readonly now: () => Date
}

export interface Wish {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the version: `/Contacts`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Reads only. */
  readonly canRepeat: boolean
}

/** `value` is null where there was nothing: 204, and 304 where nothing changed. */
export interface Got<T> {
  readonly value: T | null
  readonly isCut: boolean
  readonly allowance: CrmAllowance | null
}

/** Nothing there tells a second new record from the first: what may have been written is not written again. */
export const isUnsafe = ({ method, canRepeat }: Pick<Wish, 'method' | 'canRepeat'>): boolean => method === 'POST' && !canRepeat

export const uncertain = (cause?: unknown): ProviderError =>
  new ProviderError('uncertain', 'Zoho CRM gave no answer: the record may have been written.', { cause })

/** The calls of one account. Everything throws ProviderError. */
export const makeRequests = ({ base, auth, http, now }: RequestParts) => {
  const send = async ({ operation, method, path, query = {}, headers, body, canRepeat }: Wish): Promise<Answer> => {
    const search = new URLSearchParams(query).toString()
    try {
      return await http.send({
        ...{ operation, method, canRepeat, timeoutMs, maxBytes, isLarge: true, mayBeCut: true },
        url: `${base}${root}${path}${search === '' ? '' : `?${search}`}`,
        headers: {
          ...{ authorization: `Zoho-oauthtoken ${auth.token}`, accept: 'application/json' },
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    } catch (error) {
      if (isUnsafe({ method, canRepeat }) && error instanceof NoAnswer && mayHaveLeft(error)) throw uncertain(error)
      throw asProviderError('Zoho CRM', error, now())
    }
  }
  /**
   * A refusal does not say whether the day's credits ran out or the calls at the same time (X-API-CREDITS-REMAINING is on answers only once
   * half is used): a light call after a moment tells, for without credits it is refused too.
   */
  const busy = async (answer: Answer): Promise<ProviderError> => {
    const asked = retryAfterMs(answer.headers['retry-after'], now())
    const remaining = remainingIn(answer)
    const isOfDay = remaining === null ? asked === null && (await isLightRefused()) : remaining <= 0
    const words = isOfDay ? 'The API credits of the day are used up.' : 'Too many calls to Zoho CRM at the same time.'
    return new ProviderError('busy', words, {
      code: isOfDay ? 'daily' : 'TOO_MANY_REQUESTS',
      retryAfterMs: asked ?? (isOfDay ? rollingMs : momentMs),
    })
  }
  const isLightRefused = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, lightPauseMs))
    const wish = { operation: 'org.get', method: 'GET', path: '/org', canRepeat: false } as const
    const light = await send(wish).catch(() => null)
    return light?.status === 429
  }
  let left: CrmAllowance | null = null
  /** The body as JSON, whatever its status says, and undefined where it is none. */
  const ask = async (wish: Wish): Promise<{ readonly answer: Answer; readonly body: unknown }> => {
    const answer = await send(wish)
    if (answer.status === 429) throw await busy(answer)
    left = allowanceIn(answer, now())
    // What ended before the limit broke off.
    if (answer.isCut && answer.body.length < maxBytes)
      throw isUnsafe(wish) ? uncertain() : new ProviderError('broken', 'The response of Zoho CRM broke off.')
    return { answer, body: answer.isCut ? undefined : parsed(answer.body) }
  }

  return {
    ask,
    /** As the newest answer said it: it does once half of the day's credits are used. */
    left: (): CrmAllowance | null => left,
    /** A page or a description: what is no success throws. */
    async get<T>(wish: Wish, shape: z.ZodType<T>): Promise<Got<T>> {
      const { answer, body } = await ask(wish)
      const more = { allowance: allowanceIn(answer, now()) }
      if (answer.status === 204 || answer.status === 304) return { value: null, isCut: false, ...more }
      if (answer.status !== 200) throw refusalOf(answer, body, auth.kind, now())
      if (answer.isCut) return { value: null, isCut: true, ...more }
      const read = shape.safeParse(body)
      if (read.success) return { value: read.data, isCut: false, ...more }
      throw ShownError.safeParse(body).success ? refusalOf(answer, body, auth.kind, now()) : brokenAnswer()
    },
    authKind: auth.kind,
    now,
  }
}
export type Requests = ReturnType<typeof makeRequests>

const remainingIn = ({ headers }: Answer): number | null => {
  const text = headers['x-api-credits-remaining']
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null
}

const allowanceIn = (answer: Answer, now: Date): CrmAllowance | null => {
  const remaining = remainingIn(answer)
  return remaining === null ? null : { remaining, resetsAt: new Date(now.getTime() + dayMs) }
}

/** What a list answers, read loosely: unknown fields are ignored. */
export const Info = z.object({ more_records: z.boolean().nullish() })
