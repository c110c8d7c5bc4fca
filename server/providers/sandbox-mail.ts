import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Config, hasSandbox } from '#config'
import type { FindMailServer } from '#core/outbound/addresses.ts'
import type { FoundServers } from '#ports/mailboxes.ts'

/** No DNS has such a name (RFC 2606): where the sandbox is off, it stands for nothing. */
const host = 'mail.sandbox.example'
const ports = { imap: 143, smtp: 587 } as const
/** Of addresses for which its servers are proposed. */
const domains: readonly string[] = ['sandbox.example', host]

const Listening = z.object({ imap: z.int(), smtp: z.int() })

/**
 * The same, and where the sandbox is on its own mail server, by its name alone: on this machine, at the ports that it wrote down when it
 * started, and without TLS. What a member types as an address of this machine is refused as ever.
 */
export const withSandboxMail = (config: Config, find: FindMailServer): FindMailServer => {
  if (!hasSandbox(config)) return find
  const file = path.join(config.dataDir, 'sandbox/imap/ports.json')
  return async (name, port) => {
    if (name.toLowerCase().replace(/\.$/, '') !== host) return find(name, port)
    const listening = await readFile(file, 'utf8').then(
      (text) => Listening.parse(JSON.parse(text)),
      () => null,
    )
    const own = port === ports.imap ? listening?.imap : port === ports.smtp ? listening?.smtp : undefined
    return own === undefined ? { addresses: [], isListed: false } : { addresses: ['127.0.0.1'], isListed: true, listensAt: own }
  }
}

/** The sandbox's servers for an address of its domains; null for every other, and where it is off. */
export const sandboxServersOf = (config: Config, email: string): FoundServers | null =>
  hasSandbox(config) && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
    ? { imap: { host, port: ports.imap }, smtp: { host, port: ports.smtp }, caldav: null }
    : null
