import { SaxesParser } from 'saxes'

/** An element, with its namespace resolved: servers choose their prefixes. */
export interface XmlElement {
  readonly namespace: string
  readonly name: string
  /** By their names without a namespace. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  /** Of the element itself, without that of its children. */
  text: string
}

export const namespaces = {
  dav: 'DAV:',
  caldav: 'urn:ietf:params:xml:ns:caldav',
  /** Of Apple's server, whose ctag others have taken over. */
  server: 'http://calendarserver.org/ns/',
} as const

/** Answers have a few levels; and 500 objects of 30 elements. */
const mostElements = 200_000
const deepest = 40

/**
 * Reads XML of a stranger; null for what is none. No document type is taken, and so no entity but the five that XML itself has: there is
 * nothing to expand, and nothing to fetch.
 */
export const readXml = (text: string): XmlElement | null => {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  let elements = 0
  const stop = (why: string) => {
    throw new Error(why)
  }
  parser.on('doctype', () => stop('a document type'))
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (++elements > mostElements || open.length >= deepest) stop('too much')
    const element: XmlElement = { namespace: uri, name: local, attributes: plainly(attributes), children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const add = (piece: string): void => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  try {
    parser.write(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).close()
    return root
  } catch {
    return null
  }
}

const plainly = (
  attributes: Readonly<Record<string, { readonly local: string; readonly value: string }>>,
): Record<string, string> => Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]))

type Namespace = keyof typeof namespaces
/** `dav:href`, `caldav:calendar-data`. */
export type XmlName = `${Namespace}:${string}`

const isNamed = (element: XmlElement, name: XmlName): boolean => {
  const [prefix, local] = name.split(':') as [Namespace, string]
  return element.name === local && element.namespace === namespaces[prefix]
}

export const childrenOf = (element: XmlElement | undefined, name: XmlName): XmlElement[] =>
  element?.children.filter((each) => isNamed(each, name)) ?? []

export const childOf = (element: XmlElement | undefined, name: XmlName): XmlElement | undefined =>
  element?.children.find((each) => isNamed(each, name))

/** Anywhere below, as preconditions are in errors (RFC 4918, 16). */
export const hasElement = (element: XmlElement | null, name: XmlName): boolean =>
  element !== null && (isNamed(element, name) || element.children.some((each) => hasElement(each, name)))

/** As text in an element, or as the value of an attribute. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)

const declared = Object.entries(namespaces).map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`)

/** A body of a request, in the prefixes of `namespaces`. */
export const xmlBody = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root}${declared.join('')}>${inner}</${root}>`
