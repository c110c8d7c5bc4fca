import { createHash } from 'node:crypto'
import { type Answer, isAllowedByOperator, NoAnswer, readUrl } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import { wordsOfNoAnswer } from './connection-words.ts'
import type { NodeOf } from './definition.ts'
import type { Doing, Done, EffectParts } from './doings.ts'
import { mostAnswerBytes, outputOf, patienceOf, saidIn } from './http-answers.ts'
import { isHeaderName, isHeaderValue, isOwnHeader, isSecretHeader } from './http-credentials.ts'
import { credentialsFor, notAccepted, type RequestCredentials } from './request-credentials.ts'

/** Decisions, "HTTP step". */
const timeoutMs = 30_000
/** It is kept with the step. */
const mostBodyBytes = 262_144

/** A request as the run shows it: its credentials are not in it. */
interface Request {
  readonly method: NodeOf<'http'>['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const none: RequestCredentials = { headers: {}, secrets: [], whose: null }

/**
 * Sends a request, once. It is repeated only where that does no harm: of a method that says so, or to a receiver that knows keys; else, where it
 * may have arrived and no answer came, a person says what happened.
 */
export const sendRequest = async (parts: EffectParts, doing: Doing<NodeOf<'http'>>): Promise<Done> => {
  const { node, entry, going } = doing
  const canRepeat = node.takes_keys || node.method === 'GET' || node.method === 'PUT' || node.method === 'DELETE'
  const request = requestOf(doing, parts.settings.allowedTargets)
  if ('state' in request) return request
  if (entry.state === 'open' && entry.hasLeft && !canRepeat)
    return uncertain(request, 'It was sent, and the server that sent it ended before an answer was here.')
  const credentials = node.connection
    ? await credentialsFor(parts, going.run.org_id, node.connection, new URL(request.url))
    : none
  if ('state' in credentials) return { ...credentials, ...(credentials.state === 'failed' && { input: request }) }
  try {
    const answer = await parts.http.send({
      ...{ method: node.method, url: request.url, timeoutMs, maxBytes: mostAnswerBytes, signal: parts.signal },
      headers: { ...request.headers, ...ownHeaders(doing), ...credentials.headers },
      ...(node.method !== 'GET' && request.body !== undefined && { body: bytesOf(request.body) }),
    })
    const { whose, secrets } = credentials
    if (whose !== null && isNotAccepted(answer, node)) return notAccepted(whose, answer.status, new URL(request.url).host)
    return judged(answer, { request, canRepeat, secrets, now: parts.now() })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return unanswered(error, request, canRepeat)
  }
}

/** Nothing was done. A 403 may mean what was asked for, and not who asked: a step that says what follows an error is believed. */
const isNotAccepted = ({ status }: Answer, { next }: NodeOf<'http'>): boolean =>
  status === 401 || (status === 403 && next.error === undefined)

const requestOf = (
  { going, node, seen }: Doing<NodeOf<'http'>>,
  allowed: EffectParts['settings']['allowedTargets'],
): Request | Done => {
  const { program } = going.course
  const url = readUrl(program.textOf(node.id, 'url', seen))
  const given = program.answerOf(node.id, 'headers', seen) as Readonly<Record<string, unknown>>
  const body = node.body === undefined ? undefined : program.answerOf(node.id, 'body', seen)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const text = String(value ?? '')
    if (isSecretHeader(name)) return malformed(`Credentials are not sent in the header ${name}: choose a connection.`)
    if (!isHeaderName(name) || isOwnHeader(name) || !isHeaderValue(text))
      return malformed(`The header ${name} cannot be sent with this value.`)
    headers[name.toLowerCase()] = text
  }
  if (body !== undefined && headers['content-type'] === undefined)
    headers['content-type'] = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  if (!url) return malformed('This is no address that a request can be sent to.')
  if (url.protocol === 'http:' && !isAllowedByOperator(url, allowed))
    return refused('Without TLS nothing is sent to this host: use https://, or ask the operator to allow the host.')
  if (body !== undefined && bytesOf(body).length > mostBodyBytes) return malformed('The body is larger than 256 KiB.')
  return { method: node.method, url: url.href, headers, body }
}

const malformed = (message: string, code = 'request_malformed'): Done => ({
  state: 'failed',
  isFinal: true,
  error: { code, message },
})

const refused = (message: string): Done => malformed(message, 'address_refused')

const bytesOf = (body: unknown): Buffer => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))

/** The same at each try, so that the receiver knows a repeat, and both sides find it in their logs. */
const ownHeaders = ({ going, key }: Doing): Record<string, string> => {
  const span = createHash('sha256').update(key).digest('hex').slice(0, 16)
  return {
    ...{ 'user-agent': 'Foyer-Workflows/1', 'idempotency-key': key },
    traceparent: `00-${going.run.root_id.replaceAll('-', '')}-${span}-01`,
  }
}

interface Judging {
  readonly request: Request
  readonly canRepeat: boolean
  readonly secrets: readonly string[]
  readonly now: Date
}

/** A gateway answered in the receiver's place. */
const gatewayStatuses = new Set([502, 504])

const judged = (answer: Answer, { request, canRepeat, secrets, now }: Judging): Done => {
  const { status } = answer
  const output = outputOf(answer, secrets)
  const proof = { status, host: new URL(request.url).host, request_id: output.headers['x-request-id'] ?? null }
  const failed = (message: string, isFinal: boolean, more: Partial<Extract<Done, { state: 'failed' }>> = {}): Done => ({
    ...{ state: 'failed', isFinal, error: { code: `http_${status}`, message }, input: request },
    ...more,
  })
  const words = `The receiver answered ${status}${saidIn(output)}`
  if (status >= 200 && status < 300) {
    if (!answer.isCut) return { state: 'done', output, input: request, proof }
    const isLong = answer.body.length >= mostAnswerBytes
    const error = isLong
      ? { code: 'answer_too_large', message: 'The answer is larger than 1 MiB.' }
      : { code: 'answer_broke_off', message: 'The answer broke off.' }
    if (!isLong && canRepeat) return failed(error.message, false, { error })
    return failed(error.message, true, { error, hasActed: true, proof })
  }
  if (status >= 300 && status < 400)
    return failed(`The receiver answered ${status}; redirects are not followed. Enter the address that it names.`, true)
  const patience = patienceOf(answer, now)
  const more = patience === undefined ? {} : { retryAfterSeconds: patience }
  // Both say that it was not done: an invitation to come again.
  if (status === 429 || (status === 503 && patience !== undefined)) return failed(words, false, more)
  if (status < 500) return failed(words, true)
  if (canRepeat) return failed(words, false, more)
  return gatewayStatuses.has(status) ? uncertain(request, `${words}, as a gateway does.`) : failed(words, true)
}

const unanswered = (error: NoAnswer, request: Request, canRepeat: boolean): Done => {
  const code = error.reason === 'refused' ? 'address_refused' : 'no_answer'
  if ((error.cause as { code?: unknown } | undefined)?.code === 'UND_ERR_INVALID_ARG')
    return malformed('The request cannot be sent as it is.')
  if (canRepeat || !mayHaveLeft(error))
    return { state: 'failed', isFinal: false, error: { code, message: wordsOfNoAnswer(error) }, input: request }
  return uncertain(request, wordsOfNoAnswer(error), error.message)
}

const uncertain = ({ method, url }: Request, why: string, detail = why): Done => ({
  state: 'uncertain',
  known: { method, url, why: detail },
  reason: `${why} Whether ${new URL(url).host} acted is not known: look there, and say what happened.`,
})
