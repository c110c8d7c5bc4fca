import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf, kilobytesOf, processorSecondsOf } from './proc.ts'

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
    const before = new Map(pids.map((pid) => [pid, processorSecondsOf(pid)]))
    const begun = performance.now()
    await sleep(waitMs)
    const elapsedMs = performance.now() - begun
    const now = familyOf(product.pid ?? 0)
    const seconds = now.reduce((sum, pid) => sum + processorSecondsOf(pid) - (before.get(pid) ?? 0), 0)
    return {
      processorPercent: (seconds * 100_000) / elapsedMs,
      megabytes: now.reduce((sum, pid) => sum + kilobytesOf(pid), 0) / 1_000,
      processes: now.length,
    }
  } finally {
    product.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { processorPercent, megabytes, processes } = await measureIdle()
  console.log(`idle: ${processorPercent.toFixed(2)} % of a core, ${Math.round(megabytes)} MB, ${processes} processes`)
}
