import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '#db/backup/write-backup.ts'
import { filesPlacesOf, openFiles, withStore } from '../providers/stored-files.ts'
import { writeBackupNote } from './backup-note.ts'
import { BadCommand, type Command } from './command.ts'
import { keptKey } from './kept-key.ts'
import { tell, withOwner } from './owner.ts'
import { foyerVersion } from './version.ts'

export const run: Command = async (args, config) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      'with-key': { type: 'boolean', default: false },
      'without-files': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (positionals.length > 1) throw new BadCommand('Usage: foyer backup [FILE] [--with-key] [--without-files]')
  const key = values['with-key'] ? keptKey(config) : null
  if (values['with-key'] && key === null)
    throw new BadCommand(`There is no key to include: FOYER_KEY is not set and ${config.dataDir} contains none.`)
  const file = path.resolve(
    positionals[0] ??
      path.join(config.dataDir, 'backups', `foyer-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`),
  )

  const isWithout = values['without-files']
  if (isWithout && config.S3_BUCKET === undefined)
    throw new BadCommand('--without-files is for files in S3: those in the folder are nowhere else.')
  const giveUp = removeOnSignal(`${file}.part`)
  const manifest = await withStore(config, (parts) =>
    withOwner(config, (owner) =>
      writeBackup({
        ...{ owner, file, key, foyer: foyerVersion, now: () => new Date(), say: tell },
        // Of files in the folder there is no other copy, wherever new ones go.
        files: isWithout ? filesPlacesOf(config, parts).folder : openFiles(config, parts),
      }),
    ),
  )
  giveUp.cancel()

  const { size } = statSync(file)
  writeBackupNote(config.dataDir, { at: manifest.started_at, file, bytes: size })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  tell(
    `${rows.toLocaleString('en')} rows, ${manifest.jobs.rows} jobs and ${manifest.files.length} files as of ${manifest.started_at}; ${(size / 1e6).toFixed(1)} MB`,
  )
  if (isWithout) tell('Files in S3 are not in the backup: keep the bucket, with versions, for as long as the backup.')
  tell(
    manifest.key
      ? 'The backup includes FOYER_KEY: anyone with this file can decrypt every sealed secret.'
      : 'The backup does not include FOYER_KEY. Keep the key elsewhere: without it, sealed secrets cannot be decrypted.',
  )
  process.stdout.write(`${file}\n`)
}

/** A backup that is broken off leaves no half of it behind. */
const removeOnSignal = (part: string) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const end = (): void => {
    rmSync(part, { force: true })
    process.exit(130)
  }
  for (const signal of signals) process.once(signal, end)
  return {
    cancel: () => {
      for (const signal of signals) process.removeListener(signal, end)
    },
  }
}
