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
  held: async () => (await import('#cli/held.ts')).held,
  rekey: async () => (await import('#cli/rekey.ts')).rekey,
  fonts: async () => (await import('#cli/fonts.ts')).fonts,
  demo: async () => (await import('#cli/demo.ts')).demo,
  sandbox: async () => (await import('#cli/sandbox.ts')).sandboxCommand,
}

const help = async (): Promise<string> => {
  const lines = ['Foyer: self-hosted CRM front desk.', '', 'Usage: npx foyer <command> [--help]   npx foyer --version', '']
  for (const load of Object.values(commands)) {
    const { usage, about } = await load()
    lines.push(`  foyer ${usage}`, `      ${about}`)
  }
  return `${lines.join('\n')}\n`
}

const usageOf = ({ usage, about }: Command): string => `Usage: npx foyer ${usage}\n\n  ${about}\n`

const main = async (args: readonly string[]): Promise<void> => {
  const [name = 'help', ...rest] = args
  if (['version', '--version', '-v'].includes(name)) {
    process.stdout.write(`${(await import('#cli/version.ts')).foyerVersion}\n`)
    return
  }
  if (['help', '--help', '-h'].includes(name)) {
    const about = rest[0] === undefined ? undefined : commands[rest[0]]
    process.stdout.write(about ? usageOf(await about()) : await help())
    return
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    process.stderr.write(`foyer: there is no command "${name}". Run \`npx foyer help\` for a list.\n`)
    process.exitCode = 2
    return
  }
  try {
    const command = await load()
    if (rest.some((word) => word === '--help' || word === '-h')) {
      process.stdout.write(usageOf(command))
      return
    }
    if (command.usage === name && rest.length > 0)
      throw new BadCommand(`\`foyer ${name}\` takes no options; "${rest[0]}" is unknown.`)
    await command.run(rest, readConfig())
  } catch (error) {
    process.stderr.write(`foyer: ${inWords(error)}\n`)
    // At once: a server that found its port taken has connections open that would try again for ever.
    process.exit(error instanceof BadCommand || isMisspelt(error) ? 2 : 1)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** An option that there is none of, or one without its value. */
const isMisspelt = (error: unknown): boolean => codeOf(error).startsWith('ERR_PARSE_ARGS_')

/** Expected errors name a fix for the operator; anything else is a defect, and shows where. */
const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ([BadCommand, BadConfig, BadDatabase, BadFolder, BadBackup].some((kind) => error instanceof kind)) return error.message
  if (isMisspelt(error)) return `${error.message.split(/\.?(?:\n|$|\. )/)[0]}. Run \`npx foyer help\` for usage.`
  const code = codeOf(error)
  const { address, port } = error as { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use by another program. Set PORT to a free port, or stop that program.`
  if (code === 'EACCES' && (error as { syscall?: string }).syscall === 'listen')
    return `Port ${port} on ${address} requires privileges that this user does not have. Set PORT above 1023 and put a proxy in front.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`
  // 28: the role or its password; 3D000: there is no such database.
  if (isDatabaseAway(error) || /^(28|3D)/.test(code))
    return `The database cannot be reached: ${error.message || code}. Check DATABASE_URL (and DATABASE_OWNER_URL), and that PostgreSQL is running.`
  return error.stack ?? error.message
}

await main(process.argv.slice(2))
