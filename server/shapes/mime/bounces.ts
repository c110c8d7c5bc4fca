import type { Attachment } from 'postal-mime'
import { type Bounce, idsIn } from './mails.ts'

type Headers = Bounce['headers']

/** Of a report on hundreds of recipients the first ones are kept: Foyer sends to twenty. */
const mostRecipients = 100

/** The report in a mail that is one: RFC 3464, or the header that servers without it write. */
export const bounceOf = (headers: Headers, attachments: readonly Attachment[]): Bounce | null => {
  const report = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  const original = attachments.find(({ mimeType }) =>
    /^(message\/(rfc822|global|rfc822-headers)|text\/rfc822-headers)$/.test(mimeType),
  )
  const failed = headers.filter(({ name }) => name === 'x-failed-recipients').flatMap(({ value }) => value.split(/[\s,]+/))
  if (!report && failed.length === 0) return null
  const recipients = report ? recipientsIn(textOf(report)) : failed.filter((email) => email.includes('@')).map(unknownFailure)
  const originalHeaders = original ? headersIn(textOf(original)) : []
  const messageId = idsIn(originalHeaders.find(({ name }) => name === 'message-id')?.value)[0] ?? null
  return { recipients: recipients.slice(0, mostRecipients), messageId, headers: originalHeaders }
}

const unknownFailure = (email: string): Bounce['recipients'][number] => ({
  email,
  action: 'failed',
  status: null,
  diagnostic: null,
})

const textOf = ({ content }: Attachment): string =>
  (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8', 0, 256 * 1024)).replaceAll(
    '\0',
    '',
  )

/** Unfolded, up to the first empty line. */
const headersIn = (text: string): Headers => {
  const head = text.replace(/^\s+/, '').split(/\r?\n\r?\n/, 1)[0] ?? ''
  return head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .slice(0, 500)
    .flatMap((each) => {
      const at = each.indexOf(':')
      return at > 0 ? [{ name: each.slice(0, at).trim().toLowerCase(), value: each.slice(at + 1).trim() }] : []
    })
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const

/** The groups of fields after the first, which is about the report itself. Some servers forget the empty line between. */
const recipientsIn = (text: string): Bounce['recipients'] =>
  text.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((group) => {
    const fields = headersIn(group)
    const field = (name: string): string | null => fields.find((each) => each.name === name)?.value ?? null
    const email = typed(field('original-recipient')) ?? typed(field('final-recipient'))
    if (!email) return []
    const action = field('action')?.toLowerCase()
    return [
      {
        email,
        action: actions.find((known) => known === action) ?? 'unknown',
        status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field('status') ?? '')?.[0] ?? null,
        diagnostic: typed(field('diagnostic-code'))?.slice(0, 500) ?? null,
      },
    ]
  })

/** `rfc822; jo@example.com` → the part after the type. */
const typed = (value: string | null): string | null => {
  if (value === null) return null
  const bare = value.replace(/^[\w-]+\s*;\s*/, '').trim()
  return bare.replace(/^<|>$/g, '') || null
}
