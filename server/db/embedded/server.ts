import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainEnvironment } from './account.ts'
import { type Connection, connectionTo, probe } from './connection.ts'
import type { Place } from './place.ts'
import { end, isPostmaster, type Postmaster } from './postmaster.ts'
import { openLog } from './server-log.ts'

export interface Server {
  readonly pid: number
  readonly connection: Connection
  /** Absent where the server is not ours by birth. */
  readonly child: ChildProcess | undefined
  readonly ended: Promise<void>
}

/** Starts the server; answers it when it takes connections, or why it ended. */
export const launch = async (
  place: Place,
  parameters: readonly string[],
  say: (step: string) => void,
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
        say(`the database is recovering from a crash (${Math.round((saidAt - since) / 1000)} s)`)
      }
      await sleep(10)
    }
  } catch (error) {
    child.kill('SIGINT')
    if (child.pid) await end(child.pid, place.cluster)
    throw error
  }
}

export const attach = (found: Postmaster, place: Place): Server => {
  const { pid } = found
  const ended = (async () => {
    while (isPostmaster(pid, place.cluster)) await sleep(250)
  })()
  return { pid, connection: connectionTo(found.socketDir), child: undefined, ended }
}
