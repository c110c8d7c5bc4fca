import { addressesIn, type Header, headerIn, headersOf } from '../google/gmail/mime.ts'
import { quoted } from './lines.ts'
import type { MailRow } from './rows.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const two = (number: number): string => String(number).padStart(2, '0')

const dateTime = (at: number): string => {
  const date = new Date(at)
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return quoted(`${two(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${time} +0000`)
}

/** `24-Nov-2026`, with a time or without. */
export const readDate = (text: string): number | null => {
  const [, day, month = '', year, time = '00:00:00 +0000'] = /^\s*(\d{1,2})-(\w{3})-(\d{4})(?: (.*))?$/.exec(text) ?? []
  const index = months.findIndex((name) => name.toLowerCase() === month.toLowerCase())
  if (index < 0) return null
  const [, clock = '', hours = '+00', minutes = '00'] = /^(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(time) ?? []
  const at = Date.parse(`${year}-${two(index + 1)}-${two(Number(day))}T${clock}${hours}:${minutes}`)
  return Number.isNaN(at) ? null : at
}

const person = (email: string): string => {
  const [name = '', host = ''] = email.split('@')
  return `(NIL NIL ${quoted(name)} ${quoted(host)})`
}
const people = (headers: readonly Header[], name: string): string => {
  const found = addressesIn(headerIn(headers, name))
  return found.length === 0 ? 'NIL' : `(${found.map(person).join('')})`
}
const text = (headers: readonly Header[], name: string): string => {
  const value = headerIn(headers, name)
  if (value === '') return 'NIL'
  return quoted(/^[\x20-\x7e]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`)
}

const envelope = (raw: Buffer): string => {
  const headers = headersOf(raw)
  const from = people(headers, 'from')
  const others = ['sender', 'reply-to'].map((name) => (headerIn(headers, name) === '' ? from : people(headers, name)))
  const to = ['to', 'cc', 'bcc'].map((name) => people(headers, name))
  const ends = ['in-reply-to', 'message-id'].map((name) => text(headers, name))
  return `(${[text(headers, 'date'), text(headers, 'subject'), from, ...others, ...to, ...ends].join(' ')})`
}

/** The headers with the empty line behind them, and what follows. */
export const splitMail = (raw: Buffer): readonly [head: Buffer, body: Buffer] => {
  const end = raw.indexOf('\r\n\r\n')
  return end < 0 ? [raw, Buffer.alloc(0)] : [raw.subarray(0, end + 4), raw.subarray(end + 4)]
}

const fieldsOf = (head: Buffer, names: readonly string[]): Buffer => {
  const fields = head.toString('latin1').split(/\r\n(?![ \t])/)
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const own = fields.filter((field) => wanted.has((field.split(':')[0] ?? '').trim().toLowerCase()))
  return Buffer.from(`${[...own, ''].join('\r\n')}\r\n`, 'latin1')
}

/** Of a mail what a section names; null for one that is not served. */
const sectionOf = (raw: Buffer, section: string): Buffer | null => {
  const [head, body] = splitMail(raw)
  const fields = /^HEADER\.FIELDS \(([^)]*)\)$/i.exec(section)?.[1]
  if (fields !== undefined) return fieldsOf(head, fields.split(/\s+/))
  return { '': raw, HEADER: head, TEXT: body }[section.toUpperCase()] ?? null
}

const body = /^(BODY(?:\.PEEK)?)\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/i

/** Whether an item marks the mail as read. */
export const marksAsRead = (item: string): boolean => body.exec(item)?.[1]?.toUpperCase() === 'BODY'

/** One item of a mail, as bytes; null for an item that is not served. */
export const itemOf = (row: MailRow, item: string, rawOf: (row: MailRow) => Buffer): Buffer | null => {
  const name = item.toUpperCase()
  const plain = {
    UID: () => `UID ${row.uid}`,
    FLAGS: () => `FLAGS (${row.flags.join(' ')})`,
    INTERNALDATE: () => `INTERNALDATE ${dateTime(row.at)}`,
    'RFC822.SIZE': () => `RFC822.SIZE ${row.sizeBytes}`,
    MODSEQ: () => `MODSEQ (${row.modseq})`,
    ENVELOPE: () => `ENVELOPE ${envelope(rawOf(row))}`,
  }[name]
  if (plain) return Buffer.from(plain(), 'latin1')
  const [, , section, from, length] = body.exec(item) ?? []
  if (section === undefined) return null
  const whole = sectionOf(rawOf(row), section)
  if (whole === null) return null
  const isPart = from !== undefined
  const bytes = isPart ? whole.subarray(Number(from), Number(from) + Number(length)) : whole
  return Buffer.concat([Buffer.from(`BODY[${section}]${isPart ? `<${from}>` : ''} {${bytes.length}}\r\n`, 'latin1'), bytes])
}
