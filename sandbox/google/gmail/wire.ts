import { randomBytes } from 'node:crypto'
import { type Part, readParts } from './mime.ts'
import type { MailRow } from './rows.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;')

const factsOf = (row: MailRow) => ({
  ...{ id: row.id, threadId: row.threadId, snippet: escaped(row.snippet), sizeEstimate: row.sizeBytes },
  ...{ historyId: String(row.historyId), internalDate: String(row.internalDate) },
  // A mail without any label has no list of them.
  ...(row.labelIds.length > 0 && { labelIds: row.labelIds }),
})

/** Base64url as Gmail writes it: with its padding. */
const padded = (bytes: Buffer): string => {
  const text = bytes.toString('base64url')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** A mail as Gmail answers it. */
export const messageOf = (row: MailRow, raw: Buffer, format: string, names: readonly string[]) => {
  if (format === 'minimal') return factsOf(row)
  if (format === 'raw') return { ...factsOf(row), raw: padded(raw) }
  const root = readParts(raw)
  if (format !== 'metadata') return { ...factsOf(row), payload: payloadOf(root, '') }
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const headers = root.headers.filter(({ name }) => wanted.size === 0 || wanted.has(name.toLowerCase()))
  return { ...factsOf(row), payload: { mimeType: root.type, headers } }
}

interface Payload {
  readonly partId: string
  readonly parts?: readonly Payload[]
  readonly [name: string]: unknown
}

const payloadOf = (part: Part, partId: string): Payload => ({
  ...{ partId, mimeType: part.type, filename: part.filename, headers: part.headers },
  body: bodyOf(part, partId),
  ...(part.parts.length > 0 && {
    parts: part.parts.map((each, index) => payloadOf(each, partId === '' ? String(index) : `${partId}.${index}`)),
  }),
})

/** A file is fetched by an id of its own, which is another one each time. */
const bodyOf = ({ body, filename }: Part, partId: string) => ({
  size: body.length,
  ...(filename !== ''
    ? { attachmentId: randomBytes(6).toString('base64url') + Buffer.from(partId || 'root').toString('base64url') }
    : body.length > 0 && { data: padded(body) }),
})

export const attachmentOf = (raw: Buffer, attachmentId: string) => {
  const partId = Buffer.from(attachmentId.slice(8), 'base64url').toString('utf8')
  const path = partId === 'root' ? [] : partId.split('.').map(Number)
  const part = path.reduce<Part | undefined>((within, index) => within?.parts[index], readParts(raw))
  return part && { size: part.body.length, data: padded(part.body) }
}
