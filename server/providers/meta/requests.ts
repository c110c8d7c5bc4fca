import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { AdUsage } from '#ports/lead-ads.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { graphVersion } from '#shapes/graph-version.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { asProviderError, oneLine } from '../answers.ts'
import { openUsage } from './usage.ts'

const timeoutMs = 20_000
/** A hundred leads with long answers. */
const maxBytes = 8 * 1024 * 1024

export interface RequestParts {
  readonly base: string
  readonly token: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly http: ProviderHttp
  readonly now: () => Date
}

interface Wish<T> {
  /** For the list of calls. Never an id. */
  readonly operation: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly shape: z.ZodType<T>
  /** An answer that is too long fails with the code `too_long`, and the caller asks for less. */
  readonly mayBeCut?: boolean
}

/** The code of an answer that ended before its end. */
export const tooLong = 'too_long'

/**
 * One token's calls of the Graph API. The token goes in a header, with the proof that the app's secret is known, too: hex
 * HMAC-SHA256(app secret, token) (https://developers.facebook.com/docs/graph-api/guides/secure-requests).
 */
export const makeRequests = (parts: RequestParts) => {
  const { base, client, http, now } = parts
  const used = openUsage()
  const send = async <T>(
    { operation, path, query, shape, mayBeCut = false }: Wish<T>,
    method: 'GET' | 'POST' | 'DELETE',
    { form, token = parts.token }: { form?: Readonly<Record<string, string>>; token?: string } = {},
  ): Promise<T> => {
    const proof = createHmac('sha256', client.secret).update(token).digest('hex')
    const search = new URLSearchParams({ ...query, appsecret_proof: proof })
    try {
      const answer = await http.send({
        ...{ operation, method, timeoutMs, maxBytes, mayBeCut },
        url: `${base.replace(/\/+$/, '')}/${graphVersion}${path}?${search}`,
        headers: {
          ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { body: new URLSearchParams(form).toString() }),
        // A second test lead of a form is refused, and everything else may happen twice.
        canRepeat: method !== 'POST' || operation !== 'test_leads.create',
      })
      used.see(answer.headers)
      return readAnswer(answer, shape, used.now())
    } catch (error) {
      throw asProviderError('Meta', error, now())
    }
  }
  return {
    get: <T>(wish: Wish<T>): Promise<T> => send(wish, 'GET'),
    post: <T>(wish: Wish<T>, form: Readonly<Record<string, string>>): Promise<T> => send(wish, 'POST', { form }),
    remove: <T>(wish: Wish<T>): Promise<T> => send(wish, 'DELETE'),
    /** What is about the app, by its own token (https://developers.facebook.com/docs/facebook-login/guides/access-tokens#apptokens). */
    postAsApp: <T>(wish: Wish<T>, form: Readonly<Record<string, string>>): Promise<T> =>
      send(wish, 'POST', { form, token: `${client.id}|${client.secret}` }),
    usage: used.now,
  }
}
export type MetaRequests = ReturnType<typeof makeRequests>

const GraphError = z.object({
  error: z.object({
    code: z.coerce.number().int(),
    message: z.string().nullish(),
    error_subcode: z.coerce.number().int().nullish(),
    is_transient: z.boolean().nullish(),
  }),
})

const readAnswer = <T>(answer: Answer, shape: z.ZodType<T>, usage: AdUsage | null): T => {
  if (answer.isCut && answer.status === 200)
    throw new ProviderError('broken', 'Meta’s answer was incomplete or too long.', { code: tooLong })
  const said = answer.isCut ? undefined : digitsIn(answer.body)
  const refusal = GraphError.safeParse(said)
  // Some errors come with status 200.
  if (refusal.success) throw refusalOf(refusal.data.error, answer.status, usage)
  const read = answer.status === 200 ? shape.safeParse(said) : undefined
  if (read?.success) return read.data
  throw wordless(answer.status)
}

const digitsIn = (body: Buffer): unknown => {
  try {
    return digitsKept(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Limits of the app (4, 341), the user (17), the page (32), a custom one (613), page edges (80001) and leads (80005). */
const busyCodes = new Set([4, 17, 32, 341, 613, 80001, 80005])
/** As long, where a limit does not say how long. */
const patienceMs = 5 * 60_000

/** By its code, never by its words (https://developers.facebook.com/docs/graph-api/guides/error-handling). */
const refusalOf = (
  { code, error_subcode: subcode, is_transient: isTransient, message }: z.infer<typeof GraphError>['error'],
  status: number,
  usage: AdUsage | null,
): ProviderError => {
  const words = wordsOf(code, message)
  const named = { code: String(code) }
  if (code === 190 || code === 102) return new ProviderError('dead', 'Meta reports that the consent is over.', named)
  if (code === 10 || code === 3 || (code >= 200 && code < 300))
    return new ProviderError('credentials', `Meta reports that a permission is missing (${code}).`, named)
  if (busyCodes.has(code))
    return new ProviderError('busy', `Meta is rate limiting requests (${code}).`, {
      ...named,
      retryAfterMs: Math.max(usage?.waitMs ?? 0, patienceMs),
    })
  if (code === 100 && subcode === 33)
    return new ProviderError('refused', 'Meta says that it does not exist, or may not be seen.', { code: 'gone' })
  if (code === 1 || code === 2 || isTransient || status >= 500) return new ProviderError('unreachable', words, named)
  return new ProviderError('refused', words, named)
}

/** A message can repeat what was asked, ids and all, and a token in a bad one: it is said only where it has none of it. */
const wordsOf = (code: number, message: string | null | undefined): string => {
  const line = oneLine(message ?? '')
  return line === '' || /\d{6,}|EAA|\|/.test(line) ? `Meta refused (${code}).` : `Meta refused (${code}): ${line}`
}

const wordless = (status: number): ProviderError => {
  if (status === 401) return new ProviderError('dead', 'Meta reports that the consent is over.')
  if (status === 403) return new ProviderError('credentials', 'Meta refuses access.')
  if (status === 429) return new ProviderError('busy', 'Meta is rate limiting requests.', { retryAfterMs: patienceMs })
  if (status >= 500) return new ProviderError('unreachable', `Meta responded with status ${status}.`)
  return new ProviderError('broken', 'Meta returned an invalid response.')
}
