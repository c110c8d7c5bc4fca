import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCluster } from './embedded/cluster.ts'
import { type Connection, connectionTo, probe } from './embedded/connection.ts'
import { isWithin, removeIfEmpty } from './embedded/folders.ts'
import { settle } from './embedded/leftovers.ts'
import { readLocation } from './embedded/location.ts'
import { makeLogin } from './embedded/login.ts'
import { findPlace, type Place } from './embedded/place.ts'
import { end, postmasterOf } from './embedded/postmaster.ts'
import { attach, launch, type Server } from './embedded/server.ts'
import { startParameters } from './embedded/settings.ts'
import { lockFile, makeDataFolder } from './instance.ts'
import { BadDatabase } from './migrate.ts'

export interface Embedded {
  /** With the owner role: for migrations, backups and the doctor. Servers use its `servingAs`. */
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
    const place = await findPlace(home, options.shelter)
    const parameters = startParameters(place, options)
    const first = await bringUp(place, parameters, options, stopping.signal)
    // A scratch server has owners of its own, who make the roles as a managed one's would.
    if (!options.scratch) await makeLogin(first.connection)
    return { place, parameters, first }
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
      options.say('the database process died; restarting it')
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
            `the database does not start, next attempt in ${delayMs} ms: ${error instanceof Error ? error.message : error}`,
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
    const running = await settle(place, options.say, signal)
    if (running) return attach(running, place)
    await makeCluster(place, options)
    if (tries === 1) options.say('starting the database')
    const outcome = await launch(place, parameters, options.say, signal)
    if (typeof outcome !== 'string') return outcome
    if (tries === 4) throw new BadDatabase(`PostgreSQL does not start: ${outcome} (see ${place.log})`)
    await sleep(250 * tries, undefined, { signal })
  }
}

const nextDelay = (delayMs: number): number => Math.min(5_000, Math.max(250, delayMs * 2))

/** The database that runs on this data folder now, for a command beside the product, as its owner; undefined when none does. */
export const findEmbedded = async (dataDir: string): Promise<Connection | undefined> => {
  if (!existsSync(dataDir)) return undefined
  const home = realpathSync(dataDir)
  const running = postmasterOf(path.join(readLocation(home)?.folder ?? home, 'database'))
  if (running?.state !== 'alive') return undefined
  const connection = connectionTo(running.socketDir)
  return (await probe(connection)) === 'ready' ? connection : undefined
}
