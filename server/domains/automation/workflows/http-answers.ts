import type { Answer } from '#core/outbound/http.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { storable, storableText } from './storable.ts'

/** Decisions, "HTTP step". */
export const mostAnswerBytes = 1_048_576

/** What later steps may need of the head of an answer; never a cookie. */
const keptHeaders = [
  ...['content-type', 'content-language', 'location', 'link', 'etag', 'last-modified', 'retry-after'],
  ...['x-request-id', 'x-total-count', 'ratelimit-remaining', 'x-ratelimit-remaining'],
]
const longestHeader = 2_000

/** What an HTTP step gives. `body`: JSON, or a text; null where it is neither, or empty. */
export interface HttpOutput {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** With secrets of ours taken out: some receivers answer what they were sent. */
export const outputOf = (answer: Answer, secrets: readonly string[]): HttpOutput => ({
  status: answer.status,
  headers: Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, withoutSecrets(storableText(value), secrets).slice(0, longestHeader)]]
    }),
  ),
  body: bodyOf(answer, secrets),
})

const bodyOf = ({ headers, body }: Answer, secrets: readonly string[]): unknown => {
  if (body.length === 0) return null
  const type = headers['content-type'] ?? ''
  const isJson = /\bjson\b/i.test(type)
  if (!isJson && !isText(type)) return null
  const text = withoutSecrets(textOf(body, type), secrets)
  if (isJson)
    try {
      const value = storable(JSON.parse(text))
      if (value !== undefined) return value
    } catch {
      // It says JSON and is none: then it is a text.
    }
  return storableText(text)
}

const isText = (type: string): boolean => type === '' || /^text\/|\bxml\b|urlencoded|javascript|yaml|csv/i.test(type)

const textOf = (body: Buffer, type: string): string => {
  const named = /charset="?([\w-]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.filter(({ length }) => length >= 6).reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)

/** The beginning of what was answered, for people. */
export const saidIn = ({ body }: HttpOutput): string => {
  const text = typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body)
  const line = text.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
  return line === '' ? '' : `: ${line}`
}

/** Between two tries, however long the receiver asks for. */
const longestPatienceSeconds = 3_600

/** For how long the receiver asks to be left alone; undefined where it does not say. */
export const patienceOf = ({ headers }: Answer, now: Date): number | undefined => {
  const ms = retryAfterMs(headers['retry-after'], now)
  return ms === null ? undefined : Math.min(longestPatienceSeconds, Math.max(1, Math.ceil(ms / 1_000)))
}
