import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Target } from './connect.ts'
import { startEmbedded } from './embedded.ts'

/** It goes with its folder: nothing waits for the disk. What was answered still survives the death of a process. */
export const forgotten = { fsync: 'off', full_page_writes: 'off' }

/** A database of its own in a temporary folder, for a test, a generator or a restore that is only verified; gone afterwards. */
export const startScratch = async (
  settings: Record<string, string> = {},
  folder = os.tmpdir(),
): Promise<{ target: Target; stop(): Promise<void> }> => {
  const dataDir = mkdtempSync(path.join(folder, 'foyer-scratch-'))
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
