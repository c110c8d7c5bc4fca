import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { CalendarLogin } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError } from '../answers.ts'
import { childOf, childrenOf, hasElement, readXml, type XmlElement, type XmlName } from './xml.ts'

interface Asked {
  /** In words of the protocol, for the list of calls. */
  readonly operation: string
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT'
  readonly url: string
  readonly depth?: '0' | '1'
  readonly body?: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a server said of one resource (RFC 4918, 14.24). */
export interface DavResource {
  readonly url: string
  /** Of the resource itself: 404 for one that is gone, 507 for a list that goes on. Null where its properties have theirs. */
  readonly status: number | null
  /** A property that it has. */
  readonly property: (name: XmlName) => XmlElement | undefined
}

export interface Multistatus {
  /** Where the answer came from, after redirects. */
  readonly url: string
  readonly resources: readonly DavResource[]
  readonly syncToken: string | null
}

/** Fifty events with their descriptions and attachments in them. */
const maxBytes = 16 * 1024 * 1024
const mostRedirects = 5

/**
 * Whether what a server points at may be asked with the member's password: the same host, one below it, or one beside it (iCloud's are
 * p34-caldav.icloud.com beside caldav.icloud.com, RFC 6764 sends example.com to dav.example.com), and never from TLS to none.
 */
export const isOfServer = (url: URL, chosen: URL): boolean => {
  if (url.username || url.password || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  if (url.origin === chosen.origin) return true
  // On one host another port is another program: only that of TLS, from an address without.
  if (url.protocol !== 'https:' || url.port !== '') return false
  const [host, own] = [url.hostname, chosen.hostname]
  if (host === own || host.endsWith(`.${own}`)) return true
  const parent = own.split('.').slice(1).join('.')
  return parent.includes('.') && !/^[\d.]+$/.test(own) && host.endsWith(`.${parent}`)
}

/** One account's requests. All may be repeated: reads, and writes that name the version which they are for. */
export const makeDavCalls = ({
  login,
  http,
  now,
}: {
  readonly login: CalendarLogin
  readonly http: ProviderHttp
  readonly now: () => Date
}) => {
  const chosen = new URL(login.url)
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`

  /** Throws ProviderError where it leads elsewhere. */
  const resolve = (href: string, from: string): string => {
    const trimmed = href.trim()
    const url = URL.canParse(trimmed, from) ? new URL(trimmed, from) : null
    if (url && isOfServer(url, chosen)) return url.href
    throw new ProviderError('refused', 'The calendar server points to another server, which does not get the password.')
  }

  const once = async ({ operation, method, url, depth, body, contentType, headers }: Asked): Promise<Answer> => {
    try {
      return await http.send({
        ...{ operation, method, url, maxBytes, canRepeat: true, mayRedirect: true, timeoutMs: 25_000 },
        headers: {
          authorization,
          ...(depth !== undefined && { depth }),
          ...(body !== undefined && { 'content-type': contentType ?? 'application/xml; charset=utf-8' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      throw asProviderError('The calendar server', error, now())
    }
  }

  /** Redirects are followed with the same method, as far as they stay with the server. */
  const send = async (asked: Asked): Promise<Answer> => {
    let url = resolve(asked.url, chosen.href)
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await once({ ...asked, url })
      const { location } = answer.headers
      if (![301, 302, 307, 308].includes(answer.status) || location === undefined) return { ...answer, url }
      url = resolve(location, url)
    }
    throw new ProviderError('broken', 'The calendar server redirects without an end.')
  }

  /** What it says of resources; null where there is nothing at the address. Throws ProviderError for all else. */
  const list = async (asked: Asked): Promise<Multistatus | null> => {
    const answer = await send(asked)
    if (answer.status === 404 || answer.status === 410) return null
    if (answer.status !== 207) throw refusalOf(answer, now())
    return readMultistatus(answer)
  }

  const readMultistatus = (answer: Answer): Multistatus => {
    const root = answer.isCut ? null : readXml(answer.body.toString('utf8'))
    if (root?.name !== 'multistatus') throw new ProviderError('broken', 'The calendar server returned an invalid response.')
    return {
      url: answer.url,
      resources: childrenOf(root, 'dav:response').map((each) => readResource(each, (href) => resolve(href, answer.url))),
      syncToken: childOf(root, 'dav:sync-token')?.text.trim() || null,
    }
  }

  return { send, list, readMultistatus, resolve, origin: chosen, now }
}

export type DavCalls = ReturnType<typeof makeDavCalls>

/**
 * A version without what a proxy has added that compresses: `W/` (RFC 9110, 8.8.1). The server itself compares by the rest, and a weak
 * one would match no write.
 */
export const strongEtag = (etag: string | null | undefined): string | null => etag?.trim().replace(/^W\//, '') || null

/** A part of a path as people read it. */
export const readable = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const statusIn = (element: XmlElement | undefined): number | null => {
  const match = /^HTTP\/\S+ (\d{3})/.exec(element?.text.trim() ?? '')
  return match ? Number(match[1]) : null
}

const readResource = (response: XmlElement, resolve: (href: string) => string): DavResource => {
  const has = childrenOf(response, 'dav:propstat')
    .filter((each) => [200, null].includes(statusIn(childOf(each, 'dav:status'))))
    .flatMap((each) => childOf(each, 'dav:prop') ?? [])
  return {
    url: resolve(childOf(response, 'dav:href')?.text ?? ''),
    status: statusIn(childOf(response, 'dav:status')),
    property: (name) => has.map((each) => childOf(each, name)).find((each) => each !== undefined),
  }
}

/** Whether a server refuses for this reason, which it names in the body (RFC 4918, 16). */
export const says = ({ body, isCut }: Answer, precondition: XmlName): boolean =>
  !isCut && body.length < 65_536 && hasElement(readXml(body.toString('utf8')), precondition)

/** Never in the server's words: they may repeat what was sent. */
export const refusalOf = ({ status, headers }: Pick<Answer, 'status' | 'headers'>, now: Date): ProviderError => {
  const more = { code: String(status), retryAfterMs: retryAfterMs(headers['retry-after'], now) }
  if (status === 401)
    return new ProviderError('credentials', 'The calendar server does not accept the user name or password.', more)
  if (status === 403) return new ProviderError('refused', 'The calendar server does not allow this.', more)
  if (status === 429 || status === 503) return new ProviderError('busy', 'The calendar server asks for patience.', more)
  if (status === 507) return new ProviderError('refused', 'The calendar has no space left.', more)
  return new ProviderError(
    status >= 400 && status < 500 ? 'refused' : 'broken',
    `The calendar server responded with status ${status}.`,
    more,
  )
}
