import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#config'
import { type Database, openDatabase, type Target } from '#db/connect.ts'
import { servingAs } from '#db/embedded/login.ts'
import { findEmbedded, startEmbedded } from '#db/embedded.ts'
import { lockInstance } from '#db/instance.ts'
import { checkDatabase } from '#db/migrate.ts'
import { BadCommand } from './command.ts'

const quiet = (): void => {}
const tell = (step: string): void => {
  process.stderr.write(`${step}\n`)
}

/**
 * The database for a command: the one of DATABASE_URL, the embedded one of the running product, or, when nothing runs,
 * the embedded one started for as long as the command takes.
 */
export const withTarget = async <T>(config: Config, work: (target: Target) => Promise<T>): Promise<T> => {
  if (config.DATABASE_URL) return work({ connectionString: config.DATABASE_URL })
  const running = await findEmbedded(config.dataDir)
  if (running) return work(servingAs(running))
  // Locked while the command runs: a database that was started here ends here, and no other process may rely on it.
  const hold = await lockInstance(config.dataDir)
  if (hold.heldBy) return work(await whenItIsBack(config.dataDir, hold.message))
  try {
    const embedded = await startEmbedded({ dataDir: config.dataDir, say: tell })
    try {
      // Loads the whole server, which no command needs beside a running one.
      const { migrateAll } = await import('../main.ts')
      await migrateAll(embedded.connection)
      return await work(servingAs(embedded.connection))
    } finally {
      await embedded.stop()
    }
  } finally {
    hold.release()
  }
}

/** Foyer runs here and its database is down for a moment, or not up yet: it is Foyer's to bring back. */
const whenItIsBack = async (dataDir: string, otherwise: string): Promise<Target> => {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const running = await findEmbedded(dataDir)
    if (running) return servingAs(running)
    await sleep(200)
  }
  throw new BadCommand(`${otherwise} Its database does not start: see database.log in that folder.`)
}

/** The same, opened as the role that the server acts as. */
export const withDatabase = <T>(config: Config, work: (database: Database, target: Target) => Promise<T>): Promise<T> =>
  withTarget(config, async (target) => {
    await checkDatabase(target)
    const database = openDatabase(target, { application: 'foyer command', connections: 4, onError: quiet })
    try {
      return await work(database, target)
    } finally {
      await database.close()
    }
  })
