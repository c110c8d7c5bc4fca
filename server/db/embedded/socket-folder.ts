import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { BadDatabase } from '../migrate.ts'
import { type Account, canEnter } from './account.ts'
import { closeTo } from './folders.ts'

/** The folder of the socket is the lock on the door: closed to every user but the one that the server runs as. */
export const makeSocketFolder = async (
  folder: string,
  known: string | undefined,
  account: Account | undefined,
): Promise<string> => {
  const fits = (socketDir: string) => Buffer.byteLength(path.join(socketDir, '.s.PGSQL.5432')) <= longestSocketPath
  const near = path.join(folder, 'socket')
  if (fits(near)) {
    mkdirSync(near, { recursive: true, mode: 0o700 })
    return closeTo(account, near)
  }
  if (known && fits(known) && isClosedTo(account, known)) return known
  for (const root of [os.tmpdir(), '/tmp']) {
    if (!fits(path.join(root, 'foyer-XXXXXX')) || !(await canEnter(account, root))) continue
    return closeTo(account, mkdtempSync(path.join(root, 'foyer-')))
  }
  throw new BadDatabase(
    `The path ${folder} is too long for a socket, and there is no /tmp to use instead. Set FOYER_DATA to a shorter path.`,
  )
}

/** The system's limit to the path of a Unix socket, in bytes. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** Any user can create a file in /tmp under a name that was ours before the machine restarted. */
const isClosedTo = (account: Account | undefined, folder: string): boolean => {
  const there = lstatSync(folder, { throwIfNoEntry: false })
  return there?.isDirectory() === true && there.uid === (account?.uid ?? process.getuid?.()) && (there.mode & 0o077) === 0
}
