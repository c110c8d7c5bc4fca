import { parseArgs } from 'node:util'
import type { Config } from '#config'
import { openStandaloneSandbox, sandboxMailbox } from '#transports/server/sandbox.ts'
import { BadCommand, type Command } from './command.ts'
import { onStop } from './shutdown.ts'

export const run: Command = async (args, config, usage) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, port: { type: 'string' }, 'smtp-port': { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals[0] === 'mail' && positionals.length === 1) return printMails(config, values.to)
  if (positionals.length > 0) throw new BadCommand(`Usage: foyer ${usage}`)
  const smtpPort = values['smtp-port']
  await runAlone(config, {
    port: readPort('--port', values.port ?? '0'),
    ...(smtpPort !== undefined && { smtpPort: readPort('--smtp-port', smtpPort) }),
  })
}

const readPort = (name: string, text: string): number => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new BadCommand(`${name} must be a number up to 65535.`)
  return port
}

/** Newest first, as the mailbox itself has them. */
const printMails = (config: Config, to: string | undefined): void => {
  for (const mail of sandboxMailbox(config).list(to)) process.stdout.write(`${JSON.stringify(mail)}\n`)
}

const runAlone = async (config: Config, ports: { port: number; smtpPort?: number }): Promise<void> => {
  let close = async (): Promise<void> => {}
  const stopping = onStop(() => close())
  await stopping.guard(async () => {
    const standalone = await openStandaloneSandbox(config, ports)
    close = standalone.close
    process.stdout.write(`${standalone.address}/sandbox\n`)
    if (standalone.smtpPort !== null) process.stderr.write(`Mail by SMTP: port ${standalone.smtpPort}\n`)
  })
}
