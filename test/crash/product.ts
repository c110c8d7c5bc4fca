import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#test/support/free-port.ts'

const foyer = path.join(import.meta.dirname, '../../bin/foyer.cjs')
const run = promisify(execFile)

/** The product as `npm start` runs it, on a data folder and a port of its own, to be killed at will. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  start(): Promise<void>
  /** Whether the server's process is there. */
  isUp(): boolean
  untilReady(mostMs?: number): Promise<void>
  pids(): { server: number | undefined; database: number | undefined; worker: number | undefined }
  /** Runs `foyer <words>` beside it and answers what it prints. */
  command(...words: string[]): Promise<string>
  /** SIGTERM; answers how long the end took. */
  stop(): Promise<number>
  /** What it wrote to the terminal and the log, the last of it. */
  said(): string
}

export const makeProduct = async (dataDir: string): Promise<Product> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, FOYER_DATA: dataDir, PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'production' }
  const output = path.join(dataDir, 'said.log')
  let child: ChildProcess | undefined
  let isUp = false

  const said = (): string => (existsSync(output) ? readFileSync(output, 'utf8').slice(-4_000) : '')

  return {
    url,
    dataDir,
    said,
    isUp: () => isUp,
    async start() {
      const log = openSync(output, 'a')
      const next = spawn(process.execPath, [foyer, 'start'], { env, detached: true, stdio: ['ignore', log, log] })
      closeSync(log)
      child = next
      isUp = true
      next.once('exit', () => {
        isUp = false
      })
    },
    async untilReady(mostMs = 30_000) {
      for (const until = Date.now() + mostMs; Date.now() < until; ) {
        if (!isUp) throw new Error(`the product ended while it was starting:\n${said()}`)
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
        if (answer?.ok) return
        await sleep(20)
      }
      throw new Error(`the product was not ready within ${mostMs} ms:\n${said()}`)
    },
    pids() {
      const server = isUp ? child?.pid : undefined
      return { server, database: postmasterOf(dataDir), worker: server === undefined ? undefined : workerOf(server) }
    },
    async command(...words) {
      const { stdout } = await run(process.execPath, [foyer, ...words], { env })
      return stdout.trim()
    },
    async stop() {
      if (!child || !isUp) return 0
      const begun = Date.now()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return Date.now() - begun
    },
  }
}

/** PostgreSQL's main process, by the lock file of its cluster. */
const postmasterOf = (dataDir: string): number | undefined => {
  try {
    const { folder } = JSON.parse(readFileSync(path.join(dataDir, 'database-location'), 'utf8')) as { folder: string }
    const pid = Number.parseInt(readFileSync(path.join(path.resolve(dataDir, folder), 'database/postmaster.pid'), 'utf8'), 10)
    return pid > 0 && isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** The child of the server that runs `foyer work`. */
const workerOf = (server: number): number | undefined => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      if (Number(parent) === server && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('work'))
        return Number(pid)
    } catch {
      // It ended while we looked.
    }
  }
  return undefined
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie is over, and only waits to be counted.
    return !existsSync('/proc') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export const killHard = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
