/** More than one list needs. */
export const mostOrigins = 50

/**
 * The origin of a website as its browser names it: `https://example.com`, with the port where it is not the usual one. Whole
 * addresses of pages are accepted too; null for other input. Plain http is for this machine: other systems on the
 * way can rewrite, the script that talks to us too.
 */
export const readOrigin = (text: string): string | null => {
  if (text.length > 2_048 || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.hostname === '' || url.hostname.endsWith('.') || url.hostname.includes('*'))
    return null
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))) return url.origin
  return null
}

const isThisMachine = (host: string): boolean => /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/**
 * Whether pages of `origin` may talk to a widget: those on its list. Where the sandbox is on, also those of this very Foyer, by
 * whichever name this machine goes: its page to try a widget on stands there.
 */
export const mayTalk = (
  origin: string,
  allowed: readonly string[],
  { publicUrl, hasSandbox }: { readonly publicUrl: string; readonly hasSandbox: boolean },
): boolean => allowed.includes(origin) || (hasSandbox && triableAt(publicUrl).includes(origin))

/** The origins of this Foyer for who tries a widget: its own, and for one that is reached by this machine's name its other name. */
export const triableAt = (publicUrl: string): readonly string[] => {
  const url = new URL(publicUrl)
  const other = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }[url.hostname]
  return other === undefined ? [url.origin] : [`${url.protocol}//${other}${url.port && `:${url.port}`}`, url.origin]
}
