import { dayAndTime } from '#web/i18n/format.ts'
import type { EmailDetail, EmailDraftDetail, EmailPerson, Mailbox } from '#web/wire.ts'
import { type Draft, type DraftValues, storedDraft } from './drafts.ts'
import { strings } from './strings.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** A text as it was typed, as HTML, and below it the signature and what it quotes. */
export const htmlOfText = (text: string, signature: string, quotedHtml: string): string => {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
  return [...paragraphs, signature && `<div>${signature}</div>`, quotedHtml].filter(Boolean).join('\n')
}

/** What HTML says, in lines. It is parsed into a document of its own, in which nothing loads or runs. */
export const textOfHtml = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html.replace(/<br\b|<\/(?:p|div|li|tr)>/gi, '\n$&'), 'text/html')
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim()
}

/** The name of the first of a list of addresses, as it was typed: `"Lena" <lena@…>`. */
export const firstName = (to: string): string | null => /^\s*"?([^"<>@,]+?)"?\s*</.exec(to)?.[1]?.trim() ?? null

export const addressOf = ({ name, email }: EmailPerson): string =>
  name ? `"${name.replaceAll(/["\\]/g, '')}" <${email}>` : email
const listOf = (people: readonly EmailPerson[]): string => people.map(addressOf).join(', ')

/** Only the text is quoted: what a stranger's HTML does is not sent on in a member's name. */
const quoteOf = (mail: EmailDetail): string => {
  const who = mail.from ? addressOf(mail.from) : strings.unknownSender
  const said = escaped(mail.text ?? '').replaceAll('\n', '<br>')
  return `<p>${escaped(strings.quoted(dayAndTime(mail.at), who))}</p><blockquote type="cite">${said}</blockquote>`
}

const plain = { isTracked: false, isSigned: true, takesFiles: false, files: [] }
const blank: Omit<DraftValues, 'from'> = { to: '', cc: '', bcc: '', subject: '', text: '', ...plain }

const unsavedOf = (kind: Draft['kind'], mailId: string | null) => ({
  ...{ windowId: crypto.randomUUID(), kind, mailId, isOrphan: false, saved: null },
})

export const newEmail = (from: string, to = ''): Draft => ({
  ...unsavedOf('new', null),
  quotedHtml: '',
  values: { ...blank, from, to },
})

const prefixed = (prefix: string, subject: string): string =>
  new RegExp(`^${prefix}:`, 'i').test(subject) ? subject : `${prefix}: ${subject}`.trim()

/** The addresses of a mailbox: its own first, then those that its provider confirms. */
export const addressesOf = ({ email, aliases }: Pick<Mailbox, 'email' | 'aliases'>): readonly [string, ...string[]] => [
  email,
  ...aliases,
]

/**
 * An answer goes to who wrote, or where that one asks for it; of one of ours to those whom it went to, and never to oneself. It leaves from
 * the address that was written to. `own`: all addresses of the mailbox.
 */
export const answerTo = (mail: EmailDetail, own: readonly [string, ...string[]], isToAll: boolean): Draft => {
  const ours = new Set(own.map((email) => email.toLowerCase()))
  const isOwn = ({ email }: EmailPerson): boolean => ours.has(email.toLowerCase())
  const strangers = mail.to.filter((each) => !isOwn(each))
  const again = strangers.length > 0 ? strangers : mail.to
  const to = mail.direction === 'out' ? again : mail.reply_to.length > 0 ? mail.reply_to : mail.from ? [mail.from] : []
  const named = new Set(to.map(({ email }) => email.toLowerCase()))
  const others = [...(mail.direction === 'out' ? [] : mail.to), ...mail.cc].filter(
    (each) => !isOwn(each) && !named.has(each.email.toLowerCase()),
  )
  const written = mail.direction === 'out' ? (mail.from ? [mail.from] : []) : [...mail.to, ...mail.cc]
  const addressed = written.find(isOwn)?.email.toLowerCase()
  const from = own.find((email) => email.toLowerCase() === addressed) ?? own[0]
  return {
    ...unsavedOf(isToAll ? 'reply_all' : 'reply', mail.id),
    values: { ...blank, from, to: listOf(to), cc: isToAll ? listOf(others) : '', subject: prefixed('Re', mail.subject) },
    quotedHtml: quoteOf(mail),
  }
}

export const forwardOf = (mail: EmailDetail, from: string): Draft => ({
  ...unsavedOf('forward', mail.id),
  values: { ...blank, from, subject: prefixed('Fwd', mail.subject), takesFiles: hasFiles(mail) },
  quotedHtml: passedOn(mail),
})

const passedOn = (mail: EmailDetail): string => `<p>${escaped(strings.forwarded)}</p>${quoteOf(mail)}`

const hasFiles = ({ attachments }: EmailDetail): boolean =>
  attachments.some(({ is_inline, content_id }) => !is_inline || content_id === null)

/** A draft that was saved, with what it quotes as it is quoted when one begins. */
export const draftOf = (draft: EmailDraftDetail, mail: EmailDetail | null): Draft =>
  storedDraft(
    draft,
    mail,
    mail === null || draft.kind === 'new' ? '' : draft.kind === 'forward' ? passedOn(mail) : quoteOf(mail),
  )
