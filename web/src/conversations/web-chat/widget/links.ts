/** A text as parts: words, and addresses of the web that may be followed. */
export type Part = { readonly text: string; readonly href: string | null }

const address = /https?:\/\/[^\s<>"'`]+/gi
/** What ends a sentence is no part of the address before it. */
const trailing = /[.,;:!?…)\]}»”’]+$/

/** Finds the http(s) addresses in a text. Nothing of it is ever markup: callers create text nodes and links. */
export const partsOf = (text: string): Part[] => {
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(address)) {
    const shown = whole(found[0])
    const href = hrefOf(shown)
    if (href === null) continue
    if (found.index > from) parts.push({ text: text.slice(from, found.index), href: null })
    parts.push({ text: shown, href })
    from = found.index + shown.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/** A closing bracket stays where the address opened one: en.wikipedia.org/wiki/Foyer_(film). */
const whole = (found: string): string => {
  const cut = found.replace(trailing, '')
  return found[cut.length] === ')' && cut.includes('(') && !cut.includes(')') ? `${cut})` : cut
}

const hrefOf = (text: string): string | null => {
  try {
    const url = new URL(text)
    // An address with a name before the @ shows another host than it leads to.
    return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}
