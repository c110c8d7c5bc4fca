import { BadCommand } from '#cli/command.ts'
import { commands } from '#cli/commands.ts'
import { BadConfig, readConfig } from '#config'
import { BadBackup } from '#db/backup/manifest.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { BadFolder } from '#db/instance.ts'
import { BadDatabase } from '#db/migrate.ts'

const help = (): string => {
  const lines = ['Foyer: self-hosted CRM front desk.', '', 'Usage: npx foyer <command> [--help]   npx foyer --version', '']
  for (const { usage, about } of Object.values(commands)) lines.push(`  foyer ${usage}`, `      ${about}`)
  return `${lines.join('\n')}\n`
}

const usageOf = ({ usage, about }: { usage: string; about: string }): string => `Usage: npx foyer ${usage}\n\n  ${about}\n`

const main = async (args: readonly string[]): Promise<void> => {
  const [name = 'help', ...rest] = args
  if (['version', '--version', '-v'].includes(name)) {
    process.stdout.write(`${(await import('#cli/version.ts')).foyerVersion}\n`)
    return
  }
  if (['help', '--help', '-h'].includes(name)) {
    const about = rest[0] === undefined ? undefined : commands[rest[0]]
    process.stdout.write(about ? usageOf(about) : help())
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    process.stderr.write(`foyer: there is no command "${name}". Run \`npx foyer help\` for a list.\n`)
    process.exitCode = 2
    return
  }
  try {
    if (rest.some((word) => word === '--help' || word === '-h')) {
      process.stdout.write(usageOf(command))
      return
    }
    if (command.usage === name && rest.length > 0)
      throw new BadCommand(`\`foyer ${name}\` takes no options; "${rest[0]}" is unknown.`)
    const { run } = await command.load()
    await run(rest, readConfig(), command.usage)
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
