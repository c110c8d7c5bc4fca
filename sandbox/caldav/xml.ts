import { SaxesParser } from 'saxes'
import { DavRefusal } from './rows.ts'

export interface Element {
  /** In this file’s prefixes, whatever the caller’s are: `d:prop`. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const prefixes: Readonly<Record<string, string>> = {
  'DAV:': 'd',
  'urn:ietf:params:xml:ns:caldav': 'c',
  'http://calendarserver.org/ns/': 'cs',
}
const declared = Object.entries(prefixes)
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('')

/** The body of a request. Throws a refusal where it is none. */
export const readBody = (text: unknown): Element => {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: Element | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const plain = Object.fromEntries(Object.values(attributes).map((each) => [each.local, each.value]))
    const element: Element = { name: `${prefixes[uri] ?? 'other'}:${local}`, attributes: plain, children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('text', (piece) => {
    const element = open.at(-1)
    if (element) element.text += piece
  })
  parser.on('closetag', () => void open.pop())
  try {
    parser.write(typeof text === 'string' ? text : '').close()
  } catch {
    throw new DavRefusal(400)
  }
  if (!root) throw new DavRefusal(400)
  return root
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((each) => each.name === name)

/** Anywhere below. */
export const within = (element: Element, name: string): Element | undefined => {
  for (const child of element.children) {
    const found = child.name === name ? child : within(child, name)
    if (found) return found
  }
  return undefined
}

export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)

/** `<c:comp name="VEVENT"/>`; what is inside is markup already. */
export const tag = (name: string, inner = '', attributes = ''): string =>
  inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`

const documentOf = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root}${declared}>${inner}</${root}>\n`

export const multistatus = (responses: readonly string[], syncToken: string | null = null): string =>
  documentOf('d:multistatus', responses.join('') + (syncToken === null ? '' : tag('d:sync-token', escaped(syncToken))))

export const errorOf = (condition: string): string => documentOf('d:error', tag(condition))

const statusLine = (status: number): string => tag('d:status', `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Error'}`)

/** A resource with those of the wanted properties that it has, and the names of the others. */
export const found = (href: string, wanted: readonly string[], has: Readonly<Record<string, string>>): string => {
  const own = wanted.filter((name) => name in has).map((name) => tag(name, has[name]))
  const missing = wanted.filter((name) => !(name in has) && !name.startsWith('other:')).map((name) => tag(name))
  const part = (props: string[], status: number): string =>
    props.length === 0 ? '' : tag('d:propstat', tag('d:prop', props.join('')) + statusLine(status))
  return tag('d:response', tag('d:href', escaped(href)) + part(own, 200) + part(missing, 404))
}

/** A resource that is not there, or a list that goes on. */
export const only = (href: string, status: number, condition?: string): string =>
  tag('d:response', tag('d:href', escaped(href)) + statusLine(status) + (condition ? tag('d:error', tag(condition)) : ''))
