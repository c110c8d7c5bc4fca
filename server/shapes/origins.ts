/** Pages of a domain and its subdomains: by https on its usual port, or by http on localhost. */
export const isAllowedOrigin = (origin: string, domain: string | undefined): boolean => {
  if (domain === undefined) return false
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (url.origin !== origin || url.port !== '') return false
  const host = url.hostname.toLowerCase()
  const wanted = domain.toLowerCase()
  if (host.startsWith('.') || host.includes('..')) return false
  const scheme =
    url.protocol === 'https:' || (url.protocol === 'http:' && (host === 'localhost' || host.endsWith('.localhost')))
  return scheme && (host === wanted || host.endsWith(`.${wanted}`))
}

/**
 * Whether a page of another origin calls, as its browser says. Programs say nothing of the kind. Over plain http elsewhere than
 * on this machine a browser names the page alone, whose host is then the one that it asks.
 */
export const isForeignPage = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  publicOrigin: string,
): boolean => {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site !== 'same-origin' && !(site === 'none' && origin === undefined)
  if (origin === undefined || origin === publicOrigin) return false
  return typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).host !== host
}

/**
 * Whether a return URL after paying is allowed: http or https without a user in it, at Foyer's own address, or at the
 * operator's domain and its subdomains. Where no domain is set, any host is allowed: the caller is a member.
 */
export const isAllowedReturn = (
  text: string,
  { publicUrl, allowedOriginDomain }: { readonly publicUrl: string; readonly allowedOriginDomain: string | undefined },
): boolean => {
  // Stripe puts the session's id in the place of its own word, which is no address as it stands.
  const plain = text.replaceAll('{CHECKOUT_SESSION_ID}', 'cs')
  if (/[\s\\\p{Cc}]/u.test(plain) || !URL.canParse(plain)) return false
  const url = new URL(plain)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return false
  if (url.origin === new URL(publicUrl).origin) return true
  return allowedOriginDomain === undefined || isAllowedOrigin(url.origin, allowedOriginDomain)
}

/** More than one list of websites needs. */
export const mostOrigins = 50

/**
 * The origin of a website as its browser names it: `https://example.com`, with the port where it is not the usual one. Whole
 * addresses of pages are accepted too; null for other input. Plain http is for this machine: other systems on the
 * way can rewrite, the script that talks to us too.
 */
export const readOrigin = (text: string): string | null => {
  if (text.length > 2_048 || !URL.canParse(text)) return null
  const url = new URL(text)
  // Browsers take signs into a host, such as `;`, that mean something else in the headers in which origins are listed.
  if (!/^([\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return null
  if (url.username || url.password || url.hostname.endsWith('.')) return null
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))) return url.origin
  return null
}

const isThisMachine = (host: string): boolean => /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The origins of this Foyer for who tries a chat or a form: its own, and for one that is reached by this machine's name its other name. */
export const triableAt = (publicUrl: string): readonly string[] => {
  const url = new URL(publicUrl)
  const other = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }[url.hostname]
  return other === undefined ? [url.origin] : [`${url.protocol}//${other}${url.port && `:${url.port}`}`, url.origin]
}

/** Whether pages of `origin` are those on which something is tried before it stands in a website: only where the sandbox is played. */
export const isTriable = (
  origin: string,
  { publicUrl, hasSandbox }: { readonly publicUrl: string; readonly hasSandbox: boolean },
): boolean => hasSandbox && triableAt(publicUrl).includes(origin)
