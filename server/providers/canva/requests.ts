import type { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, oneLine, parsed } from '../answers.ts'
import type { Vendors } from '../vendors.ts'
import { Refusal } from './wire.ts'

export type CanvaAccess = Parameters<Vendors['designs']['open']>[0]

export type Query = Readonly<Record<string, string | number | null>>

interface Asked<T> {
  /** As the contract names it: `createExport`. */
  readonly operation: string
  readonly path: string
  readonly shape: z.ZodType<T>
  /** What a 404 says: of a design, a template, or a job. */
  readonly missing: 'design_not_there' | 'job_not_there'
}

const timeoutMs = 30_000
/** A page of a hundred designs, with addresses of some kilobytes each. */
const maxBytes = 4 * 1024 * 1024
/** Canva asks for patience without saying how long; its windows are of a minute. */
const patienceMs = 60_000

/** One account's calls. */
export const makeRequests = ({ base, accessToken, http, now }: CanvaAccess) => {
  const headers = { authorization: `Bearer ${accessToken ?? ''}`, accept: 'application/json' }

  const get = async <T>({ operation, path, query = {}, shape, missing }: Asked<T> & { readonly query?: Query }): Promise<T> => {
    try {
      const answer = await http.send({
        ...{ operation, method: 'GET', url: `${base}${path}${searchOf(query)}`, headers },
        ...{ canRepeat: true, timeoutMs, maxBytes },
      })
      return readAnswer(answer, shape, { now: now(), missing, isRead: true })
    } catch (error) {
      throw asProviderError('Canva', error, now())
    }
  }

  /** Never repeated: Canva knows no key against doubles, and a second POST makes a second thing. */
  const post = async <T>({ operation, path, body, shape, missing }: Asked<T> & { readonly body: unknown }): Promise<T> => {
    try {
      const answer = await http.send({
        ...{ operation, method: 'POST', url: `${base}${path}`, headers: { ...headers, 'content-type': 'application/json' } },
        ...{ body: JSON.stringify(body), canRepeat: false, timeoutMs, maxBytes },
      })
      return readAnswer(answer, shape, { now: now(), missing, isRead: false })
    } catch (error) {
      if (error instanceof NoAnswer && mayHaveLeft(error)) throw uncertain(error)
      throw asProviderError('Canva', error, now())
    }
  }
  return { get, post }
}

export type CanvaRequests = ReturnType<typeof makeRequests>

const searchOf = (query: Query): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

interface Situation {
  readonly now: Date
  readonly missing: Asked<unknown>['missing']
  readonly isRead: boolean
}

/** Throws ProviderError for everything but what was asked for. */
const readAnswer = <T>(answer: Answer, shape: z.ZodType<T>, situation: Situation): T => {
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (answer.status === 200) {
    const given = shape.safeParse(body)
    if (given.success) return given.data
    throw situation.isRead ? new ProviderError('broken', 'Canva returned an invalid response.') : uncertain(null)
  }
  throw errorOf(answer, Refusal.safeParse(body).data ?? null, situation)
}

/** After what may have been made. */
const uncertain = (cause: unknown): ProviderError =>
  new ProviderError('uncertain', 'Canva did not say whether it did what was asked.', { cause })

const wordsOf = (status: number, refusal: Refusal | null): string =>
  refusal?.message
    ? oneLine(`Canva says: ${refusal.message.replace(/[^\s@]+@[^\s@]+/g, '…').replace(/https?:\/\/\S+/g, '…')}`)
    : `Canva responded with status ${status}.`

const errorOf = ({ status, headers }: Answer, refusal: Refusal | null, { now, missing, isRead }: Situation): ProviderError => {
  const words = wordsOf(status, refusal)
  const code = refusal?.code ?? String(status)
  if (status === 401) return new ProviderError('dead', words, { code })
  if (status === 429) {
    // The trial of a paid plan has ended: no patience helps.
    if (code === 'quota_exceeded') return new ProviderError('refused', words, { code: 'quota_used_up' })
    const asked = retryAfterMs(headers['retry-after'], now) ?? 0
    return new ProviderError('busy', words, { retryAfterMs: Math.max(asked, patienceMs) })
  }
  if (status === 403 && code === 'missing_scope')
    return new ProviderError('credentials', words, { code, lacks: lackIn(refusal) })
  if (status === 403 && code === 'permission_denied') return new ProviderError('refused', words, { code: 'not_in_plan' })
  if (status === 404) return new ProviderError('refused', words, { code: missing })
  if (status >= 400 && status < 500 && refusal) return new ProviderError('refused', words, { code })
  return isRead || status < 500 ? new ProviderError('broken', words) : uncertain(null)
}

/** `Missing scopes: [design:content:write]` */
const lackIn = (refusal: Refusal | null): string | null => /\[([\w:, ]{1,200})\]/.exec(refusal?.message ?? '')?.[1] ?? null
