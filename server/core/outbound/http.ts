import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import type { AllowedTarget } from '#shapes/networks.ts'
import { findAddresses, holdsAddress, isLocalName, mayConnect, namesHost, type Resolve, webPorts } from './addresses.ts'

/** What is to be sent, and how much may come back. */
export interface Sending {
  /** The last two are WebDAV's (RFC 4918, RFC 3253), and change nothing. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'PROPFIND' | 'REPORT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For everything: finding the host, connecting, sending, the whole answer. */
  readonly timeoutMs: number
  /** The rest of a longer body is not read. */
  readonly maxBytes?: number
  /** How many redirects are followed, each checked like the first address. None unless said. */
  readonly redirects?: number
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  /** Names in lower case; of several with one name the values are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The body was longer than `maxBytes`, or did not end in time. */
  readonly isCut: boolean
  /** Where the answer came from, after redirects. */
  readonly url: string
}

/** What is to be sent, where the answer comes piece by piece. */
export interface Opening extends Pick<Sending, 'method' | 'url' | 'headers' | 'body' | 'signal'> {
  /** Until the head of the answer is here, and then between two pieces. */
  readonly silenceMs: number
  /** For everything. */
  readonly wholeMs: number
  readonly maxBytes: number
}

export interface Opened extends Pick<Answer, 'status' | 'headers'> {
  /** Throws NoAnswer where it stalls, breaks off or is too long. A reader that stops ends the connection. */
  readonly pieces: AsyncGenerator<Buffer, void, void>
}

