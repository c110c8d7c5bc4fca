import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, parsed } from '../answers.ts'

/** What our requests and the fields we read are written for. Stripe goes on answering by it, whatever the account's own is. */
export const apiVersion = '2026-10-28.endive'
const timeoutMs = 15_000
/** A hundred sessions with their payments are some 700 KB; what is made is one of them. */
const maxBytes = { get: 4 * 1024 * 1024, post: 256 * 1024 }

/** One connection's calls. Their operations are named as the vendor's own client names them. */
export const makeCalls = ({
  base,
  secretKey,
  http,
  now,
}: {
  base: string
  secretKey: string
  http: ProviderHttp
  now: () => Date
}) => {
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion, accept: 'application/json' }
  const limits = { timeoutMs, canRepeat: true }
  return {
    get: <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
      read(http.send({ operation, method: 'GET', url: base + path, headers, maxBytes: maxBytes.get, ...limits }), shape, now),

    /**
     * `key`: the same with each try of the same thing, so that it happens once. Stripe keeps what it answered under a key for a day,
     * errors of its own too; so none for what can happen once only by its nature, such as an end: a bad moment would last a day.
     */
    post: <T>(operation: string, path: string, shape: z.ZodType<T>, form: URLSearchParams, key: string | null): Promise<T> =>
      read(
        http.send({
          operation,
          method: 'POST',
          url: base + path,
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            ...(key !== null && { 'idempotency-key': key }),
          },
          body: form.toString(),
          maxBytes: maxBytes.post,
          ...limits,
        }),
        shape,
        now,
      ),

    remove: <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
      read(
        http.send({ operation, method: 'DELETE', url: base + path, headers, maxBytes: maxBytes.post, ...limits }),
        shape,
        now,
      ),
  }
}

export type Calls = ReturnType<typeof makeCalls>

const ErrorBody = z.object({
  error: z.object({ type: z.string(), code: z.string().nullish(), message: z.string().nullish() }),
})

const read = async <T>(sent: Promise<Answer>, shape: z.ZodType<T>, now: () => Date): Promise<T> => {
  const answer = await sent.catch((error: unknown) => {
    throw asProviderError('Stripe', error, now())
  })
  const { status } = answer
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (status === 200) {
    const given = shape.safeParse(body)
    if (given.success) return given.data
    throw new ProviderError('broken', 'Stripe returned an invalid response.')
  }
  const refusal = ErrorBody.safeParse(body)
  const words = refusal.success ? said(refusal.data) : `Stripe responded with status ${answer.status}.`
  const wait = { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now()) }
  // 409: another try with the same key is still under way. Neither that nor 429 has come to anything.
  if (status === 429 || status === 409) throw new ProviderError('busy', words, wait)
  // An error in Stripe's own words is an answer, and stands under the key. What a gateway before it says is none: it may be under way.
  const spendsKey = refusal.success
  const lacks = status === 403 && refusal.success ? rightIn(refusal.data.error.message ?? '') : null
  if (lacks !== null && refusal.success)
    throw new ProviderError('credentials', lacking([lacks]), {
      ...{ spendsKey, lacks },
      cause: new Denied(accountIn(refusal.data.error.message ?? '')),
    })
  if (status === 401 || status === 403) throw new ProviderError('credentials', words, { spendsKey })
  if (status >= 400 && status < 500 && refusal.success)
    throw new ProviderError('refused', words, { spendsKey, cause: new Refusal(status, refusal.data.error.code ?? null) })
  throw new ProviderError('broken', words, { ...wait, spendsKey: spendsKey && status >= 500 })
}

/** The account that a refusal for want of a right names: a restricted key can seldom ask for it. */
class Denied extends Error {
  readonly accountId: string | null
  constructor(accountId: string | null) {
    super('a restricted key')
    this.accountId = accountId
  }
}
export const deniedOn = (error: unknown): string | null =>
  error instanceof ProviderError && error.cause instanceof Denied ? error.cause.accountId : null

/** `Having the 'rak_dispute_read' permission would allow …`, or in newer words `… Read ('dispute_read') permissions …`. */
const rightIn = (message: string): string | null => {
  const [, name, kind] = /'(?:rak_)?([a-z][a-z_]*)_(read|write)'/.exec(message) ?? []
  return name && kind ? `${name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())}: ${kind}` : null
}
const accountIn = (message: string): string | null => /'(acct_\w{1,64})'/.exec(message)?.[1] ?? null

/** What to do about a key with too few permissions. */
export const lacking = (rights: readonly string[]): string =>
  `The restricted key lacks ${rights.length === 1 ? 'a permission' : 'permissions'}: ${rights.join(', ')}. Edit the key at Stripe → Developers → API keys.`

/** What a refusal was, to tell one from another. */
class Refusal extends Error {
  readonly status: number
  readonly code: string | null
  constructor(status: number, code: string | null) {
    super(code ?? String(status))
    this.status = status
    this.code = code
  }
}

/** Stripe's own refusal behind an error; null when it was something else. */
export const refusedBy = (error: unknown): Refusal | null =>
  error instanceof ProviderError && error.cause instanceof Refusal ? error.cause : null

/** The answer, or null when there is nothing with that id. */
export const orNull = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    if (refusedBy(error)?.status === 404) return null
    throw error
  }
}

/** What the vendor says to people, in one line, and without the key or the address that it may have repeated. */
const said = ({ error }: z.infer<typeof ErrorBody>): string => {
  const words = (error.message ?? error.type)
    .replace(/\b[srp]k_(test|live)_\S+/g, '…')
    .replace(/\*{4,}\S*/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  return `Stripe says: ${words}${error.code ? ` (${error.code})` : ''}`.slice(0, 250)
}
