import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { makeDataFolder, writeWhole } from '#db/instance.ts'

/** The last backup that was made from this data folder's Foyer, for `foyer doctor`. */
const BackupNote = z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.int() })
export type BackupNote = z.output<typeof BackupNote>

const recordFile = (dataDir: string): string => path.join(dataDir, 'last-backup.json')

export const writeBackupNote = (dataDir: string, note: BackupNote): void =>
  writeWhole(recordFile(makeDataFolder(dataDir)), `${JSON.stringify(note)}\n`)

export const readBackupNote = (dataDir: string): BackupNote | undefined => {
  try {
    return BackupNote.parse(JSON.parse(readFileSync(recordFile(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}