/** No answer came. The message may be shown to the caller who chose the address: it reveals nothing about the network. */
export class NoAnswer extends Error {
  readonly reason: 'refused' | 'timed_out' | 'failed' | 'stopped'
  constructor(reason: NoAnswer['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** One text for everything that the guard refuses and for names that do not exist: a probe learns nothing. */
export const refusedText =
  'This address cannot be reached: the host does not exist, or is not a public address on port 80 or 443.'
const refused = (): NoAnswer => new NoAnswer('refused', refusedText)

const longestUrl = 2_048

/** An http(s) address without user, password and trailing dot, of at most 2,048 characters; null when it is none. */
export const readUrl = (text: string): URL | null => {
  if (text.length > longestUrl || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) return null
  return url.hostname === '' || url.hostname.endsWith('.') ? null : url
}

const hostOf = (url: Pick<URL, 'hostname'>): string => url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
const portOf = (url: Pick<URL, 'port' | 'protocol'>): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
/** Whether the operator's list speaks for this address, as far as that can be told without asking for the name. */
export const isAllowedByOperator = (url: URL, allowed: readonly AllowedTarget[]): boolean => {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : isLocalName(host) ? ['127.0.0.1', '::1'] : []
  return (
    namesHost(allowed, host, portOf(url)) ||
    addresses.some((address) =>
      allowed.some((target) => (target.port ?? portOf(url)) === portOf(url) && holdsAddress(target, address)),
    )
  )
}

/** Whether an address can be refused as it stands. What a name stands for is looked at again with every connection. */
export const mayBeReached = (url: URL, allowed: readonly AllowedTarget[]): boolean => {
  if (isAllowedByOperator(url, allowed)) return true
  const [host, port] = [hostOf(url), portOf(url)]
  if (isIP(host)) return mayConnect(allowed, { host, port, ports: webPorts }, host)
  if (isLocalName(host)) return false
  return port === 80 || port === 443 || allowed.some((target) => target.block && (target.port ?? port) === port)
}

/**
 * Outbound HTTP; there is no other. Every host that a caller could choose is checked behind the name look-up, and the connection goes to
 * the very address that was checked: a name that answers otherwise the next time leads nowhere else.
 */
export const makeHttp = (options: { allowed: readonly AllowedTarget[]; resolve?: Resolve }) => {
  const { allowed } = options
  const connectTo = buildConnector({ timeout: 10_000, allowH2: false })

  const connect: buildConnector.connector = (wanted, done) => {
    const host = wanted.hostname.replace(/^\[|\]$/g, '').toLowerCase()
    const isTls = wanted.protocol === 'https:'
    const tryEach = ([address, ...others]: readonly string[]): void => {
      if (address === undefined) return done(refused(), null)
      // The name goes into the TLS handshake only; the socket is opened to the address.
      const pinned = { ...wanted, hostname: address, ...(isTls && !isIP(host) && { servername: wanted.servername || host }) }
      if (!isTls) delete pinned.servername
      connectTo(pinned, (...result) => {
        if (result[0] && others.length > 0) tryEach(others)
        else done(...result)
      })
    }
    const port = Number(wanted.port) || (isTls ? 443 : 80)
    void findAddresses(allowed, { host, port, ports: webPorts }, options.resolve).then(tryEach)
  }
  const agent = new Agent({ connect, allowH2: false, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 })

  const send = async (sending: Sending): Promise<Answer> => {
    const deadline = AbortSignal.timeout(sending.timeoutMs)
    const signal = sending.signal ? AbortSignal.any([deadline, sending.signal]) : deadline
    try {
      return await follow(sending, signal, sending.redirects ?? 0)
    } catch (error) {
      throw asNoAnswer(error, { timedOut: deadline.aborted, stopped: sending.signal?.aborted ?? false, sending })
    }
  }

  const follow = async (sending: Sending, signal: AbortSignal, redirects: number): Promise<Answer> => {
    const url = readUrl(sending.url)
    if (!url || !mayBeReached(url, allowed)) throw refused()
    const response = await request(url, {
      dispatcher: agent,
      method: sending.method,
      headers: sending.headers ?? {},
      body: sending.body ?? null,
      signal,
      // Undici's own limits count in steps of half a second, end up to two of them early, and are no `timed_out`: the signal ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const headers = plainHeaders(response.headers)
    const next = redirects > 0 ? redirected(sending, url, response.statusCode, headers.location) : null
    if (next) {
      // Destroying a body emits an error, which is ignored.
      response.body.on('error', () => {}).destroy()
      return follow(next, signal, redirects - 1)
    }
    return {
      status: response.statusCode,
      headers,
      url: url.href,
      ...(await readBody(response.body, sending.maxBytes ?? 65_536)),
    }
  }

  /** No redirect is followed. */
  const open = async (opening: Opening): Promise<Opened> => {
    const url = readUrl(opening.url)
    if (!url || !mayBeReached(url, allowed)) throw refused()
    const patience = makePatience(opening)
    try {
      patience.begin()
      const response = await request(url, {
        dispatcher: agent,
        method: opening.method,
        headers: opening.headers ?? {},
        body: opening.body ?? null,
        signal: patience.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const pieces = piecesOf(response.body, opening, patience)
      return { status: response.statusCode, headers: plainHeaders(response.headers), pieces }
    } catch (error) {
      patience.end()
      throw patience.asNoAnswer(error)
    }
  }

  return { send, open, close: () => agent.close(), destroy: () => agent.destroy() }
}

export type Http = ReturnType<typeof makeHttp>

/** The status is known when the body begins: one that never ends, or breaks off, is cut and not a failure. */
const readBody = async (stream: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Pick<Answer, 'body' | 'isCut'>> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      bytes += (chunk as Buffer).length
      if (bytes > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
    }
    return { body: Buffer.concat(chunks), isCut: false }
  } catch {
    return { body: Buffer.concat(chunks), isCut: true }
  }
}

/** How long an answer in pieces may be silent, and take as a whole. */
const makePatience = ({ silenceMs, wholeMs, signal: stop }: Opening) => {
  const late = new AbortController()
  let silence: NodeJS.Timeout | undefined
  let isSilent = false
  // Of an answer that is never read nothing ends these: a process that is done does not wait for them.
  const whole = setTimeout(() => late.abort(), wholeMs).unref()
  return {
    signal: stop ? AbortSignal.any([late.signal, stop]) : late.signal,
    begin(): void {
      silence = setTimeout(() => {
        isSilent = true
        late.abort()
      }, silenceMs).unref()
    },
    /** The reader has a piece, and works on it. */
    rest: (): void => clearTimeout(silence),
    end(): void {
      clearTimeout(silence)
      clearTimeout(whole)
    },
    /** By what it ended. */
    asNoAnswer(error: unknown): NoAnswer {
      const timeoutMs = isSilent ? silenceMs : wholeMs
      return asNoAnswer(error, { timedOut: late.signal.aborted, stopped: stop?.aborted ?? false, sending: { timeoutMs } })
    },
  }
}

async function* piecesOf(
  body: Dispatcher.ResponseData['body'],
  { maxBytes }: Opening,
  patience: ReturnType<typeof makePatience>,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0
  try {
    patience.rest()
    patience.begin()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      patience.rest()
      bytes += chunk.length
      if (bytes > maxBytes) throw new NoAnswer('failed', 'The answer is too long.')
      yield chunk
      patience.begin()
    }
  } catch (error) {
    throw patience.asNoAnswer(error)
  } finally {
    patience.end()
  }
}

const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** The request that a redirect asks for, by the rules of the Fetch standard; null when it asks for none. */
const redirected = (sending: Sending, from: URL, status: number, location: string | undefined): Sending | null => {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  if (!URL.canParse(location, from.href)) throw refused()
  const to = new URL(location, from.href)
  const isStranger = to.origin !== from.origin
  const becomesGet =
    status === 303 ? sending.method !== 'HEAD' : (status === 301 || status === 302) && sending.method === 'POST'
  const dropped = new Set([
    ...(isStranger ? ['authorization', 'cookie', 'host'] : []),
    ...(becomesGet ? ['content-type', 'content-length'] : []),
  ])
  const { body, ...rest } = sending
  return {
    ...rest,
    ...(body !== undefined && !becomesGet && { body }),
    method: becomesGet ? 'GET' : sending.method,
    url: to.href,
    headers: Object.fromEntries(Object.entries(sending.headers ?? {}).filter(([name]) => !dropped.has(name.toLowerCase()))),
  }
}

const asNoAnswer = (
  error: unknown,
  how: { timedOut: boolean; stopped: boolean; sending: Pick<Sending, 'timeoutMs'> },
): NoAnswer => {
  if (error instanceof NoAnswer) return error
  if (how.stopped) return new NoAnswer('stopped', 'The request was aborted.', error)
  const code = (error as { code?: unknown }).code
  if (how.timedOut || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new NoAnswer('timed_out', `No response within ${how.sending.timeoutMs / 1_000} s.`, error)
  return new NoAnswer('failed', `The connection failed${typeof code === 'string' ? ` (${code})` : ''}.`, error)
}
