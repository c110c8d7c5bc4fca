import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { forgotten } from '#db/temporary-database.ts'
import { migrateAll } from '../../server/main.ts'

/** Where a run keeps a migrated cluster that nobody started since: copying it takes 0.2 s, making one 3 s of processor. */
const variable = 'FOYER_TEST_CLUSTER'

/** Makes it, for all processes that are started from now on. */
export const prepareCluster = async (): Promise<{ remove(): void }> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-prepared-'))
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbedded({ dataDir, say: () => {}, scratch: true, settings: forgotten })
  try {
    await migrateAll(embedded.connection)
  } finally {
    await embedded.stop()
  }
  const cluster = path.join(dataDir, 'database')
  // Elsewhere than in the data folder where the database's user does not reach that: each test makes its own then.
  if (existsSync(cluster)) process.env[variable] = cluster
  return { remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) }
}

/** Puts it into an empty data folder, where the run has one; a start finds nothing to make then. */
export const fillDataFolder = (dataDir: string): void => {
  const cluster = process.env[variable]
  if (cluster) execFileSync('cp', ['-a', cluster, path.join(dataDir, 'database')])
}
