/** One verb of an answer, as far as it is played (https://www.twilio.com/docs/voice/twiml). */
export type Verb =
  | { readonly verb: 'Say'; readonly words: string }
  | { readonly verb: 'Hangup' }
  | {
      readonly verb: 'Dial'
      readonly callerId: string | null
      readonly timeoutSeconds: number
      readonly action: string | null
      /** Numbers, and `client:<name>`. They ring together. */
      readonly who: readonly string[]
    }

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly inner: (Element | string)[]
}

/** Twilio's own usual ringing. */
const usualSeconds = 30

/** What a document asks for, in its order. Throws on one that Twilio would not take. */
export const readTwiml = (document: string): Verb[] => {
  const root = readXml(document)
  if (root.name !== 'Response') throw new SyntaxError('The document has no Response element.')
  return root.inner.flatMap((inner) => (typeof inner === 'string' ? [] : [verbOf(inner)]))
}

const verbOf = (element: Element): Verb => {
  const { name, attributes } = element
  if (name === 'Say') return { verb: 'Say', words: textOf(element) }
  if (name === 'Hangup') return { verb: 'Hangup' }
  if (name !== 'Dial') throw new SyntaxError(`The sandbox does not support <${name}>.`)
  const inside = element.inner.flatMap((inner) =>
    typeof inner === 'string' ? [] : [inner.name === 'Client' ? `client:${textOf(inner)}` : textOf(inner)],
  )
  const own = textOf(element).trim()
  return {
    verb: 'Dial',
    callerId: attributes.callerId ?? null,
    timeoutSeconds: Number(attributes.timeout ?? usualSeconds),
    action: attributes.action ?? null,
    who: inside.length > 0 ? inside : [own],
  }
}

const textOf = (element: Element): string => element.inner.filter((inner) => typeof inner === 'string').join('')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decode = (text: string): string => {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(text)) throw new SyntaxError('An ampersand is not escaped.')
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (_whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? ''
    return String.fromCodePoint(decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16))
  })
}

/** As much of XML as there is in TwiML. */
const readXml = (document: string): Element => {
  const open: Element[] = [{ name: '', attributes: {}, inner: [] }]
  const tags =
    /<\?[^>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
  while (tags.lastIndex < document.length) {
    const at = tags.lastIndex
    const found = tags.exec(document)
    if (!found) throw new SyntaxError(`The document is not valid XML (at ${at}).`)
    const [, data, closing, name, attributes = '', standalone, text] = found
    const here = open.at(-1) as Element
    if (data !== undefined) here.inner.push(data)
    else if (text !== undefined) here.inner.push(decode(text))
    else if (closing === '/') {
      if (open.length < 2 || here.name !== name) throw new SyntaxError(`</${name}> has no opening tag.`)
      open.pop()
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"<]*)"/g)]
      const element: Element = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, decode(value)])),
        inner: [],
      }
      here.inner.push(element)
      if (standalone !== '/') open.push(element)
    }
  }
  const [root, ...more] = (open[0] as Element).inner.filter((inner) => typeof inner !== 'string')
  if (open.length > 1 || !root || more.length > 0) throw new SyntaxError('The document has an unclosed element.')
  return root
}
