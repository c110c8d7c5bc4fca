import { migrateAll } from '../main.ts'
import { BadCommand, type Command } from './command.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'Applies the migrations to the database in DATABASE_OWNER_URL (or DATABASE_URL). `start` does this automatically.',

  async run(_args, config) {
    const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL
    if (!url) throw new BadCommand('Set DATABASE_OWNER_URL. The embedded database is brought up to date by `npm start`.')
    const applied = await migrateAll({ connectionString: url }, (step) => process.stderr.write(`${step}\n`))
    process.stdout.write(`${applied.length} migrations applied\n`)
  },
}
