import { z } from 'zod'
import { NoFreeSlot } from '#core/outbound/concurrency-limit.ts'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { parsed } from '../answers.ts'

/** What our requests and the fields we read are written for. Versions live two years: https://developers.facebook.com/docs/graph-api/changelog */
const apiVersion = 'v23.0'
const timeoutMs = 15_000
/** A hundred templates with their examples are some 500 KB. */
const maxBytes = 4 * 1024 * 1024
/** The platform takes documents of 100 MB, and nothing larger: what a customer sent can be fetched. */
const mediaMaxBytes = 100 * 1024 * 1024
const mediaTimeoutMs = 30_000

/** Hosts of the platform that serve media, with all subdomains. The token is sent to no other host. */
const mediaHosts = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'facebook.com']

/** One connection's calls. A GET, and what may happen twice, is tried again when no answer came; a message never is. */
export const makeCalls = (parts: { base: string; accessToken: string; http: ProviderHttp; now: () => Date }) => {
  const { base, http, now } = parts
  const root = base.replace(/\/+$/, '')
  const headers = { authorization: `Bearer ${parts.accessToken}`, accept: 'application/json' }
  const addressOf = (path: string): string => `${root}/${apiVersion}${path}`
  const post = (operation: string, path: string, body: object, canRepeat: boolean): Promise<Answer> =>
    http.send({
      operation,
      method: 'POST',
      url: addressOf(path),
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
      maxBytes,
      canRepeat,
    })
  const get = <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
    read(http.send({ operation, method: 'GET', url: addressOf(path), headers, timeoutMs, maxBytes, canRepeat: true }), shape, {
      isSend: false,
      now,
    })

  return {
    get,
    post: <T>(operation: string, path: string, shape: z.ZodType<T>, body: object): Promise<T> =>
      read(post(operation, path, body, true), shape, { isSend: false, now }),

    /** What must not happen twice. The error says whether it may have happened. */
    send: <T>(operation: string, path: string, shape: z.ZodType<T>, body: object): Promise<T> =>
      read(post(operation, path, body, false), shape, { isSend: true, now }),

    /** A file from an address that the platform named. */
    async download(operation: string, url: string): Promise<Answer> {
      if (!isOfPlatform(url, root)) throw new ProviderError('refused', 'WhatsApp returned a URL outside its own hosts.')
      const answer = await http
        .send({
          operation,
          method: 'GET',
          url,
          headers: { authorization: headers.authorization },
          timeoutMs: mediaTimeoutMs,
          maxBytes: mediaMaxBytes,
          canRepeat: true,
        })
        .catch((error: unknown) => {
          throw errorOf(error, { isSend: false, now })
        })
      if (answer.status !== 200) throw refusal(answer, { isSend: false, now })
      if (answer.headers['content-type']?.includes('text/html'))
        throw new ProviderError('busy', 'WhatsApp returned a web page instead of a file.')
      if (answer.isCut && answer.body.length >= mediaMaxBytes)
        throw new ProviderError('refused', 'The file is larger than 100 MB.')
      if (answer.isCut) throw new ProviderError('unreachable', 'The download of the file was interrupted.')
      return answer
    },
  }
}

interface How {
  /** No answer may mean that it was done. */
  readonly isSend: boolean
  readonly now: () => Date
}

const isOfPlatform = (text: string, base: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.origin === new URL(base).origin) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    mediaHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}

const read = async <T>(sent: Promise<Answer>, shape: z.ZodType<T>, how: How): Promise<T> => {
  const answer = await sent.catch((error: unknown) => {
    throw errorOf(error, how)
  })
  const body = answer.isCut ? undefined : parsed(answer.body)
  const given = answer.status === 200 ? shape.safeParse(body) : undefined
  if (given?.success) return given.data
  throw refusal(answer, how)
}

