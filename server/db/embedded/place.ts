import path from 'node:path'
import { BadDatabase } from '../migrate.ts'
import { type Account, canEnter, databaseAccount, ownerOf, succeeds } from './account.ts'
import { makeOpenFolder, shortHash } from './folders.ts'
import { readLocation, writeLocation } from './location.ts'
import { findPrograms } from './programs.ts'
import { makeSocketFolder } from './socket-folder.ts'

export interface Place {
  /** The data folder's real path. */
  readonly home: string
  /** What holds the cluster: the data folder, or a sheltered one. */
  readonly folder: string
  readonly cluster: string
  readonly socketDir: string
  readonly log: string
  /** Folder of PostgreSQL's programs. */
  readonly programs: string
  /** Whom to run as; empty where that is the present user. */
  readonly account: Account | undefined
  /** Puts a program in front that ends its child when this process dies; empty where the system has none. */
  readonly untilDeath: readonly string[]
}

export const findPlace = async (home: string, shelter = '/var/lib/foyer'): Promise<Place> => {
  const known = readLocation(home)
  const newcomer = databaseAccount()
  const folder = known?.folder ?? ((await canEnter(newcomer, home)) ? home : shelteredFolder(shelter, home))
  const cluster = path.join(folder, 'database')
  const account = newcomer && (ownerOf(cluster) ?? newcomer)
  if (!(await canEnter(account, folder)))
    throw new BadDatabase(
      `PostgreSQL runs as user ${account?.uid}, which cannot enter ${folder}. Grant access with chmod o+x on each parent folder, or start Foyer as the user that owns the database.`,
    )
  const socketDir = await makeSocketFolder(folder, known?.socketDir, account)
  writeLocation(home, folder, socketDir)
  return {
    home,
    folder,
    cluster,
    socketDir,
    log: path.join(home, 'database.log'),
    programs: await findPrograms(account, home, shelter),
    account,
    untilDeath: (await succeeds('setpriv', ['--pdeathsig', 'INT', 'true'])) ? ['setpriv', '--pdeathsig', 'INT'] : [],
  }
}

/** Each data folder has its own, by the hash of its path. */
const shelteredFolder = (shelter: string, home: string): string => {
  const folder = path.join(shelter, shortHash(home))
  makeOpenFolder(shelter, `PostgreSQL does not run as root, and its own user cannot enter ${home}`)
  makeOpenFolder(folder, `PostgreSQL does not run as root, and its own user cannot enter ${home}`)
  return folder
}
