import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#config'
import type { Target } from '#db/connect.ts'
import { findEmbedded, startEmbedded } from '#db/embedded.ts'
import { lockInstance } from '#db/instance.ts'
import { BadCommand } from './command.ts'

/** A step that took a while, or is going to, for the person at the terminal. */
export const tell = (step: string): void => {
  process.stderr.write(`${step}\n`)
}

/** The database by its own address: the role that owns the tables, where two are named. */
export const ownerTarget = (config: Config): Target | undefined => {
  const connectionString = config.DATABASE_OWNER_URL ?? config.DATABASE_URL
  return connectionString === undefined ? undefined : { connectionString }
}

/**
 * The database as its owner, as it stands: the one of DATABASE_OWNER_URL or DATABASE_URL, the embedded one of the running
 * product, or the embedded one started for as long as the command takes. Nothing is migrated.
 */
export const withOwner = async <T>(config: Config, work: (owner: Target) => Promise<T>): Promise<T> => {
  const owner = ownerTarget(config) ?? (await findEmbedded(config.dataDir))
  if (owner) return work(owner)
  if (!hasEmbedded(config.dataDir))
    throw new BadCommand(`There is no database in ${config.dataDir}. Set FOYER_DATA to your data folder, or set DATABASE_URL.`)
  return withEmbedded(config, work)
}

/** A start has made a database in this folder. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(path.join(dataDir, 'database-location'))

/** The embedded database for as long as `work` takes, while no other Foyer can start on the folder. */
export const withEmbedded = async <T>(config: Config, work: (owner: Target) => Promise<T>): Promise<T> => {
  const hold = await lockInstance(config.dataDir)
  if (hold.heldBy) throw new BadCommand(hold.message)
  try {
    const embedded = await startEmbedded({ dataDir: config.dataDir, say: tell })
    try {
      return await work(embedded.connection)
    } finally {
      await embedded.stop()
    }
  } finally {
    hold.release()
  }
}
