import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import type { Config } from '#config'
import { readInstance } from '#db/instance.ts'
import { readBackupNote } from '../backup-note.ts'
import { keyFile } from '../kept-key.ts'
import { ago, type Finding, fine, size, trouble, warning } from './finding.ts'

const hourMs = 3_600_000

/** The configuration was read before any check ran: a bad value has ended the command and was named. */
export const checkConfiguration = (config: Config): Finding => {
  const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(config.HOST)
  const isPlain = !config.PUBLIC_URL?.startsWith('https:')
  if (isOpen && isPlain)
    return warning(
      'Configuration',
      `HOST is ${config.HOST}, so Foyer is reachable from other machines, and PUBLIC_URL is ${config.PUBLIC_URL ? 'not https' : 'not set'}`,
      'Put a TLS proxy in front and set PUBLIC_URL to its https address (docs/operating.md).',
    )
  return fine(
    'Configuration',
    `valid; Foyer is reachable at ${config.PUBLIC_URL ?? readInstance(config.dataDir)?.address ?? config.publicUrl(config.PORT)}`,
  )
}

export const checkDataFolder = (config: Config): Finding => {
  const name = 'Data folder'
  if (!existsSync(config.dataDir))
    return warning(
      name,
      `${config.dataDir} does not exist yet`,
      '`npm start` creates it, or set FOYER_DATA to an existing one.',
    )
  try {
    accessSync(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return trouble(
      name,
      `this user cannot write to ${config.dataDir}`,
      'Run this as the user that runs Foyer, or make that user the owner of the folder.',
    )
  }
  return checkSpace(name, config.dataDir)
}

/** 500 MB is some minutes of a busy upload; 2 GB is time to act. */
export const checkSpace = (name: string, folder: string): Finding => {
  const { bavail, blocks, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const says = `${size(free)} free of ${size(blocks * bsize)} at ${folder}`
  const mend = 'Free disk space: leads are rejected with 503 while the disk is full, and none is lost.'
  if (free < 500e6) return trouble(name, says, mend)
  if (free < 2e9) return warning(name, says, mend)
  return fine(name, says)
}

/** Whether others could read the key. Whether it is the right one, only the database can tell. */
export const checkKeyFile = (config: Config): Finding => {
  const name = 'Key'
  if (config.FOYER_KEY) return fine(name, 'FOYER_KEY is set')
  const file = keyFile(config.dataDir)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return fine(name, 'none yet; the first start creates it')
  if (found.mode & 0o077)
    return trouble(
      name,
      `other users of this machine can read ${file} (mode ${(found.mode & 0o777).toString(8)})`,
      `chmod 600 ${file}`,
    )
  return fine(name, `only the owner can read ${file}`)
}

/** Asks the running server itself. */
export const checkServer = async (config: Config): Promise<Finding> => {
  const name = 'Server'
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? '127.0.0.1' : config.HOST
  const address = readInstance(config.dataDir)?.address ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`
  try {
    const begun = performance.now()
    // PUBLIC_URL may lead through a proxy; what counts here is the process itself.
    const local = new URL('/readyz', address.startsWith('https:') ? `http://${host}:${config.PORT}` : address)
    const reply = await fetch(local, { signal: AbortSignal.timeout(3_000) })
    const text = (await reply.text()).trim().slice(0, 200)
    if (reply.ok)
      return fine(name, `accepts leads at ${local.origin} (responded in ${Math.round(performance.now() - begun)} ms)`)
    return trouble(
      name,
      `${local.origin} is not ready: ${text}`,
      'See its log; it recovers automatically once the database responds.',
    )
  } catch (error) {
    const why = error instanceof Error && error.name === 'TimeoutError' ? 'no response within 3 s' : 'no response'
    return trouble(
      name,
      `${address} ${why}: no lead can be accepted`,
      'Start it with `npm start` (or `npx foyer serve`), and read the end of its log.',
    )
  }
}

export const checkBackup = (config: Config, now: Date): Finding => {
  const name = 'Backup'
  const mend = 'Run `npx foyer backup` every day (docs/operating.md), and verify one with `npx foyer restore FILE --verify`.'
  const note = readBackupNote(config.dataDir)
  if (!note) return warning(name, 'none has been made from here', mend)
  const age = now.getTime() - Date.parse(note.at)
  const says = `the latest is ${ago(age)} old: ${note.file}, ${size(note.bytes)}`
  if (!existsSync(note.file))
    return age > 48 * hourMs
      ? warning(name, `${says}, but the file no longer exists`, mend)
      : fine(name, `${says}, since moved elsewhere`)
  return age > 48 * hourMs ? warning(name, says, mend) : fine(name, says)
}
