import { z } from 'zod'
import type { FetchedMail, FolderRole, MailFolder, MailPlace } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { headEndOf } from '#shapes/mime/bounds.ts'

/** A message without its content. */
export const MessageFacts = z.object({
  id: z.string(),
  threadId: z.string().nullish(),
  labelIds: z.array(z.string()).nullish(),
})
export const Message = MessageFacts.extend({
  /** Milliseconds since 1970. */
  internalDate: z.string().regex(/^\d{1,15}$/),
  sizeEstimate: z.number().nullish(),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish() }).nullish(),
})
type Facts = z.infer<typeof MessageFacts>
export type Message = z.infer<typeof Message>

export const LabelList = z.object({ labels: z.array(z.object({ id: z.string(), name: z.string().nullish() })).default([]) })

/** https://developers.google.com/workspace/gmail/api/guides/labels */
const roles: Readonly<Record<string, FolderRole>> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  SPAM: 'spam',
  TRASH: 'trash',
}
/** A label to Gmail, and a state to everything else. */
export const unread = 'UNREAD'

export const foldersOf = ({ labels }: z.infer<typeof LabelList>): MailFolder[] =>
  labels
    .filter(({ id }) => id !== unread)
    .map(({ id, name }) => ({ id, name: name ?? id, role: Object.hasOwn(roles, id) ? (roles[id] ?? null) : null }))

export const placeOf = ({ id, labelIds }: Facts): MailPlace => ({
  ref: id,
  folders: (labelIds ?? []).filter((each) => each !== unread),
  isRead: !labelIds?.includes(unread),
})

const fetched = (message: Message, rest: Pick<FetchedMail, 'sizeBytes' | 'raw' | 'head'>): FetchedMail => ({
  ...placeOf(message),
  receivedAt: new Date(Number(message.internalDate)),
  threadRef: message.threadId ?? null,
  ...rest,
})

export const wholeMail = (message: Message, raw: Buffer, maxBytes: number): FetchedMail =>
  raw.length <= maxBytes
    ? fetched(message, { sizeBytes: raw.length, raw, head: null })
    : fetched(message, { sizeBytes: raw.length, raw: null, head: Buffer.from(raw.subarray(0, headEndOf(raw))) })

/** Of one that is too large: its headers, which Gmail gives without their folds. */
export const headOfMail = (message: Message): FetchedMail => {
  const lines = (message.payload?.headers ?? []).map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`)
  return fetched(message, { sizeBytes: message.sizeEstimate ?? 0, raw: null, head: Buffer.from(lines.join('')) })
}

export const headerIn = ({ payload }: Message, name: string): string | null =>
  payload?.headers?.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value.trim() ?? null

/**
 * The bytes of a mail, and the answer without them: as text, as parsed JSON and as bytes at once, a mail of 25 MB would be 130 MB.
 * What stands in quotes has its own quotes behind backslashes, and base64url has none.
 */
export const withoutRaw = (body: Buffer): { readonly rest: Buffer; readonly raw: Buffer | null } => {
  const opening = openingOf(body)
  if (opening === null) return { rest: body, raw: null }
  const end = body.indexOf('"', opening)
  if (end < 0) throw new ProviderError('broken', 'Google returned an invalid response.')
  // «=» at the end may be written as \u003d: its letters would be read as more of the mail.
  const padding = body.subarray(opening, end).indexOf('\\')
  return {
    rest: Buffer.concat([body.subarray(0, opening), body.subarray(end)]),
    raw: decoded(body, opening, padding < 0 ? end : opening + padding),
  }
}

/** Four letters are three bytes: pieces of so many letters are decoded by themselves. */
const piece = 4 * 65_536

/** Base64url in pieces, without a text as long as all of it. */
const decoded = (body: Buffer, from: number, until: number): Buffer => {
  const bytes = Buffer.allocUnsafe(Math.ceil(((until - from) * 3) / 4))
  let length = 0
  for (let at = from; at < until; at += piece)
    length += bytes.write(body.toString('latin1', at, Math.min(at + piece, until)), length, 'base64url')
  return bytes.subarray(0, length)
}

/** Where the value of `raw` begins. */
const openingOf = (body: Buffer): number | null => {
  for (let at = body.indexOf('"raw"'); at >= 0; at = body.indexOf('"raw"', at + 1)) {
    const found = /^"raw"\s*:\s*"/.exec(body.toString('latin1', at, at + 20))
    if (found) return at + found[0].length
  }
  return null
}
