import { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import nodemailer from 'nodemailer'
import { calendarFileName, checkMessage, type Mail, type Mailbox, mailError } from '#ports/mail.ts'
import type { ProviderError } from '#ports/provider-error.ts'

/** A server that takes longer is down. A mail is small, so none of this is ever reached by a healthy one. */
const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/**
 * Mail by SMTP. `url` as in `smtp://user:password@host:587` (STARTTLS where the server has it, and required before a
 * password leaves this machine) or `smtps://…` (TLS from the first byte). One connection a mail: they are few.
 */
export const smtpMail = ({ url, from }: { url: string; from: Mailbox }): Mail => {
  const server = new URL(url)
  const isSecure = server.protocol === 'smtps:'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname)
  const transport = nodemailer.createTransport({
    host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && server.username !== '' && !isHere,
    ...(server.username !== '' && {
      auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) },
    }),
    ...timeoutsMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** Message-IDs of mails whose text a server has asked for: from then on silence does not say that it has not taken them. */
  const leaving = new Set<string>()
  transport.use('stream', ({ message }, done) => {
    const write = message.createReadStream.bind(message)
    // Read only once the server has said that it takes the text.
    message.createReadStream = (options) =>
      Readable.from(
        (async function* () {
          leaving.add(message.messageId())
          yield* write(options)
        })(),
        { objectMode: false },
      )
    done()
  })

  return {
    provider: 'smtp',
    from,
    async send(message) {
      checkMessage(message)
      const messageId = `<${message.key}@${domainOf(message.from.address)}>`
      try {
        const sent = await transport.sendMail({
          messageId,
          from: withName(message.from),
          to: withName(message.to),
          subject: message.subject,
          html: message.html,
          text: message.text,
          attachments: message.attachments.map(({ name, type, bytes, contentId }) => ({
            filename: name,
            contentType: type,
            content: bytes,
            ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
          })),
          ...(message.replyTo && { replyTo: withName(message.replyTo) }),
          ...(message.calendar && {
            icalEvent: { method: message.calendar.method, content: message.calendar.text, filename: calendarFileName },
          }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return { providerId: sent.messageId }
      } catch (error) {
        throw errorOf(error, leaving.has(messageId))
      } finally {
        leaving.delete(messageId)
      }
    },
  }
}

const withName = ({ name, address }: Mailbox) => ({ name: name ?? '', address })

const domainOf = (address: string): string => domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost'

/** What nodemailer hangs on its errors. */
interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
}

/**
 * A refusal of this mail (5xx) is for good. What lies in the account, the server or the line is not: an operator fixes it
 * while the mail waits. `mayHaveLeft`: the server had asked for its text.
 */
const errorOf = (error: unknown, mayHaveLeft: boolean): ProviderError => {
  if (!(error instanceof Error)) throw error
  const { code = '', responseCode, response } = error as SmtpError
  const words: Record<string, string> = {
    EAUTH: 'the mail server rejected the user or the password',
    ENOAUTH: 'the mail server requires a user and a password',
    EDNS: 'the mail server’s host name cannot be resolved',
    ECONNECTION: 'the mail server is not reachable',
    ESOCKET: 'the connection to the mail server was lost',
    ETIMEDOUT: 'the mail server timed out',
    ETLS: 'no secure connection (TLS) to the mail server',
  }
  // 421 is the word of one that goes away, or of what stands before it: what lies behind may have taken the mail.
  if (mayHaveLeft && (responseCode === undefined || responseCode === 421))
    return mailError(
      'uncertain',
      `the mail server did not say whether it took the email (${responseCode ?? (code || error.name)})`,
      {
        cause: error,
      },
    )
  // Of the mail itself: its envelope or its text. Everything else was said before it was looked at.
  const isRefused = responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const reason = isRefused
    ? `the mail server rejected it: ${response ?? responseCode}`
    : `${words[code] ?? 'the email could not be sent'} (${code || error.name}${responseCode ? ` ${responseCode}` : ''})`
  // 530: sign in first
  if (isRefused && responseCode >= 500 && responseCode !== 530) return mailError('refused', reason, { cause: error })
  const isAccount = code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530
  return mailError(isAccount ? 'credentials' : responseCode === undefined ? 'unreachable' : 'busy', reason, { cause: error })
}
