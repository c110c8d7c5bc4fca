import { isUtf8 } from 'node:buffer'
import { Failure } from '#core/errors.ts'
import { readJson } from '#domains/crm/leads/json-body.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { type RawField, readParts, unreadable } from './multipart.ts'

/** Of a form of ours; other senders have several for each question. */
const usualFields = 200
const longestName = 200

/** What a form sent: each field with its values in their order, and the names of the files that came along. */
export interface SentForm {
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly files: readonly string[]
}

/**
 * Reads a form as browsers, other people's programs and the script of a website send it. Bytes that are no UTF-8, and what a page in
 * another charset sends by `_charset_` or the charset of its Content-Type, are decoded: an old page posts in its own charset and says nothing.
 */
export const readForm = (type: string | undefined, body: Buffer, mostFields = usualFields): SentForm => {
  const [essence = ''] = (type ?? '').toLowerCase().split(';', 1)
  if (body.length === 0) throw new Failure('body_empty', { message: 'the body is empty; send the fields of the form' })
  switch (essence.trim()) {
    case 'multipart/form-data':
      return ofPairs(decoded(readParts(type ?? '', body), charsetIn(type)), mostFields)
    case '':
    case 'application/x-www-form-urlencoded':
      return ofPairs(decoded(pairsOf(body), charsetIn(type)), mostFields)
    case 'application/json':
    case 'text/plain':
      return { fields: fieldsOfJson(body), files: [] }
    default:
      throw unreadable('the Content-Type must be that of a form, or application/json')
  }
}

interface Pair {
  readonly name: string
  readonly value: string
  readonly isFile: boolean
}

const ofPairs = (pairs: readonly Pair[], mostFields: number): SentForm => {
  const fields = new Map<string, string[]>()
  const files: string[] = []
  for (const { name, value, isFile } of pairs) {
    if (name === '' || name === '_charset_') continue
    if (isFile) files.push(name)
    else add(fields, name, value, mostFields)
  }
  return { fields, files }
}

const add = (fields: Map<string, string[]>, name: string, value: string, mostFields = usualFields): void => {
  if (name.length > longestName) throw unreadable(`a name of a field is longer than ${longestName} characters`)
  const values = fields.get(name)
  if (values) values.push(value)
  else if (fields.size < mostFields) fields.set(name, [value])
  else throw unreadable(`the form has more than ${mostFields} fields`)
}

/** The pairs of `application/x-www-form-urlencoded`, with their bytes. */
const pairsOf = (body: Buffer): RawField[] =>
  body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return {
        name: bytesOf(at === -1 ? pair : pair.slice(0, at)),
        value: bytesOf(at === -1 ? '' : pair.slice(at + 1)),
        isFile: false,
      }
    })

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  )

const charsetIn = (type: string | undefined): string | null =>
  /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(type ?? '')?.[1] ?? null

const decoded = (raw: readonly RawField[], declared: string | null): Pair[] => {
  const named = raw.find(({ name, value }) => value.length < 40 && name.equals(charsetName))?.value.toString('latin1')
  const wanted = decoderOf(named || declared)
  const isPlain = wanted === null || wanted.encoding === 'utf-8'
  const asUtf8 = isPlain && raw.every(({ name, value }) => isUtf8(name) && isUtf8(value))
  if (asUtf8)
    return raw.map(({ name, value, isFile }) => ({ name: name.toString('utf8'), value: value.toString('utf8'), isFile }))
  const decoder = isPlain ? new TextDecoder('windows-1252') : wanted
  return raw.map(({ name, value, isFile }) => ({
    name: withoutReferences(decoder.decode(name)),
    value: withoutReferences(decoder.decode(value)),
    isFile,
  }))
}
const charsetName = Buffer.from('_charset_')

const decoderOf = (label: string | null): InstanceType<typeof TextDecoder> | null => {
  try {
    return label === null ? null : new TextDecoder(label, { ignoreBOM: true })
  } catch {
    return null
  }
}

/** A page in another charset sends what that one lacks as `&#8364;`. */
const withoutReferences = (text: string): string =>
  text.replace(/&#(\d{2,7});/g, (all, digits: string) => {
    const point = Number(digits)
    return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? all : String.fromCodePoint(point)
  })

const fieldsOfJson = (body: Buffer): ReadonlyMap<string, readonly string[]> => {
  const json = readJson(body)
  if (!json.ok) throw new Failure(json.code, { message: json.message })
  const fields = new Map<string, string[]>()
  for (const [name, value] of Object.entries(digitsKept(json.text) as Record<string, unknown>))
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      if (each !== null && each !== undefined) add(fields, name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  return fields
}
