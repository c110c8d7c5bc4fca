import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { Faults } from '../faults.ts'
import type { Mailbox } from '../mailbox.ts'

const mostBytes = 40 * 1024 * 1024
const mostConnections = 50
const mostRecipients = 50
const longestLine = 8_192
const idleMs = 60_000

/** What a connection has said so far. */
interface Envelope {
  from: string | null
  to: string[]
  /** How many further lines belong to AUTH. */
  authLines: number
}

/**
 * A mail server (RFC 5321) that accepts all mail with any credentials, and delivers it into the mailbox. It offers no
 * TLS and sends nothing on. The fault dial of the mail double holds here too: busy, broken, slow, cut off, taken without a word.
 */
export const openSmtp = async (parts: {
  readonly mailbox: Mailbox
  readonly faults: Faults
  readonly host: string
  readonly port: number
  /** Takes mail from other machines too. */
  readonly isOpen: boolean
}): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const { remoteAddress = '', localAddress } = socket
    const isNear = /^(::ffff:)?127\.|^::1$/.test(remoteAddress) || remoteAddress === localAddress
    if ((!isNear && !parts.isOpen) || sockets.size >= mostConnections) return void socket.destroy()
    sockets.add(socket)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    void talk(socket, parts).then(
      () => socket.destroySoon(),
      () => socket.destroy(),
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(parts.port, parts.host, () => done())
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** One connection, from greeting to goodbye. */
const talk = async (socket: Socket, { mailbox, faults }: { mailbox: Mailbox; faults: Faults }): Promise<void> => {
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const envelope: Envelope = { from: null, to: [], authLines: 0 }
  const forget = (): void => {
    envelope.from = null
    envelope.to = []
  }
  say('220 sandbox ESMTP')
  const input = reader(socket)
  for (;;) {
    const line = await input.line()
    if (line === null) return
    if (envelope.authLines > 0) {
      envelope.authLines -= 1
      say(envelope.authLines > 0 ? '334 UGFzc3dvcmQ6' : '235 2.7.0 Welcome')
      continue
    }
    const [, verb = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(line) ?? []
    switch (verb.toUpperCase()) {
      case 'EHLO':
        say(`250-sandbox\r\n250-SIZE ${mostBytes}\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN`)
        break
      case 'HELO':
        say('250 sandbox')
        break
      case 'AUTH':
        signIn(rest, envelope, say)
        break
      case 'MAIL':
        forget()
        envelope.from = addressIn(rest, 'FROM')
        say(envelope.from === null ? '501 5.5.4 MAIL FROM:<address>' : '250 2.1.0 Ok')
        break
      case 'RCPT': {
        const to = addressIn(rest, 'TO')
        if (envelope.from === null) say('503 5.5.1 MAIL first')
        else if (!to) say('501 5.5.4 RCPT TO:<address>')
        else if (envelope.to.length >= mostRecipients) say('452 4.5.3 Too many recipients')
        else {
          envelope.to.push(to)
          say('250 2.1.5 Ok')
        }
        break
      }
      case 'DATA': {
        if (envelope.to.length === 0) {
          say('503 5.5.1 RCPT first')
          break
        }
        say('354 Go ahead')
        const content = await input.content()
        if (content === null) return
        const isGoingOn = await take(content, envelope, { mailbox, faults, socket, say })
        if (!isGoingOn) return
        forget()
        break
      }
      case 'RSET':
        forget()
        say('250 2.0.0 Ok')
        break
      case 'NOOP':
        say('250 2.0.0 Ok')
        break
      case 'QUIT':
        socket.end('221 2.0.0 Bye\r\n')
        return
      default:
        // A client that speaks another protocol, such as a browser, is disconnected.
        socket.end('500 5.5.2 This is SMTP\r\n')
        return
    }
  }
}

/** Any user and any password. */
const signIn = (rest: string, envelope: Envelope, say: (line: string) => void): void => {
  const [way = '', given] = rest.split(' ')
  if (way.toUpperCase() === 'PLAIN' && given) say('235 2.7.0 Welcome')
  else if (way.toUpperCase() === 'PLAIN') {
    envelope.authLines = 1
    say('334 ')
  } else if (way.toUpperCase() === 'LOGIN') {
    envelope.authLines = given ? 1 : 2
    say(given ? '334 UGFzc3dvcmQ6' : '334 VXNlcm5hbWU6')
  } else say('504 5.5.4 PLAIN or LOGIN')
}

/** `FROM:<a@b>` with whatever parameters behind it. The sender may be empty, as that of a bounce. */
const addressIn = (rest: string, name: 'FROM' | 'TO'): string | null =>
  new RegExp(`^${name}:\\s*<([^<>\\r\\n]{0,320})>`, 'i').exec(rest)?.[1] ?? null

/** A whole mail: into the mailbox, unless the dial says otherwise. False when the connection is over. */
const take = async (
  content: Buffer,
  envelope: Envelope,
  { mailbox, faults, socket, say }: { mailbox: Mailbox; faults: Faults; socket: Socket; say: (line: string) => void },
): Promise<boolean> => {
  const kind = faults.next({ method: 'SMTP', path: '/' })
  if (kind !== 'none')
    await pause(kind === 'slow' ? faults.dial().latencyMs || 30_000 : faults.dial().latencyMs, undefined, { ref: false })
  if (kind === 'refused') {
    socket.resetAndDestroy()
    return false
  }
  if (kind === 'rate_limited' || kind === 'error_503') {
    say('451 4.7.1 Try again later')
    return true
  }
  if (kind === 'error_500') {
    say('554 5.3.0 Something is broken')
    return true
  }
  const email = await PostalMime.parse(content)
  const id = randomUUID()
  mailbox.keep({
    id,
    from: email.from?.address ? `${email.from.name || email.from.address} <${email.from.address}>` : (envelope.from ?? ''),
    to: envelope.to,
    subject: email.subject ?? '',
    html: email.html ?? '',
    text: email.text ?? '',
    attached: email.attachments.map((each) => ({
      name: each.filename ?? 'attachment',
      type: each.mimeType,
      content: typeof each.content === 'string' ? Buffer.from(each.content) : Buffer.from(each.content as ArrayBuffer),
    })),
  })
  if (kind === 'lost' || kind === 'reset') {
    socket.resetAndDestroy()
    return false
  }
  say(`250 2.0.0 Ok: queued as ${id}`)
  return true
}

/** Lines, and the data between DATA and a lone dot, out of a stream of bytes. Null at its end, and when a client sends too much. */
const reader = (socket: Socket) => {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<Buffer | null> => {
    const { value, done } = await chunks.next()
    return done ? null : value
  }
  return {
    async line(): Promise<string | null> {
      for (;;) {
        const end = rest.indexOf('\r\n')
        if (end >= 0) {
          const line = rest.subarray(0, end).toString('utf8')
          rest = rest.subarray(end + 2)
          return line
        }
        if (rest.length > longestLine) return null
        const chunk = await more()
        if (chunk === null) return null
        rest = Buffer.concat([rest, chunk])
      }
    },
    /** Without the dots that were put before lines that begin with one (RFC 5321, 4.5.2). */
    async content(): Promise<Buffer | null> {
      const parts = [rest]
      let bytes = rest.length
      let tail = rest.subarray(-5)
      // Looked for in the last bytes only: a mail of many chunks is not searched from its beginning with each.
      while (endOf(parts, tail) === null) {
        const chunk = await more()
        if (chunk === null) return null
        parts.push(chunk)
        bytes += chunk.length
        if (bytes > mostBytes) return null
        tail = Buffer.concat([tail, chunk]).subarray(-5 - chunk.length)
      }
      const whole = Buffer.concat(parts)
      const end = findEnd(whole)
      if (end === null) return null
      rest = whole.subarray(end.after)
      const text = whole.subarray(0, end.at).toString('latin1')
      return Buffer.from(text.replace(/^\./, '').replaceAll('\r\n.', '\r\n'), 'latin1')
    },
  }
}

const findEnd = (bytes: Buffer): { at: number; after: number } | null => {
  if (bytes.subarray(0, 3).toString('latin1') === '.\r\n') return { at: 0, after: 3 }
  const at = bytes.indexOf('\r\n.\r\n')
  return at < 0 ? null : { at: at + 2, after: at + 5 }
}

const endOf = (parts: readonly Buffer[], tail: Buffer): true | null => {
  if (tail.indexOf('\r\n.\r\n') >= 0) return true
  // All that came so far is short enough to be looked at whole, or has its end in its last piece.
  return parts.length <= 2 && findEnd(Buffer.concat(parts)) ? true : null
}