/** The Graph API's error: https://developers.facebook.com/docs/graph-api/guides/error-handling */
const GraphError = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().nullish(),
    is_transient: z.boolean().nullish(),
    error_user_msg: z.string().nullish(),
    error_data: z.object({ details: z.string().nullish() }).nullish().catch(null),
  }),
})

// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
/** Its token, its app or its permissions: 0 and 190 are dead tokens, 3, 10 and 200 to 299 permissions that are missing. */
const isOfCredentials = (code: number): boolean =>
  code === 0 || code === 3 || code === 10 || code === 102 || code === 190 || (code >= 200 && code < 300)
/** Too much at once (4, 80007, 130429, 131048, 131056, 133016), or away for a moment (2, 131016, 131057): it did nothing. */
const busyCodes = new Set([2, 4, 80007, 130429, 131016, 131048, 131056, 131057, 133016])
/** It does not know itself what happened. */
const unknownCodes = new Set([1, 131000])

const refusal = (answer: Answer, { isSend, now }: How): ProviderError => {
  const { status } = answer
  const found = GraphError.safeParse(answer.isCut ? undefined : parsed(answer.body))
  const wait = { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now()) }
  const perhaps = isSend ? 'uncertain' : 'busy'
  if (!found.success) {
    if (status >= 300 && status < 400) return new ProviderError('unreachable', 'The response is not from WhatsApp.')
    if (status === 401 || status === 403) return new ProviderError('credentials', `WhatsApp responded with status ${status}.`)
    if (status === 429) return new ProviderError('busy', 'WhatsApp is rate limiting requests.', wait)
    if (status >= 400 && status < 500) return new ProviderError('refused', `WhatsApp responded with status ${status}.`)
    const words = status === 200 ? 'WhatsApp returned an invalid response.' : `WhatsApp responded with status ${status}.`
    return new ProviderError(perhaps, words, wait)
  }
  const { error } = found.data
  const more = { ...wait, code: String(error.code) }
  const words = said(error)
  if (isOfCredentials(error.code)) return new ProviderError('credentials', words, more)
  if (busyCodes.has(error.code) || status === 429) return new ProviderError('busy', words, more)
  if (unknownCodes.has(error.code) || error.is_transient || status >= 500 || status === 200)
    return new ProviderError(perhaps, words, more)
  return new ProviderError('refused', words, more)
}

/** Why no answer came: whether the request left is what matters. */
const errorOf = (error: unknown, { isSend, now }: How): unknown => {
  if (error instanceof CircuitOpen)
    return new ProviderError('unreachable', 'WhatsApp keeps failing; calls to it are paused for a moment.', {
      retryAfterMs: Math.max(0, error.retryAt.getTime() - now().getTime()),
      cause: error,
    })
  if (!(error instanceof NoAnswer)) return error
  if (error.cause instanceof NoFreeSlot)
    return new ProviderError('busy', 'Too many calls to WhatsApp are queued.', { cause: error })
  if (!mayHaveLeft(error)) return new ProviderError('unreachable', 'WhatsApp cannot be reached.', { cause: error })
  const words = error.reason === 'timed_out' ? 'WhatsApp timed out.' : 'WhatsApp’s response was not received.'
  return new ProviderError(isSend ? 'uncertain' : 'unreachable', words, { cause: error })
}

/** What the platform says to people, in one line, and without a token, an address or a number that it may have repeated. */
const said = (error: z.infer<typeof GraphError>['error']): string => {
  const message = (error.message ?? '').replace(/^\(#\d+\)\s*/, '')
  const details = error.error_user_msg ?? error.error_data?.details
  return `WhatsApp says: ${withoutSecrets([message, details].filter(Boolean).join(': '))} (${error.code})`.slice(0, 250)
}

/** Words of the platform as they may be kept: one line, no token, no address, no number of a person. */
export const withoutSecrets = (words: string): string =>
  words
    .replace(/\bEAA\w+/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/\+?\d[\d ()-]{5,}\d/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
