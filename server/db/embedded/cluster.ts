import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { BadDatabase } from '../migrate.ts'
import { run } from './account.ts'
import { owner } from './connection.ts'
import { closeTo } from './folders.ts'
import type { Place } from './place.ts'

/** The cluster's layout on disk; another major version cannot read it. */
const major = '18'

/**
 * The log's pieces, in megabytes, where PostgreSQL's own are 16: until the first checkpoint leaves some to be written over, each is
 * filled with zeros while commits wait. 65 ms for 16 MB, 15 to 20 for 4; below that the files get many (8 GB of log are 2,048 of them).
 */
const walPieceMegabytes = 4

/** Makes the cluster beside and then gives it its name, so that half of one is never taken for a whole. */
export const makeCluster = async (
  place: Place,
  options: { say(step: string): void; readonly scratch?: boolean },
): Promise<void> => {
  const { folder, cluster, account, programs } = place
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    await adoptCluster(place)
    await removeHalfMade(folder)
    return
  }
  options.say('creating the database')
  const fresh = closeTo(account, mkdtempSync(path.join(folder, 'database.new-')))
  const initdb = [
    ...place.untilDeath,
    path.join(programs, 'bin/initdb'),
    ...['-D', fresh, '-U', owner, '--auth=trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
    ...['--builtin-locale=C.UTF-8', '--data-checksums', `--wal-segsize=${walPieceMegabytes}`, '--no-instructions'],
    ...(options.scratch ? ['--no-sync'] : []),
  ]
  try {
    await run(initdb[0] ?? '', initdb.slice(1), account)
    renameSync(fresh, cluster)
    if (!options.scratch) syncFolder(folder)
    await removeHalfMade(folder)
  } catch (error) {
    await removeHalfMade(folder)
    const reason = (error as { stderr?: string }).stderr?.trim() || (error instanceof Error ? error.message : String(error))
    throw new BadDatabase(`The database cannot be created in ${cluster}: ${reason}`, { cause: error })
  }
}

/** What this start, or one that was killed, did not bring to its end. Its maker may still write to it with its last breath. */
const removeHalfMade = async (folder: string): Promise<void> => {
  for (const name of readdirSync(folder).filter((name) => name.startsWith('database.new-'))) {
    // 20 tries within 4 s; what is left then only takes space, until the next start.
    await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 }).catch(() => {})
  }
}

/** A cluster that was copied by hand has lost its owner and modes, which PostgreSQL insists on. */
const adoptCluster = async ({ cluster, account }: Place): Promise<void> => {
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== major)
    throw new BadDatabase(
      `The database in ${cluster} was created by PostgreSQL ${version}; this Foyer includes PostgreSQL ${major}. Make a backup with the Foyer version that created it, and restore it here.`,
    )
  const { uid, mode } = statSync(cluster)
  if (account && uid === 0) await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  if ((mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}

const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
