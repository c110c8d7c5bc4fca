import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../instance.ts'
import { readOurs } from './folders.ts'

/** PostgreSQL's main process, by the lock file in its cluster. */
export interface Postmaster {
  readonly pid: number
  readonly socketDir: string
  /** `starting`, `ready`, `stopping`, or empty before it has said so. */
  readonly phase: string
  readonly state: 'alive' | 'dead'
}

/** Answers undefined where there is no lock file, or one that has not been written whole yet. */
export const postmasterOf = (cluster: string): Postmaster | undefined => {
  const lines = readOurs(path.join(cluster, 'postmaster.pid'))?.split('\n')
  if (!lines) return undefined
  const pid = Number(lines[0])
  const isAlive = Number.isSafeInteger(pid) && pid > 0 && isPostmaster(pid, cluster)
  return { pid, socketDir: lines[4] ?? '', phase: lines[7]?.trim() ?? '', state: isAlive ? 'alive' : 'dead' }
}

/** Whether a process is alive, and is the server of this cluster rather than a later process with the same id. */
export const isPostmaster = (pid: number, cluster: string): boolean =>
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

/** Fast shutdown; after `patienceMs` the immediate one, from which the next start recovers; then force. */
export const end = async (pid: number, cluster: string, patienceMs = 8_000): Promise<void> => {
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
