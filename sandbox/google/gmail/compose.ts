import { randomUUID } from 'node:crypto'
import { addressesIn, headerIn, headersOf } from './mime.ts'

/** Kinds of mail that strangers send, and what each is for. */
export const mailKinds = {
  person: 'A person',
  bulk: 'A newsletter, with List-Unsubscribe',
  automatic: 'An out-of-office reply',
  junk: 'Junk: Gmail puts it into Spam',
  unended: 'Broken: MIME without an end',
  charset: 'Broken: bytes that are not in the charset it names',
  headless: 'Broken: no sender, no date, no id',
  hostile: 'Hostile: script, remote picture, form, tracking pixel',
} as const
export type MailKind = keyof typeof mailKinds

export interface Wish {
  readonly kind: MailKind
  readonly from: string
  readonly name: string
  readonly to: string
  readonly cc: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly hasFile: boolean
  /** Google found that it comes from whom it says. */
  readonly isProven?: boolean
  /** An iCalendar object, as the program of someone invited sends it. */
  readonly calendar: string
  readonly at: Date
  /** The mail that it answers. */
  readonly answers: Buffer | null
}

const word = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
/** A name before an address: what has a meaning there is quoted (RFC 5322, 3.2.5). */
const phrase = (name: string): string =>
  /^[\w .-]*$/.test(name) || !/^[\x20-\x7e]*$/.test(name) ? word(name) : `"${name.replace(/["\\]/g, '\\$&')}"`
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim()
const base64 = (bytes: Buffer | string): string =>
  (
    Buffer.from(bytes as Buffer)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

const textPart = (type: 'plain' | 'html', text: string): string =>
  `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}\r\n`
const multipart = (kind: string, parts: readonly string[]): string => {
  const boundary = `=_${randomUUID()}`
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
}

const calendarPart = (text: string): string => {
  const method = /^METHOD:(\w+)/m.exec(text)?.[1] ?? 'PUBLISH'
  return `Content-Type: text/calendar; charset=utf-8; method=${method}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}\r\n`
}

/** The file that comes with a mail: a PDF of one empty page. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
const filePart = `Content-Type: application/pdf; name="Angebot.pdf"\r\nContent-Disposition: attachment; filename*=UTF-8''Angebot%20f%C3%BCr%20Sie.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(pdf)}\r\n`

const hostileHtml = `<p onclick="alert(1)">Please confirm your account.</p><script>alert(document.domain)</script><img src="https://tracker.example/open.gif?id=1" width="1" height="1"><img src=x onerror="alert(2)"><a href="https://bank.example.phish.example/login">https://bank.example</a><form action="https://phish.example/"><input name="password"><button>Confirm</button></form><style>body{position:fixed;inset:0}</style><iframe src="https://phish.example/"></iframe><svg><script>alert(3)</script></svg><a href="javascript:alert(4)">Details</a>`

/** Headers of what a kind of sender adds. */
const headersOfKind: { readonly [Kind in MailKind]?: readonly string[] } = {
  bulk: [
    'List-Unsubscribe: <https://news.example/unsubscribe?u=1>, <mailto:unsubscribe@news.example>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'List-Id: Weekly news <weekly.news.example>',
    'Precedence: bulk',
  ],
  automatic: ['Auto-Submitted: auto-replied', 'X-Autoreply: yes', 'Precedence: auto_reply'],
}

/** A mail as a stranger's program writes it. */
export const writeStranger = (wish: Wish): Buffer => {
  const { kind, name } = wish
  const html = kind === 'hostile' ? hostileHtml : wish.html
  const answered = wish.answers ? answering(wish.answers) : []
  const from = oneLine(wish.from)
  const identity = [
    `From: ${name === '' ? from : `${phrase(oneLine(name))} <${from}>`}`,
    `Date: ${wish.at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${from.split('@')[1] ?? 'unknown.example'}>`,
  ]
  const head = [
    `Delivered-To: ${wish.to}`,
    `Received: from mx.example by mx.google.com; ${wish.at.toUTCString()}`,
    ...(wish.isProven ? [`Authentication-Results: mx.google.com; dmarc=pass header.from=${from.split('@')[1] ?? ''}`] : []),
    `Return-Path: <${kind === 'automatic' ? '' : from}>`,
    ...(kind === 'headless' ? [] : identity),
    `To: ${wish.to}`,
    ...(wish.cc === '' ? [] : [`Cc: ${oneLine(wish.cc)}`]),
    `Subject: ${word(oneLine(wish.subject))}`,
    ...answered,
    ...(headersOfKind[kind] ?? []),
    'MIME-Version: 1.0',
  ].join('\r\n')
  return Buffer.from(`${head}\r\n${bodyOf(wish, html)}`, 'latin1')
}

const bodyOf = ({ kind, text, hasFile, calendar }: Wish, html: string): string => {
  if (kind === 'unended')
    return `Content-Type: multipart/mixed; boundary="never"\r\n\r\n--never\r\n${textPart('plain', text)}--never\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLj`
  if (kind === 'charset')
    return `Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${Buffer.from(`${text} Grüße`).toString('latin1')}\r\n`
  const parts = [
    textPart('plain', text),
    ...(html === '' ? [] : [textPart('html', html)]),
    ...(calendar === '' ? [] : [calendarPart(calendar)]),
  ]
  const words = parts.length === 1 ? (parts[0] as string) : multipart('alternative', parts)
  return hasFile ? multipart('mixed', [words, filePart]) : words
}

/** What a reply says of the mail that it answers (RFC 5322, 3.6.4). */
const answering = (raw: Buffer): string[] => {
  const headers = headersOf(raw)
  const id = headerIn(headers, 'message-id')
  if (id === '') return []
  const before = headerIn(headers, 'references') || headerIn(headers, 'in-reply-to')
  return [`In-Reply-To: ${id}`, `References: ${`${before} ${id}`.trim()}`]
}

/** Who answers a mail that was sent: its first recipient, under the subject that it has. */
export const replierOf = (raw: Buffer): { readonly from: string; readonly subject: string; readonly text: string } => {
  const headers = headersOf(raw)
  const subject = headerIn(headers, 'subject')
  return {
    from: ['to', 'cc', 'bcc'].flatMap((name) => addressesIn(headerIn(headers, name)))[0] ?? 'stranger@example.com',
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `On ${headerIn(headers, 'date')}, ${headerIn(headers, 'from')} wrote:`,
  }
}

/** What a mail server says of a mail that it could not deliver (RFC 3464). */
export const writeBounce = (sent: Buffer, to: string, at: Date): Buffer => {
  const headers = headersOf(sent)
  const { from: recipient } = replierOf(sent)
  const report = [
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; googlemail.com',
    `Arrival-Date: ${at.toUTCString()}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
    '',
  ].join('\r\n')
  const head = headers.map(({ name, value }) => `${name}: ${word(value)}`).join('\r\n')
  const words = `Address not found\r\n\r\nYour message was not delivered to ${recipient}, because the address could not be found.`
  const lines = [
    'Return-Path: <>',
    `Delivered-To: ${to}`,
    'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    `To: ${to}`,
    'Subject: Delivery Status Notification (Failure)',
    `Date: ${at.toUTCString()}`,
    `Message-ID: <${randomUUID()}@mx.google.com>`,
    ...answering(sent),
    `X-Failed-Recipients: ${recipient}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
  ]
  const parts = [textPart('plain', words), report, `Content-Type: text/rfc822-headers\r\n\r\n${head}\r\n`]
  const body = multipart('report', parts).replace('multipart/report;', 'multipart/report; report-type=delivery-status;')
  return Buffer.from(`${lines.join('\r\n')}\r\n${body}`)
}
