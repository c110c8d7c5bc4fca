import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Faults } from '../faults.ts'
import { answer, capabilities, signIn, signInPlain } from './commands.ts'
import { type Command, readCommands, wordOf } from './lines.ts'
import { Bye, reportNews, type Session } from './session.ts'
import type { MailStore } from './store.ts'

const mostConnections = 200
/** Longer than a client may be silent in IDLE. */
const idleMs = 31 * 60_000
const hugeBytes = 100 * 1024 * 1024

/**
 * A mail server (IMAP4rev1, RFC 3501) for this machine, without TLS: the accounts are those that sign in. With UIDPLUS, MOVE, IDLE,
 * CONDSTORE and QRESYNC; without parts of mails and their structure. The fault dial counts each command as a request: `IMAP UID FETCH`; and
 * each connection, before it is greeted: `IMAP GREETING`.
 */
export const openImap = async (parts: {
  readonly store: MailStore
  readonly faults: Faults
  readonly port?: number
}): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    if (sockets.size >= mostConnections) return void socket.destroy()
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    talk(socket, parts).then(
      () => socket.destroySoon(),
      () => socket.destroy(),
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(parts.port ?? 0, '127.0.0.1', () => done())
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

interface Talk {
  readonly socket: Socket
  readonly session: Session
  readonly faults: Faults
  readonly input: ReturnType<typeof readCommands>
}

/** One connection, from greeting to goodbye. */
const talk = async (socket: Socket, { store, faults }: { store: MailStore; faults: Faults }): Promise<void> => {
  const session: Session = {
    ...{ store, email: null, selected: null, known: new Map<number, number>() },
    ...{ countsChanges: false, namesVanished: false },
  }
  const input = readCommands(socket)
  if (!(await greet(socket, faults))) return
  try {
    for (let command = await input.command(); command; command = await input.command())
      if (!(await respond({ socket, session, faults, input }, command))) return
  } catch (error) {
    if (error instanceof Bye) socket.end(`* BYE ${error.message}\r\n`)
    else socket.end('* BYE [SERVERBUG] The sandbox failed\r\n')
  }
}

/** Answers whether the connection goes on. */
const greet = async (socket: Socket, faults: Faults): Promise<boolean> => {
  const kind = await meetFault(faults, 'GREETING')
  const instead = greetingInstead[kind]
  if (kind === 'refused' || kind === 'lost') socket.resetAndDestroy()
  else if (kind === 'huge') await sayWithoutEnd(socket)
  else if (instead !== undefined) socket.write(`${instead}\r\n`)
  else return send(socket, Buffer.from(`* OK [CAPABILITY ${capabilities}] Sandbox\r\n`), kind)
  return false
}

/** What is no welcome: a server that is full or ill says goodbye at once (RFC 9051, 7.1.5), and another kind of server speaks its own language. */
const greetingInstead: Partial<Record<string, string>> = {
  rate_limited: '* BYE [LIMIT] Too many connections',
  error_500: '* BYE [SERVERBUG] Something went wrong',
  error_503: '* BYE [UNAVAILABLE] Try again later',
  html: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><title>We’ll be right back</title>',
  ok_error_body: '* BAD This is no mail server',
  redirect_loop: '* BYE [REFERRAL imap://localhost/] Over there',
}

const sayWithoutEnd = async (socket: Socket): Promise<void> => {
  const piece = Buffer.alloc(65_536, 'a')
  socket.write('* OK ')
  for (let sent = 0; sent < hugeBytes && !socket.destroyed; sent += piece.length)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

const meetFault = async (faults: Faults, path: string): Promise<string> => {
  const kind = faults.next({ method: 'IMAP', path })
  if (kind !== 'none')
    await pause(kind === 'slow' ? faults.dial().latencyMs || 30_000 : faults.dial().latencyMs, undefined, { ref: false })
  return kind
}

/** Answers whether the connection goes on. */
const respond = async (talking: Talk, command: Command): Promise<boolean> => {
  const { socket, faults } = talking
  const { tag, verb } = command
  const kind = await meetFault(faults, verb)
  const instead = insteadOf(kind)
  if (instead === 'end') {
    socket.resetAndDestroy()
    return false
  }
  if (instead !== null) {
    socket.write(`${tag} ${instead}\r\n`)
    return true
  }
  if (verb === 'IDLE') return idle(talking, tag)
  const output: Buffer[] = []
  const isOver = verb === 'LOGOUT'
  if (isOver) output.push(Buffer.from('* BYE Goodbye\r\n'))
  const outcome = isOver ? 'OK Goodbye' : await outcomeOf(talking, command, output)
  output.push(Buffer.from(`${tag} ${outcome}\r\n`, 'latin1'))
  return (await send(socket, Buffer.concat(output), kind)) && !isOver
}

const insteadOf = (kind: string): string | null => {
  if (kind === 'refused') return 'end'
  if (kind === 'rate_limited') return 'NO [LIMIT] Too many commands'
  if (kind === 'error_500') return 'NO [SERVERBUG] Something went wrong'
  if (kind === 'error_503') return 'NO [UNAVAILABLE] Try again later'
  if (kind === 'html' || kind === 'ok_error_body' || kind === 'redirect_loop') return 'OK'
  return null
}

const outcomeOf = async ({ session, socket, input }: Talk, command: Command, output: Buffer[]): Promise<string> => {
  const { verb, tokens } = command
  if (verb === 'LOGIN') return signIn(session, wordOf(tokens[0]), wordOf(tokens[1]))
  if (verb === 'AUTHENTICATE') {
    if (!/^plain$/i.test(wordOf(tokens[0]))) return 'NO [CANNOT] PLAIN'
    if (tokens[1] !== undefined) return signInPlain(session, wordOf(tokens[1]))
    socket.write('+ \r\n')
    return signInPlain(session, (await input.line()) ?? '')
  }
  return answer(session, command, (...parts) => {
    output.push(Buffer.from('* '), ...parts.map((part) => Buffer.from(part as string, 'latin1')), Buffer.from('\r\n'))
  })
}

/** Tells of changes until the client says DONE. */
const idle = async ({ session, socket, input }: Talk, tag: string): Promise<boolean> => {
  if (session.email === null) {
    socket.write(`${tag} NO Log in first\r\n`)
    return true
  }
  const say = (...parts: readonly (string | Buffer)[]): void => void socket.write(`* ${parts.join('')}\r\n`, 'latin1')
  const tell = (): void => {
    try {
      reportNews({ session, say })
    } catch (error) {
      socket.end(`* BYE ${(error as Error).message}\r\n`)
    }
  }
  socket.write('+ Idling\r\n')
  const unwatch = session.store.watch(tell)
  tell()
  const line = await input.line()
  unwatch()
  if (line === null) return false
  socket.write(`${tag} ${/^done$/i.test(line) ? 'OK Done' : 'BAD Expected DONE'}\r\n`)
  return true
}

const send = async (socket: Socket, whole: Buffer, kind: string): Promise<boolean> => {
  if (kind === 'lost' || kind === 'reset') {
    if (kind === 'reset') socket.write(whole.subarray(0, whole.length >> 1))
    await pause(50)
    socket.resetAndDestroy()
    return false
  }
  if (kind !== 'drip') {
    socket.write(whole)
    return true
  }
  for (let at = 0; at < whole.length && !socket.destroyed; at++) {
    socket.write(whole.subarray(at, at + 1))
    await pause(1_000, undefined, { ref: false })
  }
  return !socket.destroyed
}
