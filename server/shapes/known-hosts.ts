/** A name of labels in plain letters: no address of the internet protocol, no port, no user, no dot at its end, no other script. */
const hostForm = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * A host in small letters, where it is one of `known`: `www.example.com` is that host alone, `*.example.com` all below it. Null for
 * everything else, such as one with a port or a path. A label of another script (`xn--`) is none of a vendor.
 */
export const knownHost = (text: string, known: readonly string[]): string | null => {
  const host = text.toLowerCase()
  if (!hostForm.test(host) || /(?:^|\.)xn--/.test(host) || /\.\d+$/.test(host)) return null
  const isKnown = known.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each))
  return isKnown ? host : null
}

/** The same for an address: `https`, a known host, and nothing else. Answers it without a slash at the end. */
export const knownBase = (text: string, known: readonly string[]): string | null => {
  const named = /^https:\/\/([^/?#@:\\\s]+)\/?$/i.exec(text)?.[1]
  const host = named === undefined ? null : knownHost(named, known)
  return host === null ? null : `https://${host}`
}
