import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, parsed } from '../answers.ts'

const timeoutMs = 10_000

/** The most that a list gives at once. */
export const pageSize = 100

/** One order is a KB. A larger response is invalid, and is not read. */
const maxBytes = 128 * 1024

/** A hundred orders with their payments are some 200 KB, as are those with many failed cards on one order. */
const maxListBytes = 2 * 1024 * 1024

/** One connection's calls. Their operations are named as the vendor's own client names them. */
export const makeCalls = ({
  base,
  keyId,
  keySecret,
  http,
  now,
}: {
  base: string
  keyId: string
  keySecret: string
  http: ProviderHttp
  now: () => Date
}) => {
  const headers = {
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    accept: 'application/json',
  }
  const send = async <T>(
    operation: string,
    path: string,
    shape: z.ZodType<T>,
    request: { method: 'GET'; isList?: boolean } | { method: 'POST'; body: unknown },
  ): Promise<T> => {
    const isRead = request.method === 'GET'
    const isList = isRead && request.isList
    try {
      const answer = await http.send({
        operation,
        method: request.method,
        url: base + path,
        headers: isRead ? headers : { ...headers, 'content-type': 'application/json' },
        ...(!isRead && { body: JSON.stringify(request.body) }),
        canRepeat: isRead,
        timeoutMs,
        maxBytes: isList ? maxListBytes : maxBytes,
      })
      return read(answer, shape, now())
    } catch (error) {
      throw asProviderError('Razorpay', error, now())
    }
  }
  const get = <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
    send(operation, path, shape, { method: 'GET' })
  /** Many at once, which is no small answer. */
  const list = <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
    send(operation, path, shape, { method: 'GET', isList: true })
  const post = <T>(operation: string, path: string, shape: z.ZodType<T>, body: unknown): Promise<T> =>
    send(operation, path, shape, { method: 'POST', body })

  return { get, list, post, isLive: keyId.startsWith('rzp_live_') }
}

/** With one key, which says whether the money is real. */
export type Calls = ReturnType<typeof makeCalls>

export const notRazorpays = 'Razorpay returned an invalid response.'

const ErrorBody = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

/** What the vendor says to people, in one line, and without a key that it may have repeated. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/rzp_(test|live)_\w+/g, 'rzp_$1_…')
    .trim()
    .slice(0, 200)

const read = <T>(answer: Answer, shape: z.ZodType<T>, now: Date): T => {
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (answer.status === 200) {
    const given = shape.safeParse(body)
    if (given.success) return given.data
    const refusal = ErrorBody.safeParse(body)
    throw new ProviderError('broken', refusal.success ? said(refusal.data) : notRazorpays)
  }
  const refusal = ErrorBody.safeParse(body)
  const words = refusal.success ? said(refusal.data) : `Razorpay responded with status ${answer.status}.`
  const { status } = answer
  if (status === 401 || status === 403) throw new ProviderError('credentials', words)
  if (status === 429) throw new ProviderError('busy', words, { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) })
  if (status >= 400 && status < 500 && refusal.success)
    throw new ProviderError('refused', words, { cause: new Refusal(refusal.data.error.description, status) })
  throw new ProviderError('broken', words, { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) })
}

const said = ({ error }: z.infer<typeof ErrorBody>): string => oneLine(`Razorpay says: ${error.description} (${error.code})`)

/** What a refusal was, to tell one from another. */
class Refusal extends Error {
  readonly status: number
  constructor(description: string, status: number) {
    super(description)
    this.status = status
  }
}

/** The answer, or null when there is nothing with that id. Razorpay answers 400 then, and only its words tell why. */
export const known = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    const refusal = error instanceof ProviderError ? error.cause : null
    if (refusal instanceof Refusal && (refusal.status === 404 || /does not exist|not a valid id/i.test(refusal.message)))
      return null
    throw error
  }
}
