import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { freePort } from './free-port.ts'

export interface ImapServer {
  readonly port: number
  readonly user: string
  readonly password: string
  stop(): Promise<void>
}

export interface SmallImapServer extends ImapServer {
  /** How many connections are open. */
  connections(): number
  /** Breaks all of them. */
  cut(): void
}

/** As much of hoodiecrow as is used; it has no types. */
type Hoodiecrow = (options: object) => HoodiecrowServer
interface HoodiecrowServer {
  readonly server: Server
  readonly connectionHandlers: ((connection: HoodiecrowConnection) => void)[]
  listen(port: number, host: string, done: () => void): void
  appendMessage(folder: unknown, flags: readonly string[], date: unknown, raw: string, untold?: unknown): unknown
  createMailbox(path: string, folder?: unknown): void
  getMailbox(path: string): { uidvalidity: number }
}
interface HoodiecrowConnection {
  readonly socket: Socket
  /** What takes the next line of a client that waits for news. */
  inputHandler?: ((line: string) => void) | false
}

/** Of a client that waits for news when its connection breaks, it keeps a timer of half an hour. */
const endIdle = (connection: HoodiecrowConnection): void => {
  const end = (): void => {
    try {
      if (connection.inputHandler) connection.inputHandler('DONE')
    } catch {
      // It answers a socket that is gone.
    }
  }
  connection.socket.prependListener('close', end)
}

/**
 * It never tells a connection of what that connection itself appended to the folder it has selected, not even at the NOOP by which a client
 * asks (RFC 3501, 6.3.11): the mail program of a test took a folder for empty that had just got its first mail.
 */
const announceAppends = (server: HoodiecrowServer): void => {
  const append = server.appendMessage.bind(server)
  server.appendMessage = (folder, flags, date, raw) => append(folder, flags, date, raw)
}

/**
 * It counts a folder that is made anew by where the old one of its name ended: one that was deleted twice with as many mails has the old
 * numbers for other mails. UIDVALIDITY must be greater each time (RFC 3501, 2.3.1.1).
 */
const countFoldersUp = (server: HoodiecrowServer): void => {
  const create = server.createMailbox.bind(server)
  let made = 1
  server.createMailbox = (path, folder) => {
    create(path, folder)
    made += 1
    server.getMailbox(path).uidvalidity = made
  }
}

/** An IMAP server inside this process: IDLE, UIDPLUS and special folders, and no count of changes. */
export const startSmallImapServer = async ({ port = 0, password = 'right' } = {}): Promise<SmallImapServer> => {
  const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as Hoodiecrow
  const sockets = new Set<Socket>()
  const server = hoodiecrow({
    plugins: ['ID', 'ENABLE', 'IDLE', 'NAMESPACE', 'SPECIAL-USE', 'UIDPLUS', 'MOVE', 'LITERALPLUS', 'UNSELECT'],
    users: { jo: { password } },
    storage: {
      INBOX: { messages: [] },
      '': { separator: '/', folders: { Sent: { 'special-use': '\\Sent' }, Archive: { 'special-use': '\\Archive' } } },
    },
  })
  server.connectionHandlers.push(endIdle)
  announceAppends(server)
  countFoldersUp(server)
  server.server.on('connection', (socket) => {
    // It writes an answer in pieces: each would wait 40 ms for the one before.
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = async (): Promise<void> => {
    const closed = new Promise((done) => server.server.close(done))
    cut()
    await closed
  }
  return { port: address.port, user: 'jo', password, connections: () => sockets.size, cut, stop }
}

const dovecot = '/usr/sbin/dovecot'
/** Why a test against it is skipped; false where it is there. */
export const isDovecotMissing = (): string | false => (existsSync(dovecot) ? false : 'dovecot is not installed')

/** A real one, with CONDSTORE and QRESYNC, and an empty folder of its own. It wants to be started by root. */
export const startDovecot = async (): Promise<ImapServer> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'imap-server-'))
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'mail'), { mode: 0o777 })
  await chmod(path.join(folder, 'mail'), 0o777)
  const port = await freePort()
  const config = path.join(folder, 'dovecot.conf')
  await writeFile(config, configOf(folder, port))
  const child: ChildProcess = spawn(dovecot, ['-F', '-c', config], { stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.kill()) await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) {
      await stop()
      throw new Error('dovecot does not start.')
    }
    await sleep(100)
  }
  return { port, user: 'jo', password: 'right', stop }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => done(false))
    socket.once('data', () => {
      socket.destroy()
      done(true)
    })
  })

const configOf = (folder: string, port: number): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%n
mail_uid = 65534
mail_gid = 65534
first_valid_uid = 1
passdb {
  driver = static
  args = password=right
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${folder}/mail/%n
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
  mailbox Archive {
    special_use = \\Archive
    auto = subscribe
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

/** Another mail program of the same account: what it does there is what the copy must follow. */
export const openMailProgram = async ({ port, user, password }: ImapServer): Promise<ImapFlow> => {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, logger: false, disableAutoIdle: true },
    auth: { user, pass: password },
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
