import { BadCommand, type Command } from '#cli/command.ts'
import { BadConfig, readConfig } from '#config'
import { BadBackup } from '#db/backup/manifest.ts'
import { BadFolder } from '#db/instance.ts'
import { BadDatabase } from '#db/migrate.ts'

/** Commands by name, loaded only when they are asked for: `foyer key create` need not load the server. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('#cli/start.ts')).start,
  serve: async () => (await import('#cli/serve.ts')).serveCommand,
  work: async () => (await import('#cli/work.ts')).workCommand,
  migrate: async () => (await import('#cli/migrate.ts')).migrateCommand,
  org: async () => (await import('#cli/org.ts')).org,
  user: async () => (await import('#cli/user.ts')).user,
  key: async () => (await import('#cli/key.ts')).key,
  token: async () => (await import('#cli/token.ts')).token,
  doctor: async () => (await import('#cli/doctor.ts')).doctor,
  backup: async () => (await import('#cli/backup.ts')).backup,
  restore: async () => (await import('#cli/restore.ts')).restore,
  rekey: async () => (await import('#cli/rekey.ts')).rekey,
  demo: async () => (await import('#cli/demo.ts')).demo,
  sandbox: async () => (await import('#cli/sandbox.ts')).sandboxCommand,
}

const help = async (): Promise<string> => {
  const lines = ['Foyer: leads come in once, durably.', '', 'Usage: npx foyer <command>', '']
  for (const load of Object.values(commands)) {
    const { usage, about } = await load()
    lines.push(`  foyer ${usage}`, `      ${about}`)
  }
  return `${lines.join('\n')}\n`
}

const main = async (args: readonly string[]): Promise<void> => {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(await help())
    return
  }
  const load = commands[name]
  if (!load) {
    process.stderr.write(`foyer: there is no command "${name}". \`npx foyer help\` lists them.\n`)
    process.exitCode = 2
    return
  }
  try {
    await (await load()).run(rest, readConfig())
  } catch (error) {
    const expected = [BadCommand, BadConfig, BadDatabase, BadFolder, BadBackup].some((kind) => error instanceof kind)
    process.stderr.write(`foyer: ${expected ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
    process.exitCode = error instanceof BadCommand ? 2 : 1
  }
}

await main(process.argv.slice(2))
