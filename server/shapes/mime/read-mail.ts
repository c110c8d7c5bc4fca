import { type Address, type Attachment, decodeWords, type Email } from 'postal-mime'
import { cut } from '../texts.ts'
import type { MailAddress } from './addresses.ts'
import { bounceOf } from './bounces.ts'
import { type BrokenMail, hasTooManyParts, headEndOf, mailBounds } from './bounds.ts'
import { headersAsUtf8, repaired } from './charsets.ts'
import { idsIn, type MailFile, type ReadMail } from './mails.ts'
import { type Part, parse } from './parts.ts'

/**
 * Any bytes as a mail. Never throws: what cannot be read is marked `broken`, with all that could be read. Attached mails stay
 * attachments; a text in another charset than the mail names is read in the one that it is in.
 */
export const readMail = async (bytes: Uint8Array): Promise<ReadMail> => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (whole.length === 0) return asMail({ headers: [], headerLines: [], attachments: [] }, 'empty', null)
  const bound = whole.length > mailBounds.bytes ? 'too_large' : hasTooManyParts(whole) ? 'too_many_parts' : null
  if (bound) return headOnly(whole, bound)
  try {
    const end = headEndOf(whole)
    if (end > mailBounds.headerBytes) return await headOnly(whole, 'headers_too_large')
    const head = whole.subarray(0, end)
    const readable = headersAsUtf8(head)
    const { email, root } = await parse(readable === head ? whole : Buffer.concat([readable, whole.subarray(end)]))
    const texts = root ? leavesOf(root) : []
    const repairedEmail = withRepairedTexts(email, texts)
    return asMail(repairedEmail.email, structuralFault(email, whole, end), repairedEmail.charset)
  } catch (error) {
    return headOnly(whole, reasonOf(error))
  }
}

const leavesOf = (node: Part): Part[] =>
  node.childNodes.length > 0 ? node.childNodes.flatMap(leavesOf) : /^text\//.test(node.contentType.parsed.value) ? [node] : []

const withRepairedTexts = (email: Email, leaves: readonly Part[]): { email: Email; charset: string | null } => {
  let { text, html } = email
  let charset: string | null = null
  for (const leaf of leaves) {
    if (!leaf.content) continue
    const { charset: named } = leaf.contentType.parsed.params
    const better = repaired(Buffer.from(leaf.content), { charset: named, text: () => leaf.getTextContent() })
    const declared = better ? leaf.getTextContent() : ''
    if (!better || declared === '') continue
    charset = better.charset
    text = text?.split(declared).join(better.text)
    html = html?.split(declared).join(better.text)
  }
  return { email: { ...email, text, html }, charset }
}

/** What the parser takes without a word, and a reader should know. */
const structuralFault = (email: Email, whole: Buffer, headEnd: number): BrokenMail | null => {
  const names = email.headers.filter(({ key }) => /^[!-9;-~]+$/.test(key))
  if (names.length === 0) return 'no_headers'
  if (!email.from) return 'no_sender'
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\//i.test(type)) return null
  if (email.text === undefined && email.html === undefined && email.attachments.length === 0) return 'no_parts'
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  const last = `--${boundary?.[1] ?? boundary?.[2] ?? ''}--`
  return boundary && whole.indexOf(last, headEnd, 'utf8') < 0 ? 'cut_off' : null
}

const reasonOf = (error: unknown): BrokenMail => {
  const words = error instanceof Error ? error.message : ''
  if (words.startsWith('Maximum MIME nesting depth')) return 'too_deep'
  return words.startsWith('Maximum header size') ? 'headers_too_large' : 'unreadable'
}

/** Of a mail that cannot be read whole: who wrote, when and about what. */
const headOnly = async (whole: Buffer, broken: BrokenMail): Promise<ReadMail> => {
  const head = headersAsUtf8(whole.subarray(0, Math.min(headEndOf(whole.subarray(0, mailBounds.headerBytes)), 64 * 1024)))
  // Without its type: nothing after the headers is read.
  const lines = head.toString('utf8').replace(/^content-(type|transfer-encoding):/gim, 'x-$&')
  const { email } = await parse(Buffer.from(`${lines.trimEnd()}\r\n\r\n`))
  return asMail({ ...email, text: undefined, html: undefined, attachments: [] }, broken, null)
}

const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const line = (text: string): string =>
  plain(text)
    .replace(/[\r\n]+/g, ' ')
    .trim()

const mailboxes = (list: readonly Address[] | undefined): MailAddress[] =>
  (list ?? [])
    .flatMap((each) => each.group ?? [each])
    .filter(({ address }) => address !== '')
    .slice(0, mailBounds.addresses)
    .map(({ name, address }) => ({ name: line(name) || null, email: line(address) }))

const asMail = (email: Email, broken: BrokenMail | null, guessedCharset: string | null): ReadMail => {
  const headers = email.headers
    .slice(0, mailBounds.headers)
    .map(({ key, value }) => ({ name: plain(key), value: plain(value) }))
  const raw = (name: string) => headers.find((header) => header.name === name)?.value ?? null
  const returned = raw('return-path')
  const bounce = bounceOf(headers, email.attachments)
  return {
    headers,
    from: mailboxes(email.from && [email.from])[0] ?? null,
    sender: mailboxes(email.sender && [email.sender])[0] ?? null,
    to: mailboxes(email.to),
    cc: mailboxes(email.cc),
    bcc: mailboxes(email.bcc),
    replyTo: mailboxes(email.replyTo),
    returnPath: returned === null ? null : returned.replace(/^\s*<|>\s*$/g, '').trim(),
    subject: line(decodeWords(raw('subject') ?? '')),
    date: dateOf(raw('date')),
    messageId: idsIn(raw('message-id'))[0] ?? null,
    inReplyTo: idsIn(raw('in-reply-to'))[0] ?? null,
    references: idsIn(raw('references')),
    text: email.text === undefined ? null : cut(plain(email.text), mailBounds.textLength),
    html: email.html === undefined ? null : cut(plain(email.html), mailBounds.textLength),
    attachments: email.attachments.map(fileOf),
    calendars: email.attachments.filter(isCalendar).map((each) => ({
      method: each.method ?? null,
      text: plain(contentOf(each).toString('utf8')),
    })),
    bounce,
    guessedCharset,
    broken,
  }
}

/** Years that a database and a person can take; `Date` reads more than RFC 5322 has. */
const dateOf = (text: string | null): Date | null => {
  const date = new Date((text ?? '').replace(/\([^)]*\)/g, '').trim())
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date : null
}

const isCalendar = ({ mimeType }: Attachment): boolean => mimeType === 'text/calendar' || mimeType === 'application/ics'

const contentOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength)

const fileOf = (attachment: Attachment): MailFile => ({
  name: fileNameOf(attachment.filename),
  type: /^[\w.+-]+\/[\w.+-]+$/.test(attachment.mimeType) ? attachment.mimeType : 'application/octet-stream',
  contentId: attachment.contentId ? line(attachment.contentId).replace(/^<|>$/g, '') || null : null,
  isInline: attachment.disposition !== 'attachment' && (attachment.related === true || attachment.disposition === 'inline'),
  content: contentOf(attachment),
})

/** No path, no control character, nothing that turns the direction of what follows (`…fdp.exe` shown as `…exe.pdf`). */
const fileNameOf = (name: string | null): string | null => {
  const bare = plain(name ?? '')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
  return bare === '' || /^\.+$/.test(bare) ? null : cut(bare, 255)
}
