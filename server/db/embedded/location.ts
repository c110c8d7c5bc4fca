import { existsSync } from 'node:fs'
import path from 'node:path'
import { writeWhole } from '../instance.ts'
import { BadDatabase } from '../migrate.ts'
import { isWithin, readOurs } from './folders.ts'

export interface Location {
  readonly folder: string
  readonly socketDir: string
}

/** A path below the data folder is noted relative to it, so that the whole folder can be moved. */
export const writeLocation = (home: string, folder: string, socketDir: string): void => {
  const note = (target: string) => (isWithin(home, target) ? path.relative(home, target) : target)
  writeWhole(
    path.join(home, locationName),
    `${JSON.stringify({ folder: note(folder), socketDir: note(socketDir), for: home })}\n`,
  )
}

export const readLocation = (home: string): Location | undefined => {
  const file = path.join(home, locationName)
  const text = readOurs(file)
  if (text === undefined) return undefined
  const noted = JSON.parse(text) as { folder: string; socketDir: string; for: string }
  const isElsewhere = path.isAbsolute(noted.folder)
  if (isElsewhere && noted.for !== home && existsSync(path.join(noted.for, locationName)))
    throw new BadDatabase(
      `${home} is a copy of ${noted.for}, whose database is stored outside of it, in ${noted.folder}. Remove ${file} to start with an empty database, or restore a backup.`,
    )
  const folder = path.resolve(home, noted.folder)
  // A copied data folder must not share the socket of the original.
  return { folder, socketDir: noted.for === home ? path.resolve(home, noted.socketDir) : path.join(folder, 'socket') }
}

const locationName = 'database-location'
