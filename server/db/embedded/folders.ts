import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from '../instance.ts'
import { BadDatabase } from '../migrate.ts'
import type { Account } from './account.ts'

/** A folder that all users can traverse, and only its owner can list or change. */
export const makeOpenFolder = (folder: string, why: string): void => {
  try {
    if (!existsSync(folder)) mkdirSync(folder)
    chmodSync(folder, 0o711)
  } catch (error) {
    throw new BadDatabase(
      `${why}; the fallback ${folder} cannot be created (${codeOf(error)}). Set FOYER_DATA to a folder that every user may enter, or start Foyer as a regular user.`,
      { cause: error },
    )
  }
}

export const closeTo = (account: Account | undefined, folder: string): string => {
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** The text of a file that only the user who started Foyer can read; undefined where there is none. */
export const readOurs = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new BadDatabase(`${file} cannot be read (${codeOf(error)}). Run this as the user that first started Foyer.`, {
      cause: error,
    })
  }
}

export const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // A leftover folder in /tmp is harmless; the next start uses it again.
  }
}

export const isWithin = (folder: string, target: string): boolean => target === folder || target.startsWith(folder + path.sep)

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
