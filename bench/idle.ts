import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What `npm start` takes of the machine without a request: processor and memory of all its processes, PostgreSQL's included,
 * over a minute that begins one minute after it was ready. `node bench/idle.ts` prints it.
 */
export interface Idle {
  readonly processorPercent: number
  /** Memory that processes share is counted once. */
  readonly megabytes: number
  readonly processes: number
}

const waitMs = 60_000
/** A kernel's tick, as nearly all Linux has it. */
const tickMs = 10

export const measureIdle = async (): Promise<Idle> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-idle-'))
  // PostgreSQL's own user has to get there.
  chmodSync(folder, 0o755)
  const program = path.join(import.meta.dirname, '../bin/foyer.cjs')
  const env = { ...process.env, FOYER_DATA: folder, PORT: '0', LOG_LEVEL: 'warn' }
  const product = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(product, 'exit')
  try {
    let said = ''
    product.stderr.on('data', (chunk: Buffer) => (said += chunk))
    while (!said.includes(' ready')) {
      if (product.exitCode !== null) throw new Error(`it did not start:\n${said}`)
      await sleep(100)
    }
    await sleep(waitMs)
    const pids = familyOf(product.pid ?? 0)
    const before = new Map(pids.map((pid) => [pid, ticksOf(pid)]))
    const begun = performance.now()
    await sleep(waitMs)
    const elapsedMs = performance.now() - begun
    const now = familyOf(product.pid ?? 0)
    const ticks = now.reduce((sum, pid) => sum + ticksOf(pid) - (before.get(pid) ?? 0), 0)
    return {
      processorPercent: (ticks * tickMs * 100) / elapsedMs,
      megabytes: now.reduce((sum, pid) => sum + kilobytesOf(pid), 0) / 1_000,
      processes: now.length,
    }
  } finally {
    product.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What stands behind the name, which may have blanks: state, parent, … */
const fieldsOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return [] // It has ended.
  }
}

const familyOf = (pid: number): number[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(all.map((each) => [each, Number(fieldsOf(each)[1])]))
  const below = (parent: number): number[] =>
    all.filter((each) => parents.get(each) === parent).flatMap((each) => [each, ...below(each)])
  return [pid, ...below(pid)]
}

const ticksOf = (pid: number): number => Number(fieldsOf(pid)[11] ?? 0) + Number(fieldsOf(pid)[12] ?? 0)

const kilobytesOf = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

if (import.meta.main) {
  const { processorPercent, megabytes, processes } = await measureIdle()
  console.log(`idle: ${processorPercent.toFixed(2)} % of a core, ${Math.round(megabytes)} MB, ${processes} processes`)
}
