import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailToSend, RefusedRecipient } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { addressesOf, atFirst, type ServerAddress, type ServerParts, socketErrorOf } from './servers.ts'

const title = 'mail server (SMTP)'
const timeoutsMs = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** What nodemailer hangs on its errors. */
interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly recipient?: string
  readonly response?: string
}

const connect = async ({ address, port, isSecure, needsTls, tls }: ServerAddress): Promise<SMTPConnection> => {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Promise((resolve, reject) => {
    const connection = new Connection({
      ...{ host: address, port, secure: isSecure, requireTLS: needsTls && !isSecure, tls, ...timeoutsMs },
      ...(tls.servername !== undefined && { servername: tls.servername }),
    })
    // Heard to the end: an error that nothing hears ends the process.
    connection.on('error', (error: Error) => reject(smtpErrorOf(error, false)))
    connection.connect((error) => {
      if (error) reject(smtpErrorOf(error, false))
      else resolve(connection)
    })
  })
}

const login = (connection: SMTPConnection, { server }: ServerParts): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', (error: Error) => reject(smtpErrorOf(error, false)))
    connection.once('end', () => reject(closed(false)))
    connection.login({ user: server.user, pass: server.password }, (error) => {
      if (error) reject(smtpErrorOf(error, false))
      else resolve()
    })
  })

const closed = (mayHaveLeft: boolean): ProviderError =>
  mayHaveLeft
    ? new ProviderError('uncertain', `The ${title} ended the connection while it took the mail.`)
    : new ProviderError('unreachable', `The ${title} ended the connection.`)

/** Signed in, for one mail or for a try. */
const withServer = async <T>(parts: ServerParts, work: (connection: SMTPConnection) => Promise<T>): Promise<T> => {
  const connection = await atFirst(await addressesOf(parts), connect)
  try {
    await login(connection, parts)
    return await work(connection)
  } finally {
    connection.close()
  }
}

export const trySmtp = (parts: ServerParts): Promise<void> => withServer(parts, async () => {})

/**
 * Hands a mail over, once. Answers which recipients the server refused while it took the mail for the others. Throws `uncertain` where
 * the mail was on its way when the answer failed to come.
 */
export const sendBySmtp = (
  parts: ServerParts,
  { raw, from, recipients }: Pick<MailToSend, 'raw' | 'from' | 'recipients'>,
): Promise<readonly RefusedRecipient[]> =>
  withServer(
    parts,
    (connection) =>
      new Promise((resolve, reject) => {
        let isLeaving = false
        // Read only once the server has said that it takes the mail.
        const message = Readable.from(
          (async function* () {
            isLeaving = true
            yield raw
          })(),
        )
        connection.once('error', (error: Error) => reject(smtpErrorOf(error, isLeaving)))
        connection.once('end', () => reject(closed(isLeaving)))
        connection.send({ from, to: [...recipients], size: raw.length }, message, (error, sent) => {
          if (error) reject(smtpErrorOf(error, isLeaving))
          else resolve((sent?.rejectedErrors ?? []).map(refusedOf))
        })
      }),
  )

const refusedOf = (error: Error): RefusedRecipient => {
  const { recipient = '', response = '' } = error as SmtpError
  return { email: recipient, words: response.replace(/\s+/g, ' ').slice(0, 200) }
}

const smtpErrorOf = (error: Error, mayHaveLeft: boolean): ProviderError => {
  const { code = '', responseCode } = error as SmtpError
  const details = { code: responseCode === undefined ? code || null : String(responseCode), cause: error }
  // Answered: the server says that it did not take it. But 421 is the word of one that goes away, or of what stands before it: what lies
  // behind may have taken the mail.
  if (responseCode !== undefined && !(mayHaveLeft && responseCode === 421)) {
    if (code === 'EAUTH' || [530, 534, 535, 538].includes(responseCode))
      return responseCode < 500
        ? new ProviderError('busy', `The ${title} asks for patience.`, details)
        : new ProviderError('credentials', `The ${title} does not accept the user name or password.`, details)
    if (responseCode >= 500) return new ProviderError('refused', `The ${title} refused the mail (${responseCode}).`, details)
    return new ProviderError('busy', `The ${title} asks for patience (${responseCode}).`, details)
  }
  if (mayHaveLeft) return new ProviderError('uncertain', `The ${title} did not answer after it was given the mail.`, details)
  if (code === 'EAUTH')
    return new ProviderError('credentials', `The ${title} does not accept the user name or password.`, details)
  if (code === 'ETLS')
    return new ProviderError('unreachable', `The ${title} offers no secure connection (TLS).`, { ...details, code: 'no_tls' })
  return (
    socketErrorOf(title, error.cause ?? error) ?? new ProviderError('unreachable', `The ${title} cannot be reached.`, details)
  )
}
