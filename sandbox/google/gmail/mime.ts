import { decodeWords } from 'postal-mime'

export interface Header {
  readonly name: string
  readonly value: string
}

/** A mail, or a part of one. */
export interface Part {
  readonly headers: readonly Header[]
  readonly type: string
  readonly filename: string
  /** Decoded; empty where there are parts. */
  readonly body: Buffer
  readonly parts: readonly Part[]
}

const deepest = 20

/** Where the headers end: at an empty line, or with the mail. */
const splitHead = (text: string): readonly [head: string, body: string] => {
  const found = /\r?\n\r?\n/.exec(text)
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text, '']
}

const headersIn = (head: string): Header[] =>
  head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':')
      if (colon < 1) return []
      const value = Buffer.from(line.slice(colon + 1).trim(), 'latin1').toString('utf8')
      return [{ name: line.slice(0, colon), value: decodeWords(value) }]
    })

export const headerIn = (headers: readonly Header[], name: string): string =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? ''

/** The headers of a mail. */
export const headersOf = (raw: Buffer): Header[] => headersIn(splitHead(raw.toString('latin1'))[0])

const parameterOf = (value: string, name: string): string => {
  const extended = new RegExp(`;\\s*${name}\\*=[\\w-]*'[\\w-]*'([^;\\s]+)`, 'i').exec(value)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value) ?? []
  return quoted ?? plain ?? ''
}

const decoded = (text: string, encoding: string): Buffer => {
  if (/^base64$/i.test(encoding)) return Buffer.from(text, 'base64')
  if (!/^quoted-printable$/i.test(encoding)) return Buffer.from(text, 'latin1')
  const plain = text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1')
}

/** A mail as its parts. Without an end, the last part is all that is left. */
export const readParts = (raw: Buffer): Part => partIn(raw.toString('latin1'), 0)

const partIn = (text: string, depth: number): Part => {
  const [head, body] = splitHead(text)
  const headers = headersIn(head)
  const contentType = headerIn(headers, 'content-type')
  const type = (/^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'text/plain').toLowerCase()
  const disposition = headerIn(headers, 'content-disposition')
  const filename = parameterOf(disposition, 'filename') || parameterOf(contentType, 'name')
  const boundary = parameterOf(contentType, 'boundary')
  if (!type.startsWith('multipart/') || boundary === '' || depth >= deepest)
    return { headers, type, filename, body: decoded(body, headerIn(headers, 'content-transfer-encoding')), parts: [] }
  const [inner = ''] = `\n${body}`.split(`\n--${boundary}--`)
  const parts = inner
    .split(`\n--${boundary}`)
    .slice(1)
    .map((part) => partIn(part.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, ''), depth + 1))
  return { headers, type, filename, body: Buffer.alloc(0), parts }
}

/** Every part that has no others in it. */
export const leavesOf = (part: Part): Part[] => (part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf))

/** The text that a person reads. */
export const textOf = (part: Part, type: 'text/plain' | 'text/html'): string | null =>
  leavesOf(part)
    .find((leaf) => leaf.type === type && leaf.filename === '')
    ?.body.toString('utf8') ?? null

export const addressesIn = (value: string): string[] =>
  [...value.matchAll(/[^\s<>,;:"()]+@[^\s<>,;:"()]+/g)].map(([address]) => address.toLowerCase())

export const idsIn = (value: string): string[] => [...value.matchAll(/<[^<>\s]+>/g)].map(([id]) => id)

/** A header of a mail in place of the one it has, or beside the others. */
export const withHeader = (raw: Buffer, name: string, value: string): Buffer => {
  const text = raw.toString('latin1')
  const [head] = splitHead(text)
  const line = `${name}: ${Buffer.from(value).toString('latin1')}`
  const own = new RegExp(`^${name}:.*(?:\\r?\\n[ \\t]+.*)*`, 'im')
  const changed = own.test(head) ? head.replace(own, () => line) : `${line}\r\n${head}`
  return Buffer.from(changed + text.slice(head.length), 'latin1')
}
