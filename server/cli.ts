import { BadCommand, type Command } from '#cli/command.ts'
import { BadConfig, readConfig } from '#config'
import { BadBackup } from '#db/backup/manifest.ts'
import { isDatabaseAway } from '#db/connect.ts'
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
  fonts: async () => (await import('#cli/fonts.ts')).fonts,
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
    process.stderr.write(`foyer: ${inWords(error)}\n`)
    // At once: a server that found its port taken has connections open that would try again for ever.
    process.exit(error instanceof BadCommand || isMisspelt(error) ? 2 : 1)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** An option that there is none of, or one without its value. */
const isMisspelt = (error: unknown): boolean => codeOf(error).startsWith('ERR_PARSE_ARGS_')

/** Whoever typed the command mends what they can; anything else is a defect, and shows where. */
const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ([BadCommand, BadConfig, BadDatabase, BadFolder, BadBackup].some((kind) => error instanceof kind)) return error.message
  if (isMisspelt(error)) return `${error.message.split(/\.?(?:\n|$|\. )/)[0]}. \`npx foyer help\` shows how.`
  const code = codeOf(error)
  const { address, port } = error as { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken by another program. Set PORT to a free one, or stop that program.`
  if (code === 'EACCES' && (error as { syscall?: string }).syscall === 'listen')
    return `Port ${port} of ${address} needs rights that this user has not. Set PORT to one above 1023, and put a proxy before it.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Set HOST to one that it has, or to 0.0.0.0 for all.`
  // 28: the role or its password; 3D000: there is no such database.
  if (isDatabaseAway(error) || /^(28|3D)/.test(code))
    return `The database cannot be reached: ${error.message || code}. Check DATABASE_URL (and DATABASE_OWNER_URL), and that PostgreSQL runs.`
  return error.stack ?? error.message
}

await main(process.argv.slice(2))
