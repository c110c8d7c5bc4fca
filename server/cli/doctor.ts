import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkBusiness } from '#cli/checks/business.ts'
import { checkDatabaseHealth, checkLogin } from '#cli/checks/database.ts'
import { checkStore, checkStored } from '#cli/checks/files.ts'
import { type Finding, trouble, warning } from '#cli/checks/finding.ts'
import { checkHeld } from '#cli/checks/held.ts'
import { checkBackup, checkConfiguration, checkDataFolder, checkKeyFile, checkServer } from '#cli/checks/machine.ts'
import { checkMail } from '#cli/checks/mail.ts'
import { checkSealing } from '#cli/checks/sealing.ts'
import { checkWorkflows } from '#cli/checks/workflows.ts'
import type { Config } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { openDatabase, type Target } from '#db/connect.ts'
import { servingAs } from '#db/embedded/login.ts'
import { findEmbedded } from '#db/embedded.ts'
import { BadFolder, readInstance } from '#db/instance.ts'
import { BadDatabase } from '#db/migrate.ts'
import { openLongTerm } from '../providers/long-term/long-term.ts'
import { probeStore } from '../providers/s3/probe.ts'
import { bucketOf, filesFolder, filesPlacesOf, withStore } from '../providers/stored-files.ts'
import { openTimestamps } from '../providers/timestamps/timestamps.ts'
import { BadCommand, type Command } from './command.ts'
import { keptKey } from './kept-key.ts'
import { hasEmbedded, withEmbedded } from './owner.ts'

export const run: Command = async (args, config) => {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const findings = await examine(config)
  process.stdout.write(
    values.json ? `${JSON.stringify({ healthy: !isIll(findings), findings }, null, 2)}\n` : asLines(findings),
  )
  if (isIll(findings)) process.exitCode = 1
}

/** Every check, beside the running product or without it. */
export const examine = async (config: Config, now: () => Date = () => new Date()): Promise<Finding[]> => {
  const server = await checkServer(config)
  const findings = [checkConfiguration(config), checkDataFolder(config), checkKeyFile(config), server]
  try {
    await withTarget(config, async (target) => {
      const health = await checkDatabaseHealth(target, { config, now, isServing: server.state === 'fine' })
      findings.push(...health.findings)
      const login = config.DATABASE_URL ? target : servingAs(target)
      if (health.usable) findings.push(await checkLogin(login))
      if (health.usable) findings.push(...(await withBusiness(target, config, now())))
    })
  } catch (error) {
    if (!(error instanceof BadCommand || error instanceof BadDatabase || error instanceof BadFolder)) throw error
    findings.push(trouble('Database', error.message, 'Read the end of the log, and database.log in the data folder.'))
  }
  findings.push(...(await checkPlaces(config)))
  return [...findings, checkBackup(config, now())]

  /** The database as it is found; the embedded one is started for the time when nothing runs. */
  async function withTarget(config: Config, work: (target: Target) => Promise<void>): Promise<void> {
    if (config.DATABASE_URL) return work({ connectionString: config.DATABASE_URL })
    const running = await findEmbedded(config.dataDir)
    if (running) return work(running)
    if (!hasEmbedded(config.dataDir)) {
      findings.push(warning('Database', 'none yet', '`npm start` creates one, or set DATABASE_URL.'))
      return
    }
    const instance = readInstance(config.dataDir)
    if (instance) throw new BadCommand(`process ${instance.pid} runs on ${config.dataDir}, but its database does not respond`)
    return withEmbedded(config, work)
  }
}

/** Where new files go; a folder that is not there yet is made with the first file. */
const checkPlaces = async (config: Config): Promise<Finding[]> => {
  if (config.S3_BUCKET === undefined && !existsSync(filesFolder(config))) return []
  return withStore(config, async (parts) => {
    const { folder, s3 } = filesPlacesOf(config, parts)
    const bucket = bucketOf(config)
    return [await checkStore(s3 ?? folder, bucket && probeStore({ bucket, ...parts }))]
  })
}

const withBusiness = async (target: Target, config: Config, now: Date): Promise<Finding[]> => {
  const database = openDatabase(target, { application: 'foyer doctor', connections: 1, onError: () => {} })
  try {
    return [
      ...(await checkBusiness(database, now)),
      ...(await checkMail(database, config, now)),
      ...(await checkSealing(database, config, {
        ...{ now, vault: keptKey(config) === null ? null : openVault(config) },
        open: { timestamps: openTimestamps, longTerm: openLongTerm },
      })),
      ...(await checkHeld(database, now)),
      ...(await checkWorkflows(database, now)),
      ...(await checkStored(database, config, now)),
    ]
  } finally {
    await database.close()
  }
}

const isIll = (findings: readonly Finding[]): boolean => findings.some(({ state }) => state === 'trouble')

const marks = { fine: '✓', warning: '!', trouble: '✗' } as const

const asLines = (findings: readonly Finding[]): string => {
  const wide = Math.max(...findings.map(({ check }) => check.length))
  return findings
    .map(({ check, state, says, mend }) => {
      const line = `${marks[state]} ${check.padEnd(wide)}  ${says}\n`
      return mend ? `${line}  ${' '.repeat(wide)}  → ${mend}\n` : line
    })
    .join('')
}
