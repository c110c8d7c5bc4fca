import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Target } from './connect.ts'
import { postmasterOf } from './embedded/postmaster.ts'
import { startEmbedded } from './embedded.ts'

/** It goes with its folder: nothing waits for the disk. What was answered still survives the death of a process. */
export const forgotten = { fsync: 'off', full_page_writes: 'off' }

/** A database of its own in a temporary folder, for a test, a generator or a restore that is only verified; gone afterwards. */
export const startScratch = async (
  settings: Record<string, string> = {},
  folder = os.tmpdir(),
): Promise<{ target: Target; stop(): Promise<void> }> => {
  removeAbandoned(folder)
  const dataDir = mkdtempSync(path.join(folder, `foyer-scratch-${process.pid}-`))
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbedded({ dataDir, say: () => {}, scratch: true, settings: { ...forgotten, ...settings } })
  return {
    target: embedded.connection,
    stop: async () => {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * What a killed process left behind: hundreds of megabytes, in memory where the folder is, and after a restore that was only verified
 * the data of customers.
 */
const removeAbandoned = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const [, maker] = /^foyer-scratch-(\d+)-/.exec(name) ?? []
    if (!maker || isAlive(Number(maker)) || postmasterOf(path.join(folder, name, 'database'))?.state === 'alive') continue
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // Another user's, or another process removes it at the same moment.
    }
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
