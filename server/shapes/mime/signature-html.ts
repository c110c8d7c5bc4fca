/** Elements that a signature may have, with the attributes of each beside `style`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...{ a: ['href'], img: ['src', 'alt', 'width', 'height'], br: [], hr: [], p: [], div: [], span: [] },
  ...{ b: [], strong: [], i: [], em: [], u: [], s: [], small: [], ul: [], ol: [], li: [] },
  ...{ table: [], tbody: [], tr: [], td: ['width', 'colspan', 'valign'], th: ['width', 'colspan', 'valign'] },
}
const withoutEnd = new Set(['br', 'hr', 'img'])

/** What these hold is no text. */
const hidden =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|title|noscript|template|svg|math|iframe|object|textarea|select)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tag = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const attribute = /([a-z][a-z-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** By their first letters as they are written, so that no character reference can stand for another scheme. */
const values: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>`\\]{1,1000}$/i,
  src: /^https:\/\/[^\s"'<>`\\]{1,1000}$/i,
  alt: /^[^"<>]{0,200}$/,
  width: /^\d{1,4}%?$/,
  height: /^\d{1,4}$/,
  colspan: /^\d{1,2}$/,
  valign: /^(?:top|middle|bottom)$/i,
}
const declaration =
  /^(?:color|background-color|font-size|font-weight|font-style|font-family|line-height|text-decoration|text-align|padding|margin|border)(?:-(?:top|bottom|left|right))?$/
/** No brackets, quotes, slashes or character references: nothing in it loads. */
const styleValue = /^[a-z0-9 #.,%-]{1,100}$/i

const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * A signature's HTML made anew of known parts: every `<` in it was written here. So there is no reading of it by which it could hold
 * anything else, whatever was given, and all that it opens is closed.
 */
export const signatureHtml = (given: string): string => {
  const html = given.replace(hidden, '')
  const open: string[] = []
  let made = ''
  let at = 0
  const close = (name: string): void => {
    const from = open.lastIndexOf(name)
    if (from < 0) return
    for (const inner of open.splice(from).reverse()) made += `</${inner}>`
  }
  for (const found of html.matchAll(tag)) {
    const [whole, slash, written = '', rest = ''] = found
    made += escaped(html.slice(at, found.index))
    at = found.index + whole.length
    const name = written.toLowerCase()
    const attributes = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (!attributes) continue
    if (slash) close(name)
    else {
      made += `<${name}${attributesOf(rest, attributes)}>`
      if (!withoutEnd.has(name)) open.push(name)
    }
  }
  made += escaped(html.slice(at))
  for (const name of open.reverse()) made += `</${name}>`
  return made.trim()
}

const attributesOf = (text: string, names: readonly string[]): string => {
  const seen = new Set<string>()
  let made = ''
  for (const [, written = '', quoted, single, bare] of text.matchAll(attribute)) {
    const name = written.toLowerCase()
    const value = (quoted ?? single ?? bare ?? '').trim()
    if (seen.has(name)) continue
    seen.add(name)
    if (name === 'style') {
      const style = styleOf(value)
      if (style) made += ` style="${style}"`
    } else if (names.includes(name) && values[name]?.test(value)) made += ` ${name}="${value.replaceAll('"', '&quot;')}"`
  }
  return made
}

const styleOf = (text: string): string =>
  text
    .split(';')
    .map((each) => each.split(':').map((part) => part.trim()))
    .filter(
      ([name = '', value = '', more]) => more === undefined && declaration.test(name.toLowerCase()) && styleValue.test(value),
    )
    .map(([name = '', value]) => `${name.toLowerCase()}: ${value}`)
    .join('; ')
