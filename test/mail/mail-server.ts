import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived at a mail server: what the envelope says, the lines themselves, and what a reader makes of them. */
export interface Arrived {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly email: Email
}

/** A real mail server that keeps what it gets. `refuse` says no: a status of SMTP and its words, or nothing. */
export const startMailServer = async (
  options: SMTPServerOptions & { host?: string; refuse?: (to: string) => { status: number; words: string } | undefined } = {},
): Promise<{ url: string; port: number; arrived: Arrived[]; stop(): Promise<void> }> => {
  const { refuse, host = '127.0.0.1', ...rest } = options
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const no = refuse?.(address)
      callback(no && Object.assign(new Error(no.words), { responseCode: no.status }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          email: await PostalMime.parse(raw),
        })
        callback()
      })
    },
    ...rest,
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, host, () => done()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    arrived,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
