import { migrateAll } from '../main.ts'
import { BadCommand, type Command } from './command.ts'

export const run: Command = async (_args, config) => {
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL
  if (!url) throw new BadCommand('Set DATABASE_OWNER_URL. The embedded database is brought up to date by `npm start`.')
  const applied = await migrateAll({ connectionString: url }, (step) => process.stderr.write(`${step}\n`))
  process.stdout.write(`${applied.length} migrations applied\n`)
}
