import type { Http } from '#core/outbound/http.ts'
import { propfind } from './discovery.ts'
import { readXml } from './xml.ts'

/** For one answer, and for all of them together: a member waits for it. */
const answerMs = 4_000
const longestMs = 8_000
const mostRedirects = 4

/** Behind what the domain itself says (RFC 6764): where those who run a server of their own have it. */
const usual = ['', 'caldav.', 'dav.', 'cloud.', 'mail.']

/**
 * Where the calendars of a domain are: at the addresses that it names (`named`, by SRV), or behind `.well-known/caldav` of the domain and
 * of usual names. No name and no password is sent; `http` checks each address and each redirect before it connects. All are asked at once, and
 * the first of the list that answers as a calendar server is it.
 */
export const findCalendarServer = async (
  domain: string,
  { http, named }: { readonly http: Pick<Http, 'send'>; readonly named: readonly string[] },
): Promise<string | null> => {
  const signal = AbortSignal.timeout(longestMs)
  const places = [...named, ...usual.map((name) => `https://${name}${domain}/.well-known/caldav`)]
  const found = await Promise.all(places.map((url) => whereItAnswers(http, url, signal)))
  return found.find((url) => url !== null) ?? null
}

/** The address at the end of its redirects; null where no calendar server answers, or one leads out of TLS. */
const whereItAnswers = async (http: Pick<Http, 'send'>, first: string, signal: AbortSignal): Promise<string | null> => {
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return null
    const answer = await ask(http, url, signal)
    if (!answer) return null
    const { location } = answer.headers
    if ([301, 302, 303, 307, 308].includes(answer.status) && location !== undefined) {
      if (!URL.canParse(location, url)) return null
      url = new URL(location, url).href
      continue
    }
    return isCalendarServer(answer) ? url : null
  }
  return null
}

const ask = (http: Pick<Http, 'send'>, url: string, signal: AbortSignal) =>
  http
    .send({
      ...{ method: 'PROPFIND', url, signal, timeoutMs: answerMs, maxBytes: 65_536, redirects: 0 },
      headers: { depth: '0', 'content-type': 'application/xml; charset=utf-8' },
      body: propfind('dav:current-user-principal'),
    })
    .catch(() => null)

/** It asks who one is, or speaks WebDAV at once. A website answers every address with a page. */
const isCalendarServer = ({ status, headers, body }: Awaited<ReturnType<Http['send']>>): boolean =>
  (status === 401 && /\bbasic\b/i.test(headers['www-authenticate'] ?? '')) ||
  (status === 207 && readXml(body.toString('utf8'))?.name === 'multistatus')
