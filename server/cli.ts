import { styleText } from 'node:util'
import { BadCommand } from '#cli/command.ts'
import { commands, groups } from '#cli/commands.ts'
import { BadConfig, readConfig } from '#config'
import { BadBackup } from '#db/backup/manifest.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { BadFolder } from '#db/instance.ts'
import { BadDatabase } from '#db/migrate.ts'
import { nearestName } from '#shapes/nearest-names.ts'

/** Bold on a terminal that wants it (https://no-color.org), plain in a file or a pipe. */
const bold = (text: string): string => styleText('bold', text, { stream: process.stdout })

/** Every command with its first sentence; the rest is behind `--help`. */
const help = (): string => {
  const lines = ['Foyer: self-hosted CRM front desk.', '', 'Usage: npx foyer <command> [--help]   npx foyer --version']
  const widest = Math.max(...Object.keys(commands).map((name) => name.length))
  for (const [title, names] of Object.entries(groups)) {
    lines.push('', bold(title))
    for (const name of names) lines.push(`  ${bold(name.padEnd(widest))}  ${firstSentence(commands[name]?.about ?? '')}`)
  }
  return `${lines.join('\n')}\n\nRun \`npx foyer <command> --help\` for its options.\n`
}

const firstSentence = (about: string): string => about.split(/(?<=[.;]) /)[0]?.replace(/;$/, '.') ?? about

const usageOf = ({ usage, about }: { usage: string; about: string }): string => `Usage: npx foyer ${usage}\n\n  ${about}\n`

const main = async (args: readonly string[]): Promise<void> => {
  const [name = 'help', ...rest] = args
  if (['version', '--version', '-v'].includes(name)) {
    process.stdout.write(`${(await import('#cli/version.ts')).foyerVersion}\n`)
    return
  }
  if (['help', '--help', '-h'].includes(name)) {
    const about = rest[0] !== undefined && Object.hasOwn(commands, rest[0]) ? commands[rest[0]] : undefined
    process.stdout.write(about ? usageOf(about) : help())
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const near = nearestName(name, Object.keys(commands))
    const hint = near ? `Did you mean \`npx foyer ${near}\`?` : 'Run `npx foyer help` for a list.'
    process.stderr.write(`foyer: there is no command "${name}". ${hint}\n`)
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
    process.stderr.write(`foyer: ${inWords(error, command.usage)}\n`)
    // At once: a server that found its port taken has connections open that would try again for ever.
    process.exit(error instanceof BadCommand || isMisspelt(error) ? 2 : 1)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** An option that there is none of, or one without its value. */
const isMisspelt = (error: unknown): boolean => codeOf(error).startsWith('ERR_PARSE_ARGS_')

/** Expected errors name a fix for the operator; anything else is a defect, and shows where. */
const inWords = (error: unknown, usage: string): string => {
  if (!(error instanceof Error)) return String(error)
  if ([BadCommand, BadConfig, BadDatabase, BadFolder, BadBackup].some((kind) => error instanceof kind)) return error.message
  if (isMisspelt(error)) {
    const [, typed = ''] = /'(--?[^']+)'/.exec(error.message) ?? []
    const near = nearestName(typed, usage.match(/--[a-z-]+/g) ?? [])
    const hint = near && near !== typed ? `Did you mean ${near}?` : `Usage: npx foyer ${usage}`
    return `${error.message.split(/\.?(?:\n|$|\. )/)[0]}. ${hint}`
  }
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
