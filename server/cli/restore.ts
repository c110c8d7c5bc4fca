import path from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Config } from '#config'
import { type HoldKind, holdKinds } from '#core/held.ts'
import { type Backup, openBackup, type RestoreOptions, restoreBackup } from '#db/backup/restore-backup.ts'
import type { Target } from '#db/connect.ts'
import { findEmbedded } from '#db/embedded.ts'
import { startScratch } from '#db/temporary-database.ts'
import { migrateAll, renamedQueues } from '../main.ts'
import { BadCommand, type Command } from './command.ts'
import { readKinds } from './held.ts'
import { holdRestored, isFresh } from './hold-restored.ts'
import { keptKey, opensSealed, writeKey } from './kept-key.ts'
import { ownerTarget, tell, withEmbedded } from './owner.ts'

export const run: Command = async (args, config, usage) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      verify: { type: 'boolean', default: false },
      'new-key': { type: 'boolean', default: false },
      release: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new BadCommand(`Usage: foyer ${usage}`)
  const released = values.release === undefined ? [] : readKinds(values.release)
  const backup = await openBackup(path.resolve(file))
  if (values.verify) await verify(backup)
  else await restoreFor(config, backup, { newKey: values['new-key'], released })
  process.stdout.write(`${values.verify ? 'whole' : 'restored'}: ${summary(backup)}\n`)
}

/** Into a private database, in a temporary folder. */
const verify = async (backup: Backup): Promise<void> => {
  const scratch = await startScratch()
  try {
    await restoreBackup(backup, { owner: scratch.target, filesDir: null, migrateAll, renamedQueues, say: tell })
  } finally {
    await scratch.stop()
  }
}

const restoreFor = async (
  config: Config,
  backup: Backup,
  { newKey, released }: { newKey: boolean; released: readonly HoldKind[] },
): Promise<void> => {
  const present = keptKey(config)
  if (backup.key !== null && present !== null && present !== backup.key)
    throw new BadCommand(
      'The backup includes a FOYER_KEY, but a different key is in use here. Move FOYER_DATA/key away, or unset FOYER_KEY; nothing was changed.',
    )
  const key = backup.key ?? present
  const hasSealed = backup.manifest.tables.some(({ name, rows }) => name === 'directory.signing_keys' && rows > 0)
  if (key === null && hasSealed && !newKey) throw new BadCommand(keyMissing(config, key))
  const options: Omit<RestoreOptions, 'owner'> = {
    filesDir: path.join(config.dataDir, 'files'),
    migrateAll,
    renamedQueues,
    say: tell,
    async beforeCommit(client) {
      await placeInFolder(client, backup)
      if (newKey) await client.query('delete from directory.signing_keys')
      else if (!(await opensSealed(client, key))) throw new BadCommand(keyMissing(config, key))
    },
  }
  const stateOf = new Date(backup.manifest.started_at)
  const isHeld = !isFresh(stateOf, new Date())
  await withEmptyDatabase(config, (owner) =>
    restoreBackup(backup, {
      ...options,
      owner,
      ...(isHeld && { afterwards: () => holdRestored(owner, { stateOf, now: new Date(), released }) }),
    }),
  )
  if (config.S3_BUCKET !== undefined && backup.manifest.files.length > 0)
    tell('The files are in the folder, where Foyer finds them. `npx foyer move-files` copies them to S3.')
  if (isHeld && released.length < holdKinds.length)
    tell(
      'Work due at the time of the backup may have been sent since, so it is held: `npx foyer held` lists it; owners release it in Settings → Background jobs.',
    )
  if (backup.key !== null && present === null) writeKey(config.dataDir, backup.key)
}

/** The files of a backup go to the folder, wherever they were; `move-files` takes them to S3. What it does not have is where it was. */
const placeInFolder = async (client: pg.ClientBase, { manifest }: Backup): Promise<void> => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('foyer.stored_files') is not null as there`)
  if (!rows[0]?.there) return
  await client.query(`update foyer.stored_files set place = 'folder' where name = any($1::text[])`, [
    manifest.files.map(({ name }) => name),
  ])
}

const keyMissing = (config: Config, key: string | null): string =>
  `${key === null ? 'There is no FOYER_KEY here' : 'The FOYER_KEY here is not the one'} that decrypts the sealed secrets in the backup. Put the old key into ${config.dataDir}/key; or, if it is lost, add --new-key and the sealed secrets are lost too. Nothing was restored.`

const withEmptyDatabase = async (config: Config, work: (owner: Target) => Promise<void>): Promise<void> => {
  const owner = ownerTarget(config)
  if (owner) return work(owner)
  if (await findEmbedded(config.dataDir))
    throw new BadCommand(`Foyer is running on ${config.dataDir}. Stop it first, or set FOYER_DATA to a new folder.`)
  return withEmbedded(config, work)
}

const summary = ({ manifest }: Backup): string => {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return `${manifest.tables.length} tables, ${rows.toLocaleString('en')} rows, ${manifest.jobs.rows} jobs, ${manifest.files.length} files, as of ${manifest.started_at}`
}
