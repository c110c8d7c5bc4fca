import type { IncomingMessage } from 'node:http'

/**
 * Headers that a request has at most once. Of two, Node silently passes on the first, or both joined; a proxy in
 * front of us may have used the other.
 */
const single = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
])

/** RFC 3986, 3.2: what a name, an address and a port are made of. */
const hostName = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** A request whose head could be read in two ways (RFC 9112, 3.2): no Host or several, one that is none, one of the above twice. */
export const isDoubtful = ({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean => {
  if (headers.host === undefined) return httpVersion === '1.1'
  if (!hostName.test(headers.host)) return true
  // The usual case, without a look at each name: as many fields as names.
  return Object.keys(headers).length !== rawHeaders.length / 2 && hasTwice(rawHeaders)
}

const hasTwice = (rawHeaders: readonly string[]): boolean => {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}
