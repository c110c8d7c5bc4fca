import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { BadDatabase } from '../migrate.ts'

/** A user of the system. Under root, PostgreSQL runs as one, because it refuses to run as root. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

export const databaseAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new BadDatabase(
      'PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as. Add one, or start Foyer as a regular user.',
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** The owner of the cluster: it stays with the user that created it. One owned by root was copied, and is handed over. */
export const ownerOf = (cluster: string): Account | undefined => {
  const { uid, gid } = statSync(cluster, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

/** Asks the system, as that user: modes, groups and access lists all have a say. */
export const canEnter = (account: Account | undefined, folder: string): Promise<boolean> => asks(account, 'cd "$1"', folder)

export const asks = async (account: Account | undefined, script: string, subject: string): Promise<boolean> =>
  account === undefined || succeeds('/bin/sh', ['-c', script, 'sh', subject], account)

export const succeeds = (program: string, words: readonly string[], account?: Account): Promise<boolean> =>
  run(program, words, account).then(
    () => true,
    () => false,
  )

export const run = (program: string, words: readonly string[], account?: Account) =>
  execute(program, words, { ...account, cwd: '/', env: plainEnvironment() })

const execute = promisify(execFile)

/** PGDATA, PGPORT, LANG and the like are meant for other servers. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })
