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
