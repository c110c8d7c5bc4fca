import type { Config } from '#config'
import type { Target } from '#db/connect.ts'
import { servingAs } from '#db/embedded/login.ts'
import { findEmbedded } from '#db/embedded.ts'
import { BadCommand } from './command.ts'

/** The database of a process that does not bring its own: DATABASE_URL, or the embedded one that `npm start` runs. */
export const needTarget = async (config: Config): Promise<Target> => {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL }
  const running = await findEmbedded(config.dataDir)
  if (running) return servingAs(running)
  throw new BadCommand('There is no database. Set DATABASE_URL, or run `npm start`, which includes one.')
}
